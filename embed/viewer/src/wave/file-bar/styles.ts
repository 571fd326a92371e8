/** How the bar of the file that is open looks. */

import { css } from 'lit'
import { oneLine, outlined, plainButton, plainList } from '../../look.ts'

export const fileBarStyles = css`
  :host {
    display: block;
    flex: none;
    background: var(--st-surface);
    border-bottom: var(--st-hairline) solid var(--st-line);
    border-left: var(--st-stroke-bold) solid var(--st-accent);
  }
  [role="group"] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--st-space-half) var(--st-space-1h);
    min-height: var(--st-control-3);
    padding: var(--st-space-half) var(--st-space-1h);
  }
  .name {
    max-width: 30%;
    ${oneLine};
    font-weight: 500;
  }
  .said {
    flex: 1 1 calc(30 * var(--st-unit));
    min-width: 0;
    color: var(--st-muted);
    overflow-wrap: anywhere;
  }
  .said:empty {
    flex-basis: 0;
  }
  @media (max-width: 35em) {
    .said {
      order: 1;
      flex-basis: 100%;
    }
  }
  .bad {
    color: var(--st-bad);
  }
  button {
    display: grid;
    place-items: center;
    flex: none;
    min-width: var(--st-control-2);
    height: var(--st-control-2);
    ${plainButton};
  }
  button:hover {
    color: var(--st-ink);
    background: var(--st-sunken);
  }
  button:disabled {
    opacity: 0.4;
    cursor: default;
    background: none;
  }
  .what,
  .use,
  li button {
    padding: 0 var(--st-space-2);
    white-space: nowrap;
  }
  .what {
    text-decoration: underline dotted;
    text-underline-offset: var(--st-stroke-bold);
  }
  .use,
  li button {
    color: var(--st-ink);
    border: var(--st-hairline) solid var(--st-line);
  }
  [popover] {
    width: calc(80 * var(--st-unit));
    max-height: min(calc(105 * var(--st-unit)), calc(100vh - var(--st-space-4)));
  }
  label {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--st-space-2);
    min-height: var(--st-control-3);
  }
  select,
  input {
    width: calc(47.5 * var(--st-unit));
    height: var(--st-control-2);
    box-sizing: border-box;
    font: inherit;
    color: inherit;
    background: var(--st-sunken);
    ${outlined};
  }
  p {
    margin: var(--st-space-2) 0 0;
    color: var(--st-muted);
  }
  .of {
    margin-bottom: var(--st-space-1);
    color: var(--st-ink);
    font-weight: 500;
  }
  ul {
    ${plainList};
  }
  li {
    display: flex;
    align-items: center;
    gap: var(--st-space-1h);
    min-height: var(--st-control-2);
    overflow-wrap: anywhere;
  }
  li small {
    flex: 1;
    color: var(--st-muted);
    font-size: var(--st-text-1);
  }
  @media (pointer: coarse) {
    button,
    select,
    input {
      min-width: var(--st-target);
      height: var(--st-target);
    }
    li,
    label {
      min-height: var(--st-target);
    }
  }
`
