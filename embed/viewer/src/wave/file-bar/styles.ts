/** How the bar of the file that is open looks. */
import { css } from 'lit'

export const fileBarStyles = css`
  :host {
    display: block;
    flex: none;
    background: var(--st-surface);
    border-bottom: 1px solid var(--st-line);
    border-left: 3px solid var(--st-accent);
  }
  [role="group"] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 6px;
    min-height: 32px;
    padding: 2px 6px;
  }
  .name {
    max-width: 30%;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 500;
  }
  .said {
    flex: 1 1 120px;
    min-width: 0;
    color: var(--st-muted);
    overflow-wrap: anywhere;
  }
  .bad {
    color: var(--st-bad);
  }
  button {
    display: grid;
    place-items: center;
    flex: none;
    min-width: 28px;
    height: 28px;
    padding: 0;
    font: inherit;
    color: var(--st-muted);
    background: none;
    border: 0;
    border-radius: var(--st-radius);
    cursor: pointer;
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
    padding: 0 8px;
    white-space: nowrap;
  }
  .what {
    text-decoration: underline dotted;
    text-underline-offset: 3px;
  }
  .use,
  li button {
    color: var(--st-ink);
    border: 1px solid var(--st-line);
  }
  [popover] {
    width: 320px;
    max-height: min(420px, calc(100vh - 16px));
  }
  label {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-height: 32px;
  }
  select,
  input {
    width: 190px;
    height: 28px;
    box-sizing: border-box;
    font: inherit;
    color: inherit;
    background: var(--st-sunken);
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
  }
  h3 {
    margin: 8px 0 4px;
    font-size: var(--st-text-2);
    font-weight: 500;
  }
  p {
    margin: 8px 0 0;
    color: var(--st-muted);
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 28px;
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
      min-width: 44px;
      height: 44px;
    }
    li,
    label {
      min-height: 44px;
    }
  }
`
