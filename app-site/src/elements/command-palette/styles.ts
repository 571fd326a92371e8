import { css } from 'lit'

/** The look of `<command-palette>`. */
export const commandPaletteStyles = css`
  dialog {
    position: fixed;
    inset: calc(14 * var(--st-unit)) 0 auto;
    width: min(calc(150 * var(--st-unit)), calc(100vw - var(--st-space-4)));
    max-height: min(calc(110 * var(--st-unit)), calc(100vh - 22 * var(--st-unit)));
    margin: 0 auto;
    padding: 0;
    overflow: clip;
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-card);
    background: var(--st-surface);
    color: var(--st-ink);
    box-shadow: var(--st-shadow);
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
  }
  dialog::backdrop {
    background: color-mix(in srgb, var(--st-ink) 14%, transparent);
  }
  input {
    flex: none;
    width: 100%;
    min-height: calc(12 * var(--st-unit));
    padding: 0 var(--st-space-4);
    border: 0;
    border-bottom: var(--st-hairline) solid var(--st-line);
    background: none;
    font-size: var(--st-text-3);
    outline: none;
  }
  input:focus-visible {
    outline: none;
    border-bottom-color: var(--st-accent);
  }
  ul {
    margin: 0;
    padding: var(--st-space-1) 0;
    overflow: auto;
    list-style: none;
    overscroll-behavior: contain;
  }
  li {
    display: flex;
    align-items: center;
    gap: var(--st-space-2);
    min-height: var(--st-control-3-text);
    padding: var(--st-space-1) var(--st-space-4);
    font-size: var(--st-text-2);
    cursor: pointer;
  }
  li[aria-selected="true"] {
    background: color-mix(in srgb, var(--st-accent) 12%, transparent);
  }
  .label {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  li.part .label,
  li.signal .label {
    font-family: var(--st-mono);
  }
  mark {
    background: none;
    color: var(--st-accent);
    font-weight: 600;
  }
  .detail,
  .kind,
  .empty {
    color: var(--st-muted);
    font-size: var(--st-text-1);
  }
  .kind {
    flex: none;
    min-width: calc(16 * var(--st-unit));
    text-align: right;
  }
  .empty {
    padding: var(--st-space-3) var(--st-space-4);
  }
  @media (pointer: coarse) {
    li {
      min-height: var(--st-target);
    }
  }
`
