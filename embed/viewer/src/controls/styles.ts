import { css } from 'lit'
import { outlined } from '../look.ts'

/** The look of `<circuit-controls>`. */
export const circuitControlsStyles = css`
  :host {
    display: inline-block;
    max-width: 100%;
    font-family: var(--st-font);
    font-size: var(--st-text-2);
    color: var(--st-ink);
    container-type: normal;
  }
  :host([hidden]),
  :host([idle]) {
    display: none;
  }
  .pill {
    padding: var(--st-space-1) var(--st-space-1h) var(--st-space-half);
    background: var(--st-raised);
    border-radius: calc(5 * var(--st-unit));
    box-shadow: var(--st-shadow);
    box-sizing: border-box;
    white-space: nowrap;
  }
  .row {
    display: flex;
    align-items: center;
    gap: var(--st-space-half);
    height: max(calc(10 * var(--st-unit)), 3.1em);
  }
  .pill.quiet {
    display: flex;
    align-items: center;
    height: max(var(--st-control-3), 2.46em);
    padding: 0 var(--st-space-3h);
    color: var(--st-muted);
  }
  button {
    display: grid;
    flex: none; /* with little room the circle of the run button stays one */
    place-items: center;
    width: clamp(var(--st-control-3), 2.46em, var(--st-target));
    height: clamp(var(--st-control-3), 2.46em, var(--st-target));
    padding: 0;
    font-size: inherit;
    border: 0;
    border-radius: 50%;
    background: none;
    color: var(--st-muted);
    cursor: pointer;
    transition:
      background var(--st-motion),
      color var(--st-motion);
  }
  @media (pointer: coarse) {
    .row {
      height: auto;
      min-height: var(--st-target);
    }
    button {
      width: var(--st-target);
      height: var(--st-target);
    }
  }
  button:hover {
    color: var(--st-ink);
    background: var(--st-sunken);
  }
  button.primary {
    background: var(--st-accent);
    color: var(--st-on-accent);
  }
  button.primary:hover {
    background: color-mix(in srgb, var(--st-accent) 88%, var(--st-ink));
  }
  button:disabled,
  button[aria-disabled="true"] {
    opacity: 0.4;
    cursor: default;
    background: none;
  }
  button.primary[aria-disabled="true"] {
    background: var(--st-muted);
  }
  .why {
    padding: 0 var(--st-space-2h) 0 var(--st-space-1h);
    color: var(--st-muted);
    white-space: normal;
    line-height: 1.3;
  }
  .pill.blocked .row {
    flex-wrap: nowrap;
    height: auto;
    min-height: max(calc(10 * var(--st-unit)), 3.1em);
  }
  button svg .solid {
    fill: currentColor;
    stroke: none;
  }
  .gap {
    width: var(--st-hairline);
    height: var(--st-icon-3);
    margin: 0 var(--st-space-1h);
    background: var(--st-line);
  }
  label {
    display: flex;
    align-items: center;
    gap: var(--st-space-2);
    padding: 0 var(--st-space-1);
  }
  input[type="range"] {
    appearance: none;
    width: calc(21 * var(--st-unit));
    height: calc(5 * var(--st-unit));
    margin: 0;
    background: none;
    border-radius: var(--st-radius-2);
    cursor: pointer;
  }
  input[type="range"]::-webkit-slider-runnable-track {
    height: var(--st-space-1);
    border-radius: var(--st-radius-1);
    background: var(--st-line);
  }
  input[type="range"]::-moz-range-track {
    height: var(--st-space-1);
    border-radius: var(--st-radius-1);
    background: var(--st-line);
  }
  input[type="range"]::-webkit-slider-thumb {
    appearance: none;
    width: var(--st-icon-1);
    height: var(--st-icon-1);
    margin-top: calc(-1.25 * var(--st-unit));
    border-radius: 50%;
    background: var(--st-muted);
    border: var(--st-stroke) solid var(--st-raised);
    box-sizing: border-box;
  }
  input[type="range"]::-moz-range-thumb {
    width: calc(2.5 * var(--st-unit));
    height: calc(2.5 * var(--st-unit));
    border-radius: 50%;
    background: var(--st-muted);
    border: var(--st-stroke) solid var(--st-raised);
  }
  .number {
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
  }
  .speed {
    width: 7ch;
    color: var(--st-muted);
  }
  .cycle {
    min-width: 8ch;
    padding: 0 var(--st-space-2) 0 var(--st-space-half);
  }
  button.cycle,
  button.cycle:hover {
    display: block;
    width: auto;
    border-radius: var(--st-radius);
    color: var(--st-ink);
    text-align: left;
  }
  button.cycle small {
    margin: 0;
  }
  .goal {
    width: 9ch;
    height: var(--st-control-2);
    padding: 0 var(--st-space-1);
    box-sizing: border-box;
    font: inherit;
    color: inherit;
    background: var(--st-sunken);
    ${outlined};
  }
  .cycle small {
    font-family: var(--st-font);
    font-size: var(--st-text-1);
    color: var(--st-muted);
    margin-right: var(--st-space-1h);
  }
  .achieved {
    color: var(--st-muted);
    padding-right: var(--st-space-2);
    text-align: right;
  }
  :host([narrow]) .cycle small,
  :host([narrow]) .running .speed {
    display: none; /* while it runs, what is reached says more than what was asked for */
  }
  :host([narrow]) .achieved {
    min-width: 6.5ch;
    padding-right: var(--st-space-1);
  }
  :host([narrow]) input[type="range"] {
    width: calc(14 * var(--st-unit));
  }
  :host([narrow]) .speed {
    width: 6.5ch;
  }
  :host([narrow]) .cycle {
    min-width: 4ch;
  }
  :host([narrow]) .gap {
    margin: 0 var(--st-space-half);
  }
  :host([tight]) .row {
    flex-wrap: wrap; /* a column of an article has not even room for these */
    justify-content: center;
    height: auto;
    min-height: max(calc(10 * var(--st-unit)), 3.1em);
    padding-bottom: var(--st-space-1);
  }
  :host([tight]) .meaning,
  :host([low]) .meaning {
    display: none;
  }
  :host([tight]) .gap {
    display: none;
  }
  :host([low]) .past,
  :host([low]) .gap,
  :host([low]) label,
  :host([low]) .achieved,
  :host([low]) .cycle small {
    display: none; /* one row: the picture needs the rest */
  }
  :host([low]) .pill:not(.quiet) {
    padding: var(--st-space-half) var(--st-space-1);
  }
  :host([low]) .row {
    flex-wrap: nowrap;
    height: var(--st-control-4);
    min-height: 0;
    padding: 0;
  }
  :host([low]) .cycle {
    min-width: 4ch;
  }
  @media print {
    :host {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .pill,
    button.primary {
      border: var(--st-hairline) solid CanvasText;
    }
    input[type="range"]::-webkit-slider-runnable-track,
    .gap {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }
`
