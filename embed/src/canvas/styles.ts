import { css } from 'lit'

export const canvasStyles = css`
  :host {
    display: block;
    position: relative;
    overflow: hidden;
    background: var(--st-paper);
    color: var(--st-ink);
    font-family: var(--st-font);
    font-size: var(--st-text-2);
    contain: strict;
    container-type: size;
    min-height: 120px;
  }
  :host([hidden]) {
    display: none;
  }
  .grid,
  .stage,
  svg.drawing {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  .grid {
    background-image: radial-gradient(circle, var(--st-grid) 1px, transparent 1.4px);
    background-size: 20px 20px;
    pointer-events: none;
  }
  .stage {
    touch-action: none;
    cursor: default;
    outline: none;
    user-select: none;
    -webkit-user-select: none;
  }
  :host([wheel='page']) .stage {
    touch-action: pan-x pan-y;
  }
  .stage.panning {
    cursor: grabbing;
  }
  svg.drawing {
    display: block;
    overflow: hidden;
    will-change: transform; /* a layer of its own */
    transition: opacity var(--st-motion);
  }
  svg.front {
    pointer-events: none;
  }
  .node {
    pointer-events: auto;
  }
  :host([dimmed]) svg.drawing {
    opacity: 0.9;
    filter: saturate(0.6);
  }

  /* wires: colour, weight and pattern all say the value */
  .net,
  .hit,
  .halo {
    fill: none;
    stroke: var(--st-low);
    stroke-width: 1.5;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .net.bus {
    stroke: var(--st-bus);
    stroke-width: 3;
  }
  .net.open {
    stroke-dasharray: 3 4;
  }
  .net.high {
    stroke: var(--st-high);
    stroke-width: 2.75;
  }
  .dots {
    fill: var(--st-low);
    pointer-events: none;
  }
  .dots.bus {
    fill: var(--st-bus);
  }
  .dots.high {
    fill: var(--st-high);
  }
  .hit {
    visibility: hidden; /* not painted, but still under the pointer */
    stroke-width: 12;
    pointer-events: stroke;
  }
  .halo {
    stroke: color-mix(in srgb, var(--st-accent) 26%, transparent);
    stroke-width: 10;
    stroke-linecap: round;
  }
  .slash {
    fill: none;
    stroke: var(--st-bus);
    stroke-width: 1.5;
  }
  text.width {
    fill: var(--st-bus);
    font: 500 9px var(--st-mono);
  }
  .calm .net,
  .calm .dots,
  .calm .track,
  .calm .bulb,
  .calm .glow,
  .calm .knob {
    transition:
      stroke var(--st-motion),
      stroke-width var(--st-motion),
      fill var(--st-motion),
      color var(--st-motion),
      opacity var(--st-motion),
      cx var(--st-motion);
  }

  /* nodes */
  .node {
    outline: none;
  }
  .node.interactive {
    cursor: pointer;
  }
  .node.field {
    cursor: text;
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
  .node.selected .ring {
    stroke: var(--st-accent);
    stroke-width: 1.5;
    fill: color-mix(in srgb, var(--st-accent) 7%, transparent);
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
  .outline.opens {
    stroke-width: 1.5;
  }
  .rule {
    fill: none;
    stroke: var(--st-line);
    stroke-width: 1;
  }
  .miniature-lines {
    fill: none;
    stroke: var(--st-low);
    stroke-width: 0.75;
  }
  .miniature-dots {
    fill: var(--st-muted);
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
    font-size: 12px;
    pointer-events: none;
  }
  text.caption,
  text.port,
  text.decimal {
    fill: var(--st-muted);
  }
  text.port {
    font-size: 11.5px;
  }
  text.port.strong {
    fill: var(--st-ink);
    font-weight: 500;
    font-size: 12px;
  }
  text.title,
  text.frame-name {
    font-weight: 600;
  }
  text.frame-name {
    font-size: 13px;
    fill: var(--st-muted);
  }
  text.icon {
    fill: var(--st-muted);
    font: 500 11px var(--st-mono);
  }
  text.name {
    font-size: 13px;
    font-weight: 500;
  }
  text.glyph {
    font: 500 18px var(--st-mono);
    font-variant-ligatures: none;
  }
  text.number,
  text.digit,
  text.stored,
  text.decimal,
  text.pill-text,
  text.teletype {
    font-size: 11px;
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
  }
  text.number {
    font-size: 13px;
  }
  .node.field text.number {
    font-size: 14px;
  }
  text.stored {
    font-size: 15px;
    font-weight: 500;
    fill: var(--st-bus);
  }
  text.digit {
    font-size: 12px;
    font-weight: 600;
  }

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
    overflow: hidden;
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

  .frame rect {
    fill: color-mix(in srgb, var(--st-surface) 55%, transparent);
    stroke: var(--st-line);
    stroke-width: 1.5;
  }

  .pill {
    pointer-events: none;
  }
  .pill rect {
    fill: var(--st-paper);
    stroke: var(--st-bus);
    stroke-width: 1;
  }
  text.pill-text {
    fill: var(--st-bus);
    font-size: 11px;
    font-weight: 500;
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

  /* from afar: names would be dust */
  .far .caption,
  .far .port,
  .far .width,
  .far .slash,
  .far .pill,
  .far .decimal,
  .far .clock,
  .far .miniature {
    display: none;
  }
  .far .net {
    stroke-width: 2;
  }
  .far .net.high {
    stroke-width: 3.5;
  }
  .far .net.bus {
    stroke-width: 4;
  }

  /* overlays */
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
    outline: 2px solid var(--st-accent);
    outline-offset: 1px;
  }
  .trail {
    position: absolute;
    top: var(--st-space-3);
    left: var(--st-space-3);
    max-width: calc(100% - 80px);
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px;
    padding: 2px;
    background: var(--st-raised);
    border-radius: 999px;
    box-shadow: var(--st-shadow);
    font-size: var(--st-text-2);
  }
  .trail button,
  .trail [aria-current] {
    padding: 5px 10px;
    border-radius: 999px;
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
    overflow: hidden;
  }
  .zoom button {
    width: 32px;
    height: 32px;
    display: grid;
    place-items: center;
    color: var(--st-muted);
  }
  .zoom button:hover {
    color: var(--st-ink);
    background: var(--st-sunken);
  }
  .zoom button:focus-visible {
    outline-offset: -2px;
  }
  .zoom svg {
    width: 16px;
    height: 16px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  @container (max-width: 560px) {
    .zoom {
      bottom: auto;
      top: var(--st-space-3);
    }
    .zoom .step {
      display: none;
    }
  }
  .tip {
    position: absolute;
    left: 0;
    top: 0;
    max-width: min(320px, 90%);
    padding: 8px 10px;
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
    column-gap: 10px;
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
    padding: 0 9px;
    border: 1.5px solid var(--st-accent);
    border-radius: var(--st-radius);
    background: var(--st-surface);
    color: var(--st-ink);
    font: 14px var(--st-mono);
    font-variant-numeric: tabular-nums;
    text-align: right;
  }
  .entry input:focus-visible {
    outline: 3px solid color-mix(in srgb, var(--st-accent) 25%, transparent);
    outline-offset: 0;
  }
  .remark {
    position: absolute;
    left: 0;
    top: 0;
    max-width: 260px;
    padding: 6px 10px;
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
    margin-bottom: 4px;
  }
  .notice button {
    margin-top: var(--st-space-3);
    padding: 7px 14px;
    border-radius: var(--st-radius);
    border: 1px solid var(--st-line);
    background: var(--st-raised);
    color: var(--st-ink);
  }
  .progress {
    position: absolute;
    top: var(--st-space-3);
    left: 50%;
    transform: translateX(-50%);
    padding: 6px 14px;
    background: var(--st-raised);
    border-radius: 999px;
    box-shadow: var(--st-shadow);
    color: var(--st-muted);
    font-size: var(--st-text-2);
    white-space: nowrap;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    .net.high,
    .lamp.on .bulb,
    .toggle.on .track {
      forced-color-adjust: none;
    }
  }
`
