import { css } from 'lit'

/** The look of `<code-editor>`. */
export const codeEditorStyles = css`
  :host {
    display: block;
    height: 100%;
    min-height: 0;
    background: var(--st-surface);
  }
  .mount {
    height: 100%;
  }
  @media print {
    :host,
    .mount {
      height: auto;
    }
  }
`
