import { css } from 'lit'
import { plainButton } from '../../look.ts'

/** The look of `<circuit-bookmarks>`. */
export const circuitBookmarksStyles = css`
  :host {
    display: inline-block;
  }
  button {
    display: inline-grid;
    place-items: center;
    min-width: var(--st-control-2);
    height: var(--st-control-1);
    ${plainButton};
  }
  button:hover {
    color: var(--st-ink);
    background: var(--st-sunken);
  }
  svg {
    width: var(--st-icon-1);
    height: var(--st-icon-1);
  }
  svg .solid {
    fill: var(--st-accent);
    stroke: var(--st-accent);
  }
  [popover] {
    width: calc(70 * var(--st-unit));
  }
  .set {
    width: 100%;
    height: var(--st-control-3);
    justify-items: start;
    padding: 0 var(--st-space-2);
    color: var(--st-ink);
  }
  ul {
    margin: var(--st-space-1) 0 0;
    padding: var(--st-space-1) 0 0;
    list-style: none;
    border-top: var(--st-hairline) solid var(--st-line);
  }
  li {
    display: flex;
    align-items: center;
    gap: var(--st-space-1);
    min-height: var(--st-control-3);
  }
  li.here {
    box-shadow: inset var(--st-stroke) 0 var(--st-accent);
  }
  .go {
    flex: none;
    height: var(--st-control-3);
    padding: 0 var(--st-space-2);
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
    color: var(--st-accent);
  }
  input {
    flex: 1;
    min-width: 0;
    height: var(--st-control-2);
    box-sizing: border-box;
    padding: 0 var(--st-space-1h);
    font: inherit;
    color: inherit;
    background: none;
    border: var(--st-hairline) solid transparent;
    border-radius: var(--st-radius);
  }
  input:hover,
  input:focus {
    background: var(--st-sunken);
    border-color: var(--st-line);
  }
  p {
    margin: var(--st-space-1) var(--st-space-2);
    color: var(--st-muted);
  }
  @media (pointer: coarse) {
    .set,
    .go,
    input,
    [popover] button {
      min-width: var(--st-target);
      height: var(--st-target);
    }
  }
`
