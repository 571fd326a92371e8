/** How the waveform panel looks around its picture. */

import { css } from 'lit'
import { oneLine, plainButton, unseen } from '../look.ts'

export const waveStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: calc(24 * var(--st-unit));
    height: 100%;
    overflow: clip;
    box-sizing: border-box;
    background: var(--st-paper);
    color: var(--st-ink);
    font-family: var(--st-font);
    font-size: var(--st-text-2);
    --names: calc(62.5 * var(--st-unit));
  }
  :host([hidden]) {
    display: none;
  }
  :host([narrow]) {
    --names: calc(33 * var(--st-unit));
  }
  .bar {
    display: flex;
    align-items: center;
    gap: var(--st-space-1);
    flex: none;
    min-height: var(--st-control-4);
    padding: var(--st-space-half) var(--st-space-1h);
    box-sizing: border-box;
    background: var(--st-surface);
    border-bottom: var(--st-hairline) solid var(--st-line);
  }
  signal-search {
    flex: 0 1 calc(59.5 * var(--st-unit));
    min-width: calc(24 * var(--st-unit));
  }
  .measure {
    flex: 1;
    min-width: 0;
    padding: 0 var(--st-space-2);
    ${oneLine};
    color: var(--st-muted);
    font-variant-numeric: tabular-nums;
  }
  .measure.bad {
    color: var(--st-bad);
  }
  .tools {
    display: flex;
    flex: none;
    gap: var(--st-hairline);
  }
  button {
    display: grid;
    place-items: center;
    flex: none;
    min-width: var(--st-control-2);
    height: var(--st-control-2);
    ${plainButton};
    transition:
      background var(--st-motion),
      color var(--st-motion);
  }
  button:hover {
    color: var(--st-ink);
    background: var(--st-sunken);
  }
  button[aria-pressed="true"].toggle {
    color: var(--st-accent);
  }
  button:disabled {
    opacity: 0.4;
    cursor: default;
    background: none;
  }
  :host([narrow]) .bar {
    flex-wrap: wrap;
    justify-content: space-between;
  }
  :host([narrow]) signal-search {
    flex: 1 1 calc(24 * var(--st-unit));
  }
  :host([narrow]) .measure {
    flex: 1 0 100%;
    order: 3;
  }
  :host([narrow]) .measure:empty,
  :host([narrow]) .secondary {
    display: none;
  }
  .filing {
    display: flex;
    align-items: center;
    gap: var(--st-space-2);
    margin: 0;
    padding: var(--st-space-half) var(--st-space-2);
    min-height: var(--st-control-3);
    box-sizing: border-box;
    color: var(--st-muted);
    background: var(--st-surface);
    border-bottom: var(--st-hairline) solid var(--st-line);
    overflow-wrap: anywhere;
  }
  .filing.bad {
    color: var(--st-bad);
  }
  .filing button {
    margin-left: auto;
  }
  :host([dropping]) .scroll {
    outline: var(--st-stroke) dashed var(--st-accent);
    outline-offset: calc(-1 * var(--st-unit));
  }
  .scroll {
    position: relative;
    display: grid;
    grid-template-columns: var(--names) minmax(0, 1fr);
    align-content: start;
    flex: 1;
    min-height: 0;
    overflow-y: auto; /* nothing in it is wider */
    overscroll-behavior: contain;
  }
  .names {
    min-width: 0;
    background: var(--st-surface);
    border-right: var(--st-hairline) solid var(--st-line);
  }
  .head {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    height: var(--st-control-1);
    padding: 0 var(--st-space-2) 0 var(--st-space-3);
    box-sizing: border-box;
    font-size: var(--st-text-1);
    color: var(--st-muted);
    background: var(--st-surface);
    border-bottom: var(--st-hairline) solid var(--st-line);
    white-space: nowrap;
  }
  .head b {
    font-family: var(--st-mono);
    font-weight: 400;
    color: var(--st-ink);
  }
  :host([past]) .head b {
    color: var(--st-warn);
  }
  .picture {
    position: sticky;
    top: 0;
    align-self: start;
    min-width: 0;
    overflow: clip;
  }
  canvas {
    display: block;
    width: 100%;
    touch-action: pan-y;
    cursor: crosshair;
    outline: none;
    user-select: none;
    -webkit-user-select: none;
  }
  canvas.panning {
    cursor: grabbing;
  }
  canvas:focus-visible {
    outline: var(--st-stroke) solid var(--st-accent);
    outline-offset: calc(-1 * var(--st-stroke));
  }
  .progress {
    position: absolute;
    top: var(--st-space-5);
    left: 0;
    width: 100%;
    height: var(--st-space-half);
    background: var(--st-accent);
    transform: scaleX(var(--part, 0));
    transform-origin: 0 0;
    pointer-events: none;
  }
  .hint {
    position: absolute;
    inset: auto 0 max(var(--st-space-3), 30%);
    padding: 0 var(--st-space-4);
    text-align: center;
    color: var(--st-muted);
    pointer-events: none;
  }
  .empty {
    display: grid;
    place-content: center;
    flex: 1;
    gap: var(--st-space-1);
    padding: var(--st-space-4);
    text-align: center;
    color: var(--st-muted);
    line-height: 1.4;
  }
  .empty b {
    font-weight: 500;
    color: var(--st-ink);
  }
  kbd {
    padding: 0 var(--st-space-1);
    font: inherit;
    font-size: var(--st-text-1);
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-2);
  }
  .export button {
    display: block;
    width: 100%;
    height: calc(7.5 * var(--st-unit));
    padding: 0 var(--st-space-2);
    text-align: left;
    color: var(--st-ink);
    white-space: nowrap;
  }
  .export small {
    color: var(--st-muted);
    font-size: var(--st-text-1);
  }
  .unseen {
    ${unseen};
    margin: calc(-1 * var(--st-hairline));
  }
  .probe {
    position: absolute;
    visibility: hidden;
    pointer-events: none;
    font-size: var(--st-text-1);
  }
  @media (pointer: coarse) {
    button {
      min-width: var(--st-control-4);
      height: var(--st-control-4);
    }
  }
  @media print {
    .bar {
      display: none;
    }
  }
`
