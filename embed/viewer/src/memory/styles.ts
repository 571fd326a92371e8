/** The words of a memory. */
import { css } from 'lit'

export const memoryStyles = css`
  :host {
    display: block;
    font-size: var(--st-text-1);
  }
  .tools,
  .files {
    display: flex;
    align-items: center;
    gap: 6px;
    margin: 4px 0;
  }
  select,
  .tools input,
  .entry {
    box-sizing: border-box;
    min-width: 0;
    padding: 2px 4px;
    border: 1px solid var(--st-line);
    border-radius: 4px;
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
    min-height: 26px;
  }
  select:focus-visible,
  .grid:focus-visible,
  .word:focus-visible,
  .button:focus-within {
    outline: 2px solid var(--st-accent);
    outline-offset: -1px;
  }
  .abi {
    display: flex;
    align-items: center;
    gap: 6px;
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
    gap: 1px;
    height: 22px;
  }
  [role="rowheader"] {
    flex: none;
    margin-right: 6px;
    color: var(--st-muted);
  }
  .word {
    padding: 1px 3px;
    border-radius: 3px;
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
    margin-left: 10px;
    white-space: pre;
  }
  .entry {
    width: 14ch;
    padding: 0 3px;
    font-family: var(--st-mono);
  }
  .button {
    display: inline-flex;
    align-items: center;
    position: relative;
    padding: 2px 10px;
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
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
      height: 44px;
    }
    .word {
      display: flex;
      align-items: center;
      min-width: 44px;
      height: 100%;
    }
  }
`
