import { css } from 'lit'
import { oneLine, plainButton, plainList } from '../../look.ts'

/** The look of `<row-names>`. */
export const rowNamesStyles = css`
  :host {
    display: block;
  }
  ul {
    ${plainList};
  }
  .row {
    position: relative;
    display: flex;
    align-items: center;
    height: var(--row);
    box-sizing: border-box;
    padding-right: var(--st-space-half);
    border-bottom: var(--st-hairline) solid color-mix(in srgb, var(--st-line) 50%, transparent);
  }
  .row[hidden] {
    display: none;
  }
  .row.inside .name {
    padding-left: var(--st-space-5);
  }
  .group {
    height: calc(var(--row) * var(--head));
    box-sizing: border-box;
    border-bottom: var(--st-hairline) solid color-mix(in srgb, var(--st-line) 50%, transparent);
  }
  .group button {
    display: flex;
    align-items: center;
    gap: var(--st-space-1);
    width: 100%;
    height: 100%;
    padding: 0 var(--st-space-2) 0 var(--st-space-1h);
    ${oneLine};
    color: var(--st-ink);
    font-weight: 550;
  }
  .group button:hover {
    background: var(--st-sunken);
  }
  .group svg {
    flex: none;
    width: var(--st-icon-1);
    height: var(--st-icon-1);
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
    box-shadow: inset var(--st-stroke) 0 var(--st-accent);
  }
  .origin {
    flex: none;
    margin-left: var(--st-space-1h);
    padding: 0 var(--st-space-1);
    font-family: var(--st-font);
    font-size: var(--st-text-1);
    color: var(--st-accent);
    border: var(--st-hairline) solid currentColor;
    border-radius: var(--st-radius-2);
  }
  .row.dragged {
    opacity: 0.5;
  }
  .row.target::before,
  .row.target-end::after {
    content: "";
    position: absolute;
    top: calc(-1 * var(--st-hairline));
    left: 0;
    right: 0;
    height: var(--st-space-half);
    background: var(--st-accent);
  }
  .row.target-end::after {
    top: auto;
    bottom: calc(-1 * var(--st-hairline));
  }
  button {
    flex: none;
    ${plainButton};
  }
  .name {
    display: flex;
    flex: 1;
    align-items: center;
    min-width: 0;
    height: 100%;
    padding: 0 var(--st-space-1h) 0 var(--st-space-3);
    color: var(--st-ink);
    border-radius: 0;
    text-align: left;
    white-space: nowrap;
  }
  .name:focus-visible {
    outline-offset: calc(-1 * var(--st-stroke));
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
    ${oneLine};
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
    padding: 0 var(--st-space-1);
    font-weight: 600;
    color: var(--st-bad);
  }
  .more {
    display: grid;
    place-items: center;
    width: var(--st-control-1);
    height: var(--st-control-1);
  }
  .more:hover {
    color: var(--st-ink);
    background: var(--st-sunken);
  }
  :host([brief]) .value {
    max-width: 50%;
  }
  :host([brief]) .name {
    padding: 0 var(--st-space-1) 0 var(--st-space-2);
  }
  :host([brief]) .more {
    width: calc(5 * var(--st-unit));
  }
  @media (pointer: coarse) {
    .more,
    :host([brief]) .more {
      width: var(--st-control-3);
      height: 100%;
    }
  }
  @media (forced-colors: active) {
    .row.selected {
      outline: var(--st-hairline) solid Highlight;
      outline-offset: calc(-1 * var(--st-hairline));
    }
  }
`
