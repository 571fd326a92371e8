/** Symbols: outlines, names, frames, badges. */
import { css } from 'lit'

export const nodes = css`
  .node {
    outline: none;
  }
  /* far from where the canvas looks; a node keeps its own group, which can still be reached with the keyboard */
  .away:not(.node),
  .node.away > * {
    display: none;
  }
  .node.interactive {
    cursor: pointer;
  }
  .ring {
    fill: none;
    stroke: none;
    pointer-events: all;
  }
  .node:focus-visible .ring,
  .node.focus .ring {
    stroke: var(--st-accent);
    stroke-width: 2;
  }
  .node.captured .ring {
    stroke: var(--st-accent);
    stroke-width: 3;
    fill: color-mix(in srgb, var(--st-accent) 14%, transparent);
  }
  /* what the cursor in the text is at */
  .node.marked .ring {
    stroke: color-mix(in srgb, var(--st-accent) 60%, transparent);
    stroke-width: 1.5;
    stroke-dasharray: 5 3;
    fill: color-mix(in srgb, var(--st-accent) 5%, transparent);
  }
  .node.lit .ring {
    stroke: var(--st-accent);
    stroke-width: 1.5;
  }
  .dim {
    opacity: 0.28;
  }
  .node.dim:focus-visible {
    opacity: 1;
  }
  .node.selected .ring {
    stroke: var(--st-accent);
    stroke-width: 1.5;
    stroke-dasharray: none;
    fill: color-mix(in srgb, var(--st-accent) 7%, transparent);
  }
  /* it stands where a person has put it */
  .pin-mark {
    fill: var(--st-surface);
    stroke: var(--st-muted);
    stroke-width: 1.5;
    pointer-events: none;
  }
  .far .pin-mark {
    display: none;
  }
  .node.lifted {
    opacity: 0.75;
    cursor: grabbing;
  }
  .node.lifted .ring {
    stroke: var(--st-accent);
    stroke-width: 1.5;
  }
  .outline {
    fill: var(--st-surface);
    stroke: var(--st-outline);
    stroke-width: 2;
    stroke-linejoin: round;
  }
  .outline.open {
    fill: none;
    stroke-linecap: round;
  }
  .outline.thin {
    stroke-width: 1.5;
  }
  .clock {
    fill: none;
    stroke: var(--st-outline);
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
  text {
    fill: var(--st-ink);
    font-family: var(--st-font);
    font-size: var(--st-label-2);
    pointer-events: none;
  }
  text.caption,
  text.port,
  text.decimal {
    fill: var(--st-muted);
  }
  text.port {
    font-size: calc(2.875 * var(--st-unit));
  }
  text.port.strong {
    fill: var(--st-ink);
    font-weight: 500;
    font-size: var(--st-label-2);
  }
  text.title,
  text.frame-name {
    font-weight: 600;
  }
  text.frame-name {
    font-size: var(--st-label-3);
    fill: var(--st-muted);
  }
  text.icon {
    fill: var(--st-muted);
    font: 500 var(--st-label-1) var(--st-mono);
  }
  text.name {
    font-size: var(--st-label-3);
    font-weight: 500;
  }
  text.glyph {
    font: 500 var(--st-label-5) var(--st-mono);
    font-variant-ligatures: none;
  }
  text.afar {
    display: none;
    dominant-baseline: central;
    font-weight: 600;
  }
  text.afar.code {
    font-family: var(--st-mono);
    font-variant-ligatures: none;
  }
  text.number,
  text.digit,
  text.stored,
  text.decimal,
  text.pill-text,
  text.teletype {
    font-size: var(--st-label-1);
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
  }
  text.number {
    font-size: var(--st-label-3);
  }
  text.stored {
    font-size: var(--st-label-4);
    font-weight: 500;
    fill: var(--st-bus);
  }
  text.digit {
    font-size: var(--st-label-2);
    font-weight: 600;
  }

  .frame rect {
    fill: color-mix(in srgb, var(--st-surface) 55%, transparent);
    stroke: var(--st-line);
    stroke-width: 1.5;
  }

  .fault circle {
    fill: var(--st-bad);
    stroke: var(--st-paper);
    stroke-width: 2;
  }
  .fault .mark {
    fill: var(--st-paper);
    font-weight: 700;
  }
  .faulty .outline,
  .faulty .panel {
    stroke: var(--st-bad);
  }
`
