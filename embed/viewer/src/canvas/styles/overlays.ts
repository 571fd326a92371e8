/** The overlays above the picture: level, zoom, overview, tip, number field, notices. */

import { css } from 'lit'
import { outlined, unseen } from '../../look.ts'

export const overlays = css`
  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 0;
    padding: 0;
    margin: 0;
    cursor: pointer;
  }
  button:focus-visible,
  input:focus-visible {
    outline-offset: var(--st-hairline);
  }
  .trail {
    position: absolute;
    top: var(--st-space-3);
    left: var(--st-space-3);
    max-width: calc(100% - 20 * var(--st-unit));
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--st-space-half);
    padding: var(--st-space-half);
    background: var(--st-raised);
    border-radius: var(--st-radius-pill);
    box-shadow: var(--st-shadow);
    font-size: var(--st-text-2);
  }
  .trail button,
  .trail [aria-current] {
    padding: calc(1.25 * var(--st-unit)) var(--st-space-2h);
    border-radius: var(--st-radius-pill);
    white-space: nowrap;
  }
  .trail button {
    color: var(--st-muted);
  }
  .trail button:hover {
    color: var(--st-ink);
    background: var(--st-sunken);
  }
  .trail [aria-current] {
    font-weight: 600;
  }
  .trail .turn {
    color: var(--st-low);
  }
  .zoom {
    position: absolute;
    right: var(--st-space-3);
    bottom: var(--st-space-3);
    display: flex;
    flex-direction: column;
    background: var(--st-raised);
    border-radius: var(--st-radius-card);
    box-shadow: var(--st-shadow);
    overflow: clip;
  }
  .zoom button {
    width: var(--st-control-3);
    height: var(--st-control-3);
    display: grid;
    place-items: center;
    color: var(--st-muted);
  }
  .zoom button:hover {
    color: var(--st-ink);
    background: var(--st-sunken);
  }
  .zoom button:focus-visible {
    outline-offset: calc(-1 * var(--st-stroke));
  }
  @container (max-width: 560px) or (max-height: 160px) {
    .zoom {
      bottom: auto;
      top: var(--st-space-3);
    }
    .zoom .step {
      display: none;
    }
  }
  .overview {
    position: absolute;
    left: var(--st-space-3);
    bottom: var(--st-space-3);
    padding: var(--st-space-1h);
    background: var(--st-raised);
    border-radius: var(--st-radius);
    box-shadow: var(--st-shadow);
    cursor: crosshair;
    touch-action: none;
    overflow: clip;
  }
  .overview[hidden] {
    display: none;
  }
  .overview svg {
    display: block;
    overflow: visible;
  }
  .overview .look {
    position: absolute;
    top: var(--st-space-1h);
    left: var(--st-space-1h);
    width: 100%;
    height: 100%;
    pointer-events: none;
  }
  .overview .boxes {
    fill: var(--st-low);
  }
  .overview .seen {
    fill: color-mix(in srgb, var(--st-accent) 14%, transparent);
    stroke: var(--st-accent);
    stroke-width: 1.5;
  }
  /* Narrower than this the corner is where the clock is. At the upper end a page tells its state. */
  @container (max-width: 780px) {
    .overview {
      bottom: calc(23 * var(--st-unit)); /* above the clock */
    }
  }
  /* so little room that it would cover what it shows */
  @container (max-width: 360px) or (max-height: 280px) {
    .overview {
      display: none;
    }
  }
  .tip {
    position: absolute;
    left: 0;
    top: 0;
    max-width: min(calc(80 * var(--st-unit)), 90%);
    padding: var(--st-space-2) var(--st-space-2h);
    background: var(--st-raised);
    border-radius: var(--st-radius);
    box-shadow: var(--st-shadow);
    font-size: var(--st-text-1);
    line-height: 1.5;
    pointer-events: none;
  }
  .tip .path {
    color: var(--st-muted);
    overflow-wrap: anywhere;
  }
  .tip .readings {
    display: grid;
    grid-template-columns: auto 1fr;
    column-gap: var(--st-space-2h);
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .tip .readings span:nth-child(odd) {
    color: var(--st-muted);
  }
  .tip b {
    font-weight: 600;
  }
  .entry {
    position: absolute;
    left: 0;
    top: 0;
    z-index: 2;
  }
  .entry input {
    box-sizing: border-box;
    width: 100%;
    height: 100%;
    padding: 0 calc(2.25 * var(--st-unit));
    border: calc(1.5 * var(--st-hairline)) solid var(--st-accent);
    border-radius: var(--st-radius);
    background: var(--st-surface);
    color: var(--st-ink);
    font: calc(3.5 * var(--st-unit)) var(--st-mono);
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
  .entry input:focus-visible {
    outline: var(--st-stroke-bold) solid color-mix(in srgb, var(--st-accent) 25%, transparent);
    outline-offset: 0;
  }
  .remark {
    position: absolute;
    left: 0;
    top: 0;
    max-width: calc(65 * var(--st-unit));
    padding: var(--st-space-1h) var(--st-space-2h);
    background: var(--st-raised);
    border-radius: var(--st-radius);
    box-shadow: var(--st-shadow);
    font-size: var(--st-text-1);
    line-height: 1.45;
    color: var(--st-warn);
    pointer-events: none;
    z-index: 2;
  }
  .notice {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    padding: var(--st-space-5);
    text-align: center;
    pointer-events: none;
  }
  .notice > div {
    max-width: 44ch;
    line-height: 1.5;
    color: var(--st-muted);
    pointer-events: auto;
  }
  .notice strong {
    display: block;
    color: var(--st-ink);
    font-size: var(--st-text-3);
    font-weight: 600;
    margin-bottom: var(--st-space-1);
  }
  .notice .kinds {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: var(--st-space-2);
    margin: var(--st-space-4) 0 0;
    padding: 0;
    list-style: none;
    font-size: var(--st-text-1);
  }
  .notice .kinds span {
    display: block;
    padding: calc(1.75 * var(--st-unit)) var(--st-space-1);
  }
  .notice .kinds b {
    color: var(--st-ink);
    font-variant-numeric: tabular-nums;
  }
  .notice .kinds button {
    margin: 0;
  }
  .notice button {
    margin-top: var(--st-space-3);
    padding: calc(1.75 * var(--st-unit)) var(--st-space-3h);
    ${outlined};
    background: var(--st-raised);
    color: var(--st-ink);
  }
  .progress {
    position: absolute;
    top: var(--st-space-3);
    left: 50%;
    transform: translateX(-50%);
    padding: var(--st-space-1h) var(--st-space-3h);
    background: var(--st-raised);
    border-radius: var(--st-radius-pill);
    box-shadow: var(--st-shadow);
    color: var(--st-muted);
    font-size: var(--st-text-2);
    white-space: nowrap;
  }
  .unseen {
    ${unseen};
  }
  /* shadows are not drawn with the colours of the system: a line keeps floating things apart from the picture */
  @media (forced-colors: active) {
    .trail,
    .zoom,
    .overview,
    .tip,
    .remark,
    .progress {
      border: var(--st-hairline) solid CanvasText;
    }
  }
`
