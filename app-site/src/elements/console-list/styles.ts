import { css } from 'lit'

/** The look of `<console-list>`. */
export const consoleListStyles = css`
  :host {
    display: block;
    overflow: auto;
  }
  p {
    margin: 0;
    padding: var(--st-space-3) var(--st-space-4);
    color: var(--st-muted);
  }
  ol {
    list-style: none;
    margin: 0;
    padding: var(--st-space-1h) 0;
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
  }
  li {
    padding: var(--st-space-half) var(--st-space-4);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  li + li {
    border-top: var(--st-hairline) solid color-mix(in srgb, var(--st-line) 50%, transparent);
  }
`
