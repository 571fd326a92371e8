import { css } from 'lit'

/** The look of `<example-gallery>`. */
export const exampleGalleryStyles = css`
  :host {
    display: block;
  }
  h3 {
    margin: var(--st-space-4h) 0 var(--st-space-2);
    font-size: var(--st-text-2);
    font-weight: 600;
    color: var(--st-muted);
  }
  h3:first-child {
    margin-top: 0;
  }
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
    display: grid;
    gap: var(--st-space-3);
    grid-template-columns: repeat(auto-fill, minmax(calc(45 * var(--st-unit)), 1fr));
  }
  li {
    display: grid;
  }
  button {
    display: grid;
    align-content: start;
    justify-items: start;
    gap: var(--st-space-1);
    padding: var(--st-space-3);
    text-align: left;
    white-space: normal;
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-card);
    background: var(--st-surface);
  }
  button:hover {
    background: var(--st-surface);
    border-color: var(--st-accent);
  }
  button[aria-current="true"] {
    border-color: var(--st-accent);
  }
  button svg {
    width: 100%;
    height: auto;
    max-height: calc(24 * var(--st-unit));
    margin-bottom: var(--st-space-1);
    background: var(--st-paper);
    border-radius: var(--st-radius);
  }
  .title {
    font-weight: 600;
    font-size: var(--st-text-3);
  }
  .line {
    color: var(--st-muted);
  }
  .wire {
    stroke: var(--st-low);
  }
  .live {
    stroke: var(--st-high);
    stroke-width: 2.5;
  }
  .bus {
    stroke: var(--st-bus);
    stroke-width: 3;
  }
  .body {
    stroke: var(--st-outline);
    fill: var(--st-surface);
  }
  .dot {
    fill: var(--st-low);
  }
  .dot-live {
    fill: var(--st-high);
  }
  .dot-bus {
    fill: var(--st-bus);
  }
  .lamp {
    stroke: var(--st-low);
  }
  .lamp-on {
    stroke: var(--st-high);
    fill: var(--st-high);
  }
  text {
    fill: var(--st-muted);
    font-family: var(--st-mono);
  }
`
