import { css } from 'lit'

/** Buttons, links and small print, as every element of the page shows them. */
export const controls = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  button,
  input,
  a {
    font: inherit;
    color: inherit;
  }
  button {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: max(32px, 2rem);
    padding: 0 10px;
    border: 1px solid transparent;
    border-radius: var(--st-radius);
    background: transparent;
    cursor: pointer;
    font-size: var(--st-text-2);
    white-space: nowrap;
    transition: background-color var(--st-motion);
  }
  button svg {
    width: max(18px, 1.38em);
    height: max(18px, 1.38em);
    flex: none;
  }
  button:hover {
    background: color-mix(in srgb, var(--st-ink) 7%, transparent);
  }
  button:disabled {
    opacity: 0.5;
    cursor: default;
  }
  button.outlined {
    border-color: var(--st-line);
    background: var(--st-surface);
  }
  button.primary {
    background: var(--st-accent);
    color: var(--st-on-accent);
  }
  :focus-visible {
    outline: 2px solid var(--st-accent);
    outline-offset: 2px;
  }
  kbd {
    display: inline-block;
    padding: 0 5px;
    border: 1px solid var(--st-line);
    border-radius: 4px;
    background: var(--st-sunken);
    font: 500 0.85em / 1.6 var(--st-mono);
    white-space: nowrap;
  }
  code {
    font-family: var(--st-mono);
    font-size: 0.94em;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: clip;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`
