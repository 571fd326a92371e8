/** What is operated and what shows: switches, fields, lamps, displays, consoles. */
import { css } from 'lit'

export const faces = css`
  .track {
    fill: var(--st-sunken);
    stroke: var(--st-low);
    stroke-width: 1.5;
  }
  .knob {
    fill: var(--st-low);
  }
  .toggle .digit {
    fill: var(--st-muted);
  }
  .toggle.on .track {
    fill: var(--st-high);
    stroke: var(--st-high);
  }
  .toggle.on .knob {
    fill: var(--st-on-high);
  }
  .toggle.on .digit {
    fill: var(--st-on-high);
  }
  .node.interactive:hover .track,
  .node.interactive:hover rect.field {
    stroke: var(--st-accent);
  }

  rect.field {
    fill: var(--st-surface);
    stroke: var(--st-low);
    stroke-width: 1.5;
  }

  .bulb {
    fill: var(--st-sunken);
    stroke: var(--st-low);
    stroke-width: 2;
  }
  .glow {
    fill: var(--st-high);
    opacity: 0;
  }
  .lamp .digit {
    fill: var(--st-muted);
  }
  .lamp.on .bulb {
    fill: var(--st-high);
    stroke: var(--st-high);
  }
  .lamp.on .glow {
    opacity: 0.2;
  }
  .lamp.on .digit {
    fill: var(--st-on-high);
  }

  .panel {
    fill: var(--st-panel);
    stroke: var(--st-panel-line);
    stroke-width: 1;
  }
  .segment {
    fill: var(--st-panel-high);
  }
  .ghost {
    fill: var(--st-panel-text);
    opacity: 0.07;
  }
  /* pixels of displays, above the drawing */
  .pictures {
    position: absolute;
    top: 0;
    left: 0;
    transform-origin: 0 0;
    pointer-events: none;
  }
  :host([dimmed]) .pictures {
    opacity: 0.9;
  }
  .pixels {
    position: absolute;
    overflow: clip;
    color: var(--st-panel-high);
    background: color-mix(in srgb, var(--st-panel-text) 7%, var(--st-panel));
  }
  .pixels canvas {
    display: block;
    width: 100%;
    height: 100%;
    image-rendering: pixelated;
  }
  .pixels.gaps::after {
    content: '';
    position: absolute;
    inset: 0;
    background-image:
      linear-gradient(to right, var(--st-panel) 1px, transparent 1px),
      linear-gradient(to bottom, var(--st-panel) 1px, transparent 1px);
    background-size: var(--pixel) var(--pixel);
  }
  .keys {
    fill: none;
    stroke: var(--st-panel-text);
    stroke-width: 1;
  }
  .keys path {
    fill: var(--st-panel-text);
    stroke: none;
  }
  text.hint {
    fill: var(--st-panel-text);
  }
  .hint.live,
  .captured .hint.idle {
    display: none;
  }
  .captured .hint.live {
    display: initial;
  }
  .captured .caption {
    fill: var(--st-accent);
  }
  .teletype {
    fill: var(--st-panel-text);
    white-space: pre;
  }
`
