import { css } from 'lit'

/** The look of `<help-text>`. */
export const helpTextStyles = css`
  :host {
    display: block;
    line-height: 1.55;
  }
  h2 {
    margin: 0 0 8px;
    font-size: var(--st-text-3);
  }
  h2:not(:first-child) {
    margin-top: 20px;
  }
  ul {
    margin: 0;
    padding-left: 18px;
  }
  li {
    margin: 4px 0;
  }
  dl {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 6px 16px;
    margin: 0;
  }
  dd {
    margin: 0;
    color: var(--st-muted);
  }
  p {
    margin: 12px 0 0;
    color: var(--st-muted);
  }
`
