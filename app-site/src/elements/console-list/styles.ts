import { css } from 'lit'

/** The look of `<console-list>`. */
export const consoleListStyles = css`
  :host {
    display: block;
    overflow: auto;
  }
  p {
    margin: 0;
    padding: 12px 16px;
    color: var(--st-muted);
  }
  ol {
    list-style: none;
    margin: 0;
    padding: 6px 0;
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
  }
  li {
    padding: 2px 16px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  li + li {
    border-top: 1px solid color-mix(in srgb, var(--st-line) 50%, transparent);
  }
`
