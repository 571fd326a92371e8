/** The words of a memory. */

import { css } from 'lit'
import { outlined } from '../look.ts'

export const memoryStyles = css`
  :host {
    display: block;
    font-size: var(--st-text-1);
  }
  .tools,
  .files {
    display: flex;
    align-items: center;
    gap: var(--st-space-1h);
    margin: var(--st-space-1) 0;
  }
  select,
  .tools input,
  .entry {
    box-sizing: border-box;
    min-width: 0;
    padding: var(--st-space-half) var(--st-space-1);
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-2);
    background: var(--st-surface);
    color: var(--st-ink);
    font: inherit;
  }
  .tools input {
    flex: 1;
    width: 8ch;
    font-family: var(--st-mono);
  }
  .tools input::placeholder {
    color: var(--st-muted);
    opacity: 1;
    font-family: var(--st-font);
  }
  select,
  .tools input,
  .button {
    min-height: calc(6.5 * var(--st-unit));
  }
  select:focus-visible,
  .grid:focus-visible,
  .word:focus-visible,
  .button:focus-within {
    outline: var(--st-stroke) solid var(--st-accent);
    outline-offset: calc(-1 * var(--st-hairline));
  }
  .abi {
    display: flex;
    align-items: center;
    gap: var(--st-space-1h);
    color: var(--st-muted);
  }
  .abi input {
    accent-color: var(--st-accent);
  }
  .grid {
    overflow: auto;
    overscroll-behavior: contain;
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
  }
  .space {
    min-width: max-content;
  }
  .line {
    display: flex;
    align-items: center;
    gap: var(--st-hairline);
    height: calc(5.5 * var(--st-unit));
  }
  [role="rowheader"] {
    flex: none;
    margin-right: var(--st-space-1h);
    color: var(--st-muted);
  }
  .word {
    padding: var(--st-hairline) calc(0.75 * var(--st-unit));
    border-radius: calc(3 * var(--st-hairline));
    white-space: pre;
    cursor: default;
  }
  .word:hover {
    background: var(--st-sunken);
  }
  .word.zero {
    color: var(--st-muted);
  }
  .word.changed {
    background: color-mix(in srgb, var(--st-high) 16%, transparent);
    color: var(--st-ink);
    font-weight: 700;
  }
  .code {
    margin-left: var(--st-space-2h);
    white-space: pre;
  }
  .entry {
    width: 14ch;
    padding: 0 calc(0.75 * var(--st-unit));
    font-family: var(--st-mono);
  }
  .button {
    display: inline-flex;
    align-items: center;
    position: relative;
    padding: var(--st-space-half) var(--st-space-2h);
    ${outlined};
    background: none;
    color: var(--st-ink);
    font: inherit;
    cursor: pointer;
  }
  .button:hover {
    background: var(--st-sunken);
  }
  .button.off {
    color: var(--st-muted);
    cursor: default;
  }
  .button input {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: inherit;
    font-size: 0;
  }
  .message {
    min-height: 1.45em;
    margin: 0;
    color: var(--st-muted);
    overflow-wrap: anywhere;
  }
  @media (pointer: coarse) {
    .line,
    select,
    .tools input,
    .button {
      height: var(--st-target);
    }
    .word {
      display: flex;
      align-items: center;
      min-width: var(--st-target);
      height: 100%;
    }
  }
`
