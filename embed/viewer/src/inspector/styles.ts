/** The panel beside the picture; a low sheet above the clock where there is little room. */
import { css } from 'lit'

export const inspectorStyles = css`
  :host {
    position: absolute;
    top: max(var(--st-space-3), var(--st-over, 0px)); /* below what the page tells */
    right: var(--st-space-3);
    bottom: 132px; /* above the zoom buttons */
    width: max(264px, 20.3em);
    max-width: calc(100% - 24px);
    display: flex;
    align-items: flex-start;
    pointer-events: none;
    z-index: 1;
  }
  :host([aside]) {
    right: auto;
    left: var(--st-space-3);
    top: max(56px, var(--st-over, 0px)); /* below the way back up, too */
  }
  .panel {
    pointer-events: auto;
    box-sizing: border-box;
    width: 100%;
    max-height: 100%;
    overflow: auto;
    overscroll-behavior: contain;
    padding: 10px 12px 12px;
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
    outline: 2px solid var(--st-accent);
    outline-offset: -2px;
  }
  header {
    display: flex;
    align-items: flex-start;
    gap: 8px;
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
    margin-left: 8px;
    font-size: var(--st-text-1);
    font-weight: 400;
    color: var(--st-muted);
  }
  h3 {
    margin: 12px 0 2px;
    font-size: var(--st-text-1);
    font-weight: 600;
    color: var(--st-muted);
  }
  p {
    margin: 4px 0 0;
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
    width: 24px;
    height: 24px;
    padding: 0;
    margin: -1px -5px 0 0;
    color: var(--st-muted);
  }
  .close svg {
    width: 14px;
    height: 14px;
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
    margin-left: -6px;
    padding: 2px 6px;
    color: var(--st-accent);
  }
  .options {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 0 10px;
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
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .ports li {
    display: grid;
    grid-template-columns: auto 1fr auto;
    column-gap: 8px;
    align-items: baseline;
    padding: 2px 0;
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
    gap: 0 12px;
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
    gap: 2px;
  }
  .questions button {
    min-height: 24px;
    padding: 1px 6px;
    font-size: var(--st-text-1);
    color: var(--st-muted);
  }
  .questions button:hover {
    color: var(--st-ink);
    background: color-mix(in srgb, var(--st-ink) 7%, transparent);
  }
  .text {
    margin: 2px 0 0;
    padding: 6px 8px;
    max-height: 120px;
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
    gap: 6px;
    font-size: var(--st-text-1);
  }
  .pages button {
    width: 28px;
    height: 28px;
    padding: 0;
    font-size: var(--st-text-3);
  }
  .pages .quiet {
    flex: 1;
  }
  .pages input {
    width: 9ch;
    padding: 2px 4px;
    border: 1px solid var(--st-line);
    border-radius: 4px;
    background: var(--st-surface);
    color: var(--st-ink);
    font: inherit;
    font-family: var(--st-mono);
  }
  .text:focus-visible {
    outline: 2px solid var(--st-accent);
    outline-offset: -1px;
  }
  .entry {
    grid-column: 1 / -1;
    min-height: 28px;
    padding: 2px 6px;
    border: 1px solid var(--st-line);
    border-radius: 4px;
    background: var(--st-surface);
    color: var(--st-ink);
    font: inherit;
    font-family: var(--st-mono);
  }
  .compare {
    margin-top: 12px;
    font-size: var(--st-text-1);
  }
  summary {
    min-height: 24px;
    color: var(--st-muted);
    font-weight: 600;
    cursor: pointer;
  }
  .pages button.run {
    width: auto;
    padding: 0 10px;
    border: 1px solid var(--st-line);
    font-size: var(--st-text-1);
  }
  .changes {
    list-style: none;
    margin: 4px 0 0;
    padding: 0;
    max-height: 190px;
    overflow: auto;
  }
  .changes li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    padding: 1px 0;
  }
  .signal {
    min-height: 24px;
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
      bottom: 92px; /* above the clock */
      width: auto;
      height: 40%;
      align-items: flex-end;
    }
    :host([aside]) {
      --top: max(56px, var(--st-over, 0px)); /* below the zoom button, too */
      top: var(--top);
      bottom: auto;
      height: calc(40% + 56px - var(--top)); /* its lower end stays, so that it never covers what it tells of */
      align-items: flex-start;
    }
    .panel {
      padding-top: 2px;
      touch-action: pan-y;
    }
    .grip {
      display: block;
      width: 36px;
      height: 4px;
      margin: 6px auto 2px;
      border-radius: 2px;
      background: var(--st-line);
    }
    .top {
      position: sticky;
      top: -2px;
      padding-bottom: 4px;
      background: var(--st-raised);
      touch-action: none; /* it is pulled down to close the sheet */
    }
    .close {
      width: 40px;
      height: 40px;
      margin: -10px -10px -8px 0;
    }
    .told {
      columns: 240px;
      column-gap: 24px;
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
      right: 64px; /* beside the zoom buttons */
      height: 30%;
    }
    :host([aside]) {
      height: calc(30% + 56px - var(--top));
    }
  }
  @container (max-height: 420px) and (min-width: 561px) {
    :host {
      bottom: 88px; /* above the clock */
      right: 56px; /* beside the zoom buttons */
    }
    :host([aside]) {
      right: auto;
    }
  }
  /* all of the room above the clock, which is low then */
  @container (max-height: 280px) {
    :host,
    :host([aside]) {
      top: 4px;
      bottom: 52px;
      height: auto;
    }
  }
  @media (forced-colors: active) {
    .panel {
      border: 1px solid CanvasText;
    }
  }
`
