import { css } from 'lit'

/** The look of `<help-text>`. */
export const helpTextStyles = css`
  :host {
    display: block;
    line-height: 1.55;
  }
  h2 {
    margin: 0 0 var(--st-space-2);
    font-size: var(--st-text-3);
  }
  h2:not(:first-child) {
    margin-top: var(--st-space-4h);
  }
  ul {
    margin: 0;
    padding-left: calc(4.5 * var(--st-unit));
  }
  li {
    margin: var(--st-space-1) 0;
  }
  dl {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: var(--st-space-1h) var(--st-space-4);
    margin: 0;
  }
  dd {
    margin: 0;
    color: var(--st-muted);
  }
  p {
    margin: var(--st-space-3) 0 0;
    color: var(--st-muted);
  }
`
