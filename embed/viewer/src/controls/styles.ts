import { css } from 'lit'

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
    padding: 4px 6px 2px;
    background: var(--st-raised);
    border-radius: 20px;
    box-shadow: var(--st-shadow);
    box-sizing: border-box;
    white-space: nowrap;
  }
  .row {
    display: flex;
    align-items: center;
    gap: 2px;
    height: max(40px, 3.1em);
  }
  .pill.quiet {
    display: flex;
    align-items: center;
    height: max(32px, 2.46em);
    padding: 0 14px;
    color: var(--st-muted);
  }
  button {
    display: grid;
    flex: none; /* with little room the circle of the run button stays one */
    place-items: center;
    width: clamp(32px, 2.46em, 44px);
    height: clamp(32px, 2.46em, 44px);
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
    padding: 0 10px 0 6px;
    color: var(--st-muted);
    white-space: normal;
    line-height: 1.3;
  }
  .pill.blocked .row {
    flex-wrap: nowrap;
    height: auto;
    min-height: max(40px, 3.1em);
  }
  button svg .solid {
    fill: currentColor;
    stroke: none;
  }
  .gap {
    width: 1px;
    height: 18px;
    margin: 0 6px;
    background: var(--st-line);
  }
  label {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 0 4px;
  }
  input[type="range"] {
    appearance: none;
    width: 84px;
    height: 20px;
    margin: 0;
    background: none;
    border-radius: 4px;
    cursor: pointer;
  }
  input[type="range"]::-webkit-slider-runnable-track {
    height: 4px;
    border-radius: 2px;
    background: var(--st-line);
  }
  input[type="range"]::-moz-range-track {
    height: 4px;
    border-radius: 2px;
    background: var(--st-line);
  }
  input[type="range"]::-webkit-slider-thumb {
    appearance: none;
    width: 14px;
    height: 14px;
    margin-top: -5px;
    border-radius: 50%;
    background: var(--st-muted);
    border: 2px solid var(--st-raised);
    box-sizing: border-box;
  }
  input[type="range"]::-moz-range-thumb {
    width: 10px;
    height: 10px;
    border-radius: 50%;
    background: var(--st-muted);
    border: 2px solid var(--st-raised);
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
    padding: 0 8px 0 2px;
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
    height: 28px;
    padding: 0 4px;
    box-sizing: border-box;
    font: inherit;
    color: inherit;
    background: var(--st-sunken);
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
  }
  .cycle small {
    font-family: var(--st-font);
    font-size: var(--st-text-1);
    color: var(--st-muted);
    margin-right: 6px;
  }
  .achieved {
    color: var(--st-muted);
    padding-right: 8px;
    text-align: right;
  }
  :host([narrow]) .cycle small,
  :host([narrow]) .running .speed {
    display: none; /* while it runs, what is reached says more than what was asked for */
  }
  :host([narrow]) .achieved {
    min-width: 6.5ch;
    padding-right: 4px;
  }
  :host([narrow]) input[type="range"] {
    width: 56px;
  }
  :host([narrow]) .speed {
    width: 6.5ch;
  }
  :host([narrow]) .cycle {
    min-width: 4ch;
  }
  :host([narrow]) .gap {
    margin: 0 2px;
  }
  :host([tight]) .row {
    flex-wrap: wrap; /* a column of an article has not even room for these */
    justify-content: center;
    height: auto;
    min-height: max(40px, 3.1em);
    padding-bottom: 4px;
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
    padding: 2px 4px;
  }
  :host([low]) .row {
    flex-wrap: nowrap;
    height: 36px;
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
      border: 1px solid CanvasText;
    }
    input[type="range"]::-webkit-slider-runnable-track,
    .gap {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }
`
