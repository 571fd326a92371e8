import { css } from 'lit'
import { oneLine, outlined } from '../../look.ts'

/** The look of `<signal-search>`. */
export const signalSearchStyles = css`
  :host {
    display: block;
    font-size: var(--st-text-2);
  }
  input {
    width: 100%;
    height: max(var(--st-control-2), 2.15em);
    box-sizing: border-box;
    padding: 0 var(--st-space-2);
    font: inherit;
    color: var(--st-ink);
    background: var(--st-sunken);
    ${outlined};
  }
  input::placeholder {
    color: var(--st-muted);
    opacity: 1;
  }
  ul {
    width: max(calc(60 * var(--st-unit)), 100%);
    max-height: calc(80 * var(--st-unit));
    padding: var(--st-space-1);
    list-style: none;
  }
  li {
    padding: var(--st-space-1) var(--st-space-2);
    border-radius: var(--st-radius);
    ${oneLine};
    cursor: pointer;
  }
  li:hover,
  li[aria-selected="true"] {
    background: var(--st-sunken);
  }
  li[aria-selected="true"] {
    box-shadow: inset var(--st-stroke) 0 var(--st-accent);
  }
  li.said {
    color: var(--st-muted);
  }
  @media (forced-colors: active) {
    li[aria-selected="true"] {
      outline: var(--st-hairline) solid Highlight;
      outline-offset: calc(-1 * var(--st-hairline));
    }
  }
`
