/** The panel beside the picture; a low sheet above the clock where there is little room. */

import { css } from 'lit'
import { plainList } from '../look.ts'

export const inspectorStyles = css`
  :host {
    position: absolute;
    top: max(var(--st-space-3), var(--st-over, 0px)); /* below what the page tells */
    right: var(--st-space-3);
    bottom: calc(33 * var(--st-unit)); /* above the zoom buttons */
    width: max(calc(66 * var(--st-unit)), 20.3em);
    max-width: calc(100% - var(--st-space-5));
    display: flex;
    align-items: flex-start;
    pointer-events: none;
    z-index: 1;
  }
  :host([aside]) {
    right: auto;
    left: var(--st-space-3);
    top: max(var(--st-space-7h), var(--st-over, 0px)); /* below the way back up, too */
  }
  .panel {
    pointer-events: auto;
    box-sizing: border-box;
    width: 100%;
    max-height: 100%;
    overflow: auto;
    overscroll-behavior: contain;
    padding: var(--st-space-2h) var(--st-space-3) var(--st-space-3);
    background: var(--st-raised);
    border-radius: var(--st-radius-card);
    box-shadow: var(--st-shadow);
    font-size: var(--st-text-2);
    line-height: 1.45;
    user-select: text;
    -webkit-user-select: text;
  }
  .panel:focus {
    outline: none;
  }
  .panel:focus-visible {
    outline: var(--st-stroke) solid var(--st-accent);
    outline-offset: calc(-1 * var(--st-stroke));
  }
  header {
    display: flex;
    align-items: flex-start;
    gap: var(--st-space-2);
  }
  h2 {
    flex: 1;
    min-width: 0;
    margin: 0;
    font-size: var(--st-text-3);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  h2 small,
  h3 small {
    margin-left: var(--st-space-2);
    font-size: var(--st-text-1);
    font-weight: 400;
    color: var(--st-muted);
  }
  h3 {
    margin: var(--st-space-3) 0 var(--st-space-half);
    font-size: var(--st-text-1);
    font-weight: 600;
    color: var(--st-muted);
  }
  p {
    margin: var(--st-space-1) 0 0;
  }
  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 0;
    border-radius: var(--st-radius);
    cursor: pointer;
  }
  button:hover:enabled {
    background: var(--st-sunken);
  }
  button:disabled {
    opacity: 0.4;
    cursor: default;
  }
  .close {
    flex: none;
    display: grid;
    place-items: center;
    width: var(--st-control-1);
    height: var(--st-control-1);
    padding: 0;
    margin: calc(-1 * var(--st-hairline)) calc(-1.25 * var(--st-unit)) 0 0;
    color: var(--st-muted);
  }
  .close svg {
    width: var(--st-icon-1);
    height: var(--st-icon-1);
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
  }
  a {
    color: var(--st-accent);
  }
  .about,
  .quiet,
  .place {
    color: var(--st-muted);
  }
  .place button {
    margin-left: calc(-1 * var(--st-space-1h));
    padding: var(--st-space-half) var(--st-space-1h);
    color: var(--st-accent);
  }
  .options {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0 var(--st-space-2h);
    margin: 0;
  }
  .options dt {
    color: var(--st-muted);
  }
  .options dd {
    margin: 0;
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
    overflow-wrap: anywhere;
    text-align: right;
  }
  .ports {
    ${plainList};
  }
  .ports li {
    display: grid;
    grid-template-columns: auto 1fr auto;
    column-gap: var(--st-space-2);
    align-items: baseline;
    padding: var(--st-space-half) 0;
  }
  .name {
    overflow-wrap: anywhere;
  }
  .kind {
    font-size: var(--st-text-1);
    color: var(--st-muted);
    white-space: nowrap;
  }
  .value {
    grid-column: 3;
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
    text-align: right;
    overflow-wrap: anywhere;
  }
  .value.high {
    color: var(--st-high);
    font-weight: 700;
  }
  .value.quiet {
    font-family: inherit;
    font-size: var(--st-text-1);
  }
  .more {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 0 var(--st-space-3);
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
    font-variant-numeric: tabular-nums;
    color: var(--st-muted);
    overflow-wrap: anywhere;
    text-align: right;
  }
  .more > span {
    overflow-wrap: anywhere;
  }
  .questions {
    grid-column: 1 / -1;
    display: flex;
    justify-content: flex-end;
    gap: var(--st-space-half);
  }
  .questions button {
    min-height: var(--st-control-1);
    padding: var(--st-hairline) var(--st-space-1h);
    font-size: var(--st-text-1);
    color: var(--st-muted);
  }
  .questions button:hover {
    color: var(--st-ink);
    background: color-mix(in srgb, var(--st-ink) 7%, transparent);
  }
  .text {
    margin: var(--st-space-half) 0 0;
    padding: var(--st-space-1h) var(--st-space-2);
    max-height: calc(30 * var(--st-unit));
    overflow: auto;
    background: var(--st-sunken);
    border-radius: var(--st-radius);
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .pages {
    display: flex;
    align-items: center;
    gap: var(--st-space-1h);
    font-size: var(--st-text-1);
  }
  .pages button {
    width: var(--st-control-2);
    height: var(--st-control-2);
    padding: 0;
    font-size: var(--st-text-3);
  }
  .pages .quiet {
    flex: 1;
  }
  .pages input {
    width: 9ch;
    padding: var(--st-space-half) var(--st-space-1);
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-2);
    background: var(--st-surface);
    color: var(--st-ink);
    font: inherit;
    font-family: var(--st-mono);
  }
  .text:focus-visible {
    outline: var(--st-stroke) solid var(--st-accent);
    outline-offset: calc(-1 * var(--st-hairline));
  }
  .entry {
    grid-column: 1 / -1;
    min-height: var(--st-control-2);
    padding: var(--st-space-half) var(--st-space-1h);
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-2);
    background: var(--st-surface);
    color: var(--st-ink);
    font: inherit;
    font-family: var(--st-mono);
  }
  .compare {
    margin-top: var(--st-space-3);
    font-size: var(--st-text-1);
  }
  summary {
    min-height: var(--st-control-1);
    color: var(--st-muted);
    font-weight: 600;
    cursor: pointer;
  }
  .pages button.run {
    width: auto;
    padding: 0 var(--st-space-2h);
    border: var(--st-hairline) solid var(--st-line);
    font-size: var(--st-text-1);
  }
  .changes {
    list-style: none;
    margin: var(--st-space-1) 0 0;
    padding: 0;
    max-height: calc(47.5 * var(--st-unit));
    overflow: auto;
  }
  .changes li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--st-space-2);
    padding: var(--st-hairline) 0;
  }
  .signal {
    min-height: var(--st-control-1);
    padding: 0;
    overflow-wrap: anywhere;
    text-align: left;
  }
  button.signal {
    color: var(--st-accent);
  }
  .values {
    margin-left: auto;
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .grip {
    display: none;
  }
  /* a sheet: what it tells stands in columns, so that it stays low and the picture is seen above it */
  @container (max-width: 560px) or ((max-width: 860px) and (min-height: 561px)) {
    :host,
    :host([aside]) {
      top: auto;
      left: var(--st-space-3);
      right: var(--st-space-3);
      bottom: calc(23 * var(--st-unit)); /* above the clock */
      width: auto;
      height: 40%;
      align-items: flex-end;
    }
    :host([aside]) {
      --top: max(calc(14 * var(--st-unit)), var(--st-over, 0px)); /* below the zoom button, too */
      top: var(--top);
      bottom: auto;
      /* Its lower end stays, so that it never covers what it tells of. */
      height: calc(40% + var(--st-space-7h) - var(--top));
      align-items: flex-start;
    }
    .panel {
      padding-top: var(--st-space-half);
      touch-action: pan-y;
    }
    .grip {
      display: block;
      width: var(--st-control-4);
      height: var(--st-space-1);
      margin: var(--st-space-1h) auto var(--st-space-half);
      border-radius: var(--st-radius-1);
      background: var(--st-line);
    }
    .top {
      position: sticky;
      top: calc(-1 * var(--st-space-half));
      padding-bottom: var(--st-space-1);
      background: var(--st-raised);
      touch-action: none; /* it is pulled down to close the sheet */
    }
    .close {
      width: calc(10 * var(--st-unit));
      height: calc(10 * var(--st-unit));
      margin: calc(-1 * var(--st-space-2h)) calc(-1 * var(--st-space-2h)) calc(-1 * var(--st-space-2)) 0;
    }
    .told {
      columns: calc(60 * var(--st-unit));
      column-gap: var(--st-space-5);
    }
    .told > h3:first-child {
      margin-top: 0;
    }
    .ports li,
    .options,
    .pages {
      break-inside: avoid;
    }
    h3 {
      break-after: avoid;
    }
  }
  @container (min-width: 561px) and (max-width: 860px) and (min-height: 561px) {
    :host,
    :host([aside]) {
      right: var(--st-space-8); /* beside the zoom buttons */
      height: 30%;
    }
    :host([aside]) {
      height: calc(30% + 14 * var(--st-unit) - var(--top));
    }
  }
  @container (max-height: 420px) and (min-width: 561px) {
    :host {
      bottom: calc(22 * var(--st-unit)); /* above the clock */
      right: var(--st-space-7h); /* beside the zoom buttons */
    }
    :host([aside]) {
      right: auto;
    }
  }
  /* all of the room above the clock, which is low then */
  @container (max-height: 280px) {
    :host,
    :host([aside]) {
      top: var(--st-space-1);
      bottom: calc(13 * var(--st-unit));
      height: auto;
    }
  }
  @media (forced-colors: active) {
    .panel {
      border: var(--st-hairline) solid CanvasText;
    }
  }
`
