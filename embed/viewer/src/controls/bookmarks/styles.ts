import { css } from 'lit'

/** The look of `<circuit-bookmarks>`. */
export const circuitBookmarksStyles = css`
  :host {
    display: inline-block;
  }
  button {
    display: inline-grid;
    place-items: center;
    min-width: 28px;
    height: 24px;
    padding: 0;
    border: 0;
    border-radius: var(--st-radius);
    font: inherit;
    color: var(--st-muted);
    background: none;
    cursor: pointer;
  }
  button:hover {
    color: var(--st-ink);
    background: var(--st-sunken);
  }
  svg {
    width: 14px;
    height: 14px;
  }
  svg .solid {
    fill: var(--st-accent);
    stroke: var(--st-accent);
  }
  [popover] {
    width: 280px;
  }
  .set {
    width: 100%;
    height: 32px;
    justify-items: start;
    padding: 0 8px;
    color: var(--st-ink);
  }
  ul {
    margin: 4px 0 0;
    padding: 4px 0 0;
    list-style: none;
    border-top: 1px solid var(--st-line);
  }
  li {
    display: flex;
    align-items: center;
    gap: 4px;
    min-height: 32px;
  }
  li.here {
    box-shadow: inset 2px 0 var(--st-accent);
  }
  .go {
    flex: none;
    height: 32px;
    padding: 0 8px;
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
    color: var(--st-accent);
  }
  input {
    flex: 1;
    min-width: 0;
    height: 28px;
    box-sizing: border-box;
    padding: 0 6px;
    font: inherit;
    color: inherit;
    background: none;
    border: 1px solid transparent;
    border-radius: var(--st-radius);
  }
  input:hover,
  input:focus {
    background: var(--st-sunken);
    border-color: var(--st-line);
  }
  p {
    margin: 4px 8px;
    color: var(--st-muted);
  }
  @media (pointer: coarse) {
    .set,
    .go,
    input,
    [popover] button {
      min-width: 44px;
      height: 44px;
    }
  }
`
