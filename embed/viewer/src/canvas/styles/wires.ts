/** Wires, buses and their values. */
import { css } from 'lit'

export const wires = css`
  /* colour, weight and pattern all say the value */
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
  .net.bus.zero {
    stroke: var(--st-bus-zero);
    stroke-width: 2;
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
  .dots.bus.zero {
    fill: var(--st-bus-zero);
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
  path.lit {
    fill: none;
    stroke: color-mix(in srgb, var(--st-accent) 30%, transparent);
    stroke-width: 7;
    stroke-linecap: round;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .loop {
    fill: none;
    stroke: color-mix(in srgb, var(--st-bad) 45%, transparent);
    stroke-width: 8;
    stroke-linecap: round;
    stroke-linejoin: round;
    pointer-events: none;
  }
  .trace {
    fill: none;
    stroke: color-mix(in srgb, var(--st-accent) 20%, transparent);
    stroke-width: 9;
    stroke-linecap: round;
    stroke-linejoin: round;
    pointer-events: none;
  }
  /* the wires of a node that is being dragged: where they would be, and where they are */
  .trace.moving {
    stroke: var(--st-accent);
    stroke-width: 1.5;
    stroke-dasharray: 5 3;
  }
  .leaving {
    opacity: 0.25;
  }
  /* where a wire that is drawn as its name ends and goes on */
  .tag {
    fill: var(--st-surface);
    stroke: var(--st-low);
    stroke-width: 1.25;
    stroke-linejoin: round;
    cursor: pointer;
  }
  .tag.bus {
    stroke: var(--st-bus);
    stroke-width: 1.75;
  }
  .tag.bus.zero {
    stroke: var(--st-bus-zero);
  }
  .tag.open {
    stroke-dasharray: 3 3;
  }
  .tag.high {
    stroke: var(--st-high);
    stroke-width: 2.25;
  }
  text.tag-name {
    fill: var(--st-muted);
    font: 500 calc(2.625 * var(--st-unit)) var(--st-font);
    pointer-events: none;
  }
  .slash {
    fill: none;
    stroke: var(--st-bus);
    stroke-width: 1.5;
  }
  text.width {
    fill: var(--st-bus);
    font: 500 calc(2.25 * var(--st-unit)) var(--st-mono);
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
    font-size: var(--st-label-1);
    font-weight: 500;
  }
`
