import { css } from 'lit'

/** The look of `<row-names>`. */
export const rowNamesStyles = css`
  :host {
    display: block;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .row {
    position: relative;
    display: flex;
    align-items: center;
    height: var(--row);
    box-sizing: border-box;
    padding-right: 2px;
    border-bottom: 1px solid color-mix(in srgb, var(--st-line) 50%, transparent);
  }
  .row[hidden] {
    display: none;
  }
  .row.inside .name {
    padding-left: 24px;
  }
  .group {
    height: calc(var(--row) * var(--head));
    box-sizing: border-box;
    border-bottom: 1px solid color-mix(in srgb, var(--st-line) 50%, transparent);
  }
  .group button {
    display: flex;
    align-items: center;
    gap: 4px;
    width: 100%;
    height: 100%;
    padding: 0 8px 0 6px;
    overflow: clip;
    white-space: nowrap;
    text-overflow: ellipsis;
    color: var(--st-ink);
    font-weight: 550;
  }
  .group button:hover {
    background: var(--st-sunken);
  }
  .group svg {
    flex: none;
    width: 14px;
    height: 14px;
    color: var(--st-muted);
  }
  .group small {
    font-weight: 400;
    color: var(--st-muted);
  }
  .row.analog {
    height: calc(var(--row) * var(--analog));
  }
  .row.selected {
    background: color-mix(in srgb, var(--st-accent) 8%, transparent);
    box-shadow: inset 2px 0 var(--st-accent);
  }
  .origin {
    flex: none;
    margin-left: 6px;
    padding: 0 4px;
    font-family: var(--st-font);
    font-size: var(--st-text-1);
    color: var(--st-accent);
    border: 1px solid currentColor;
    border-radius: 4px;
  }
  .row.dragged {
    opacity: 0.5;
  }
  .row.target::before,
  .row.target-end::after {
    content: "";
    position: absolute;
    top: -1px;
    left: 0;
    right: 0;
    height: 2px;
    background: var(--st-accent);
  }
  .row.target-end::after {
    top: auto;
    bottom: -1px;
  }
  button {
    flex: none;
    padding: 0;
    font: inherit;
    color: var(--st-muted);
    background: none;
    border: 0;
    border-radius: var(--st-radius);
    cursor: pointer;
  }
  .name {
    display: flex;
    flex: 1;
    align-items: center;
    min-width: 0;
    height: 100%;
    padding: 0 6px 0 12px;
    color: var(--st-ink);
    border-radius: 0;
    text-align: left;
    white-space: nowrap;
  }
  .name:focus-visible {
    outline-offset: -2px;
  }
  .prefix,
  .leaf {
    flex: 0 1 auto;
    min-width: 0;
    overflow: clip;
    text-overflow: ellipsis;
  }
  .prefix {
    flex-shrink: 1000;
    color: var(--st-muted);
  }
  .expression .leaf {
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
  }
  .value {
    flex: 0 1 auto;
    max-width: 55%;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
    font-variant-numeric: tabular-nums;
    color: var(--st-bus);
  }
  .value.bit {
    color: var(--st-muted);
  }
  .value.bit.high {
    color: var(--st-high);
    font-weight: 600;
  }
  .problem {
    padding: 0 4px;
    font-weight: 600;
    color: var(--st-bad);
  }
  .more {
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
  }
  .more:hover {
    color: var(--st-ink);
    background: var(--st-sunken);
  }
  :host([brief]) .value {
    max-width: 50%;
  }
  :host([brief]) .name {
    padding: 0 4px 0 8px;
  }
  :host([brief]) .more {
    width: 20px;
  }
  @media (pointer: coarse) {
    .more,
    :host([brief]) .more {
      width: 32px;
      height: 100%;
    }
  }
  @media (forced-colors: active) {
    .row.selected {
      outline: 1px solid Highlight;
      outline-offset: -1px;
    }
  }
`
