import { raised, unseen } from '@simten/viewer/look'
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
    gap: var(--st-space-1h);
    min-height: var(--st-control-3-text);
    padding: 0 var(--st-space-2h);
    border: var(--st-hairline) solid transparent;
    border-radius: var(--st-radius);
    background: transparent;
    cursor: pointer;
    font-size: var(--st-text-2);
    white-space: nowrap;
    transition: background-color var(--st-motion);
  }
  button svg {
    width: max(var(--st-icon-3), 1.38em);
    height: max(var(--st-icon-3), 1.38em);
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
    forced-color-adjust: none; /* else a text on it gets a ground of its own */
  }
  :focus-visible {
    outline: var(--st-stroke) solid var(--st-accent);
    outline-offset: var(--st-stroke);
  }
  kbd {
    display: inline-block;
    padding: 0 calc(1.25 * var(--st-unit));
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-2);
    background: var(--st-sunken);
    font: 500 0.85em / 1.6 var(--st-mono);
    white-space: nowrap;
  }
  code {
    font-family: var(--st-mono);
    font-size: 0.94em;
  }
  .visually-hidden {
    ${unseen};
  }
`

/** A dialog with a head and a body that scrolls; whoever uses it gives it a width and a height. */
export const panelDialog = css`
  dialog {
    padding: 0;
    ${raised};
    border-radius: var(--st-radius);
    color: var(--st-ink);
    overflow: clip;
  }
  dialog[open] {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
  }
  dialog::backdrop {
    background: color-mix(in srgb, var(--st-panel) 40%, transparent);
  }
`
