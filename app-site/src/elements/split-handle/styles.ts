import { css } from 'lit'

/** The look of `<split-handle>`. */
export const splitHandleStyles = css`
  :host {
    position: relative;
    display: block;
    flex: none;
    background: var(--st-line);
    touch-action: none;
    z-index: 2;
  }
  :host([direction="columns"]) {
    width: var(--st-hairline);
    cursor: col-resize;
  }
  :host([direction="rows"]) {
    height: var(--st-hairline);
    cursor: row-resize;
  }
  .grip {
    position: absolute;
    outline: none;
    transition: background-color var(--st-motion);
  }
  :host([direction="columns"]) .grip {
    inset: 0 calc(-1 * var(--st-space-1));
  }
  :host([direction="rows"]) .grip {
    inset: calc(-1 * var(--st-space-1)) 0;
  }
  .grip:hover,
  .grip.dragging {
    background: color-mix(in srgb, var(--st-accent) 30%, transparent);
  }
  .grip:focus-visible {
    background: var(--st-accent);
  }
`
