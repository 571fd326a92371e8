import { css } from 'lit'

/** The look of `<signal-search>`. */
export const signalSearchStyles = css`
  :host {
    display: block;
    font-size: var(--st-text-2);
  }
  input {
    width: 100%;
    height: max(28px, 2.15em);
    box-sizing: border-box;
    padding: 0 8px;
    font: inherit;
    color: var(--st-ink);
    background: var(--st-sunken);
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
  }
  input::placeholder {
    color: var(--st-muted);
    opacity: 1;
  }
  ul {
    width: max(240px, 100%);
    max-height: 320px;
    padding: 4px;
    list-style: none;
  }
  li {
    padding: 4px 8px;
    border-radius: var(--st-radius);
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
  }
  li:hover,
  li[aria-selected="true"] {
    background: var(--st-sunken);
  }
  li[aria-selected="true"] {
    box-shadow: inset 2px 0 var(--st-accent);
  }
  li.said {
    color: var(--st-muted);
  }
  @media (forced-colors: active) {
    li[aria-selected="true"] {
      outline: 1px solid Highlight;
      outline-offset: -1px;
    }
  }
`
