/** How the waveform panel looks around its picture. */
import { css } from 'lit'

export const waveStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 96px;
    height: 100%;
    overflow: clip;
    box-sizing: border-box;
    background: var(--st-paper);
    color: var(--st-ink);
    font-family: var(--st-font);
    font-size: var(--st-text-2);
    --names: 250px;
  }
  :host([hidden]) {
    display: none;
  }
  :host([narrow]) {
    --names: 132px;
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 4px;
    flex: none;
    min-height: 36px;
    padding: 2px 6px;
    box-sizing: border-box;
    background: var(--st-surface);
    border-bottom: 1px solid var(--st-line);
  }
  signal-search {
    flex: 0 1 238px;
    min-width: 96px;
  }
  .measure {
    flex: 1;
    min-width: 0;
    padding: 0 8px;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: var(--st-muted);
    font-variant-numeric: tabular-nums;
  }
  .measure.bad {
    color: var(--st-bad);
  }
  .tools {
    display: flex;
    flex: none;
    gap: 1px;
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
    flex: 1 1 96px;
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
    gap: 8px;
    margin: 0;
    padding: 2px 8px;
    min-height: 32px;
    box-sizing: border-box;
    color: var(--st-muted);
    background: var(--st-surface);
    border-bottom: 1px solid var(--st-line);
    overflow-wrap: anywhere;
  }
  .filing.bad {
    color: var(--st-bad);
  }
  .filing button {
    margin-left: auto;
  }
  :host([dropping]) .scroll {
    outline: 2px dashed var(--st-accent);
    outline-offset: -4px;
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
    border-right: 1px solid var(--st-line);
  }
  .head {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    height: 24px;
    padding: 0 8px 0 12px;
    box-sizing: border-box;
    font-size: var(--st-text-1);
    color: var(--st-muted);
    background: var(--st-surface);
    border-bottom: 1px solid var(--st-line);
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
    outline: 2px solid var(--st-accent);
    outline-offset: -2px;
  }
  .progress {
    position: absolute;
    top: 24px;
    left: 0;
    width: 100%;
    height: 2px;
    background: var(--st-accent);
    transform: scaleX(var(--part, 0));
    transform-origin: 0 0;
    pointer-events: none;
  }
  .hint {
    position: absolute;
    inset: auto 0 max(12px, 30%);
    padding: 0 16px;
    text-align: center;
    color: var(--st-muted);
    pointer-events: none;
  }
  .empty {
    display: grid;
    place-content: center;
    flex: 1;
    gap: 4px;
    padding: 16px;
    text-align: center;
    color: var(--st-muted);
    line-height: 1.4;
  }
  .empty b {
    font-weight: 500;
    color: var(--st-ink);
  }
  kbd {
    padding: 0 4px;
    font: inherit;
    font-size: var(--st-text-1);
    border: 1px solid var(--st-line);
    border-radius: 4px;
  }
  .export button {
    display: block;
    width: 100%;
    height: 30px;
    padding: 0 8px;
    text-align: left;
    color: var(--st-ink);
    white-space: nowrap;
  }
  .export small {
    color: var(--st-muted);
    font-size: var(--st-text-1);
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: clip;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .probe {
    position: absolute;
    visibility: hidden;
    pointer-events: none;
    font-size: var(--st-text-1);
  }
  @media (pointer: coarse) {
    button {
      min-width: 36px;
      height: 36px;
    }
  }
  @media print {
    .bar {
      display: none;
    }
  }
`
