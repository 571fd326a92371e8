import { css } from 'lit'

/** The look of `<circuit-stage>`. */
export const circuitStageStyles = css`
  :host {
    position: relative;
    display: block;
    min-width: 0;
    min-height: 0;
    overflow: clip;
    background: radial-gradient(circle, var(--st-grid) 1px, transparent 1.4px) 0 0 / 20px 20px var(--st-paper);
  }
  .keys {
    position: absolute;
    inset: 0;
    z-index: 1;
    pointer-events: none;
  }
  .keys:focus-visible {
    outline: 2px solid var(--st-accent);
    outline-offset: -2px;
  }
  circuit-canvas {
    position: absolute;
    inset: 0;
    min-height: 0;
  }
  circuit-controls {
    position: absolute;
    inset: auto 12px 16px;
    width: fit-content;
    margin-inline: auto;
    z-index: 2;
  }
  circuit-controls[low] {
    bottom: 6px;
  }
  .nothing {
    position: absolute;
    inset: 0;
    overflow: auto;
    display: grid;
    align-content: safe center;
    justify-content: safe center;
    padding: 64px 24px 24px;
  }
  .nothing > div {
    width: min(640px, 80vw);
  }
  h2 {
    margin: 0 0 4px;
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
    state-strip {
      display: none;
    }
  }
  .causes {
    display: flex;
    align-items: center;
    gap: 4px;
    max-width: 100%;
    padding: 2px 4px 2px 12px;
    pointer-events: auto;
    overflow-wrap: anywhere;
    background: var(--st-raised);
    border: 1px solid var(--st-line);
    border-left: 3px solid var(--st-accent);
    border-radius: var(--st-radius);
    box-shadow: var(--st-shadow);
  }
  .causes button {
    flex: none;
    padding: 0 8px;
    color: var(--st-muted);
  }
  .causes button.outlined {
    color: var(--st-ink);
  }
  .former {
    flex-wrap: wrap;
    gap: 4px 8px;
  }
  @media (pointer: coarse) {
    .causes button {
      min-width: 44px;
      min-height: 44px;
      justify-content: center;
    }
  }
  p {
    margin: 0 0 20px;
    color: var(--st-muted);
    font-size: var(--st-text-3);
  }
`
