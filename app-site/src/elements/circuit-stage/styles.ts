import { raised } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<circuit-stage>`. */
export const circuitStageStyles = css`
  :host {
    position: relative;
    display: block;
    min-width: 0;
    min-height: 0;
    overflow: clip;
    background:
      radial-gradient(circle, var(--st-grid) var(--st-hairline), transparent calc(1.4 * var(--st-hairline))) 0 0 /
      var(--st-space-4h) var(--st-space-4h) var(--st-paper);
  }
  .keys {
    position: absolute;
    inset: 0;
    z-index: 1;
    pointer-events: none;
  }
  .keys:focus-visible {
    outline: var(--st-stroke) solid var(--st-accent);
    outline-offset: calc(-1 * var(--st-stroke));
  }
  circuit-canvas {
    position: absolute;
    inset: 0;
    min-height: 0;
  }
  circuit-controls {
    position: absolute;
    inset: auto var(--st-space-3) var(--st-space-4);
    width: fit-content;
    margin-inline: auto;
    z-index: 2;
  }
  circuit-controls[low] {
    bottom: var(--st-space-1h);
  }
  .nothing {
    position: absolute;
    inset: 0;
    overflow: auto;
    display: grid;
    align-content: safe center;
    justify-content: safe center;
    padding: var(--st-space-8) var(--st-space-5) var(--st-space-5);
  }
  .nothing > div {
    width: min(calc(160 * var(--st-unit)), 80vw);
  }
  h2 {
    margin: 0 0 var(--st-space-1);
    font-size: var(--st-text-4);
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  @media print {
    :host {
      background: none;
      break-inside: avoid;
    }
    circuit-canvas {
      position: relative;
      inset: auto;
      aspect-ratio: var(--aspect, 4 / 3);
      max-height: 90vh;
    }
    .keys,
    .nothing,
    status-bar {
      display: none;
    }
  }
  .causes {
    display: flex;
    align-items: center;
    gap: var(--st-space-1);
    max-width: 100%;
    padding: var(--st-space-half) var(--st-space-1) var(--st-space-half) var(--st-space-3);
    pointer-events: auto;
    overflow-wrap: anywhere;
    ${raised};
    border-left: var(--st-stroke-bold) solid var(--st-accent);
    border-radius: var(--st-radius);
  }
  .causes button {
    flex: none;
    padding: 0 var(--st-space-2);
    color: var(--st-muted);
  }
  .causes button.outlined {
    color: var(--st-ink);
  }
  .former {
    flex-wrap: wrap;
    gap: var(--st-space-1) var(--st-space-2);
  }
  @media (pointer: coarse) {
    .causes button {
      min-width: var(--st-target);
      min-height: var(--st-target);
      justify-content: center;
    }
  }
  p {
    margin: 0 0 var(--st-space-4h);
    color: var(--st-muted);
    font-size: var(--st-text-3);
  }
`
