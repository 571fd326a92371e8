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
    width: 1px;
    cursor: col-resize;
  }
  :host([direction="rows"]) {
    height: 1px;
    cursor: row-resize;
  }
  .grip {
    position: absolute;
    outline: none;
    transition: background-color var(--st-motion);
  }
  :host([direction="columns"]) .grip {
    inset: 0 -4px;
  }
  :host([direction="rows"]) .grip {
    inset: -4px 0;
  }
  .grip:hover,
  .grip.dragging {
    background: color-mix(in srgb, var(--st-accent) 30%, transparent);
  }
  .grip:focus-visible {
    background: var(--st-accent);
  }
`
