import { codeBlock } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<level-work>`. */
export const levelWorkStyles = css`
  :host {
    display: grid;
    grid-template: minmax(0, 1fr) minmax(0, 1fr) auto auto / minmax(0, 1fr);
    min-width: 0;
    min-height: 0;
    background: var(--st-surface);
  }
  section {
    min-width: 0;
    min-height: 0;
  }
  .code {
    overflow: clip;
    display: grid;
  }
  .circuit {
    position: relative;
    border-top: var(--st-hairline) solid var(--st-line);
  }
  circuit-stage {
    position: absolute;
    inset: 0;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--st-space-2);
    padding: var(--st-space-2) var(--st-space-3);
    border-top: var(--st-hairline) solid var(--st-line);
  }
  .par {
    margin-left: auto;
    color: var(--st-muted);
    font-variant-numeric: tabular-nums;
  }
  .results {
    max-height: 42vh;
    overflow: auto;
    padding: 0 var(--st-space-3);
  }
  .results:has(p, pre, problem-list) {
    padding: var(--st-space-2) var(--st-space-3) var(--st-space-3);
    border-top: var(--st-hairline) solid var(--st-line);
  }
  p {
    margin: var(--st-space-1) 0;
  }
  .hint {
    padding: var(--st-space-2) var(--st-space-3);
    border-radius: var(--st-radius);
    background: var(--st-sunken);
  }
  .verdict {
    display: flex;
    align-items: center;
    gap: var(--st-space-2);
    font-size: var(--st-text-3);
    font-weight: 600;
  }
  .ok {
    color: var(--st-ok);
  }
  .bad {
    color: var(--st-bad);
  }
  .stale {
    color: var(--st-muted);
  }
  .stars,
  .tests {
    display: flex;
    flex-wrap: wrap;
    gap: var(--st-space-1) var(--st-space-4);
    margin: var(--st-space-1) 0;
    padding: 0;
    list-style: none;
    font-variant-numeric: tabular-nums;
  }
  .stars li {
    color: var(--st-muted);
  }
  .stars li.got {
    color: var(--st-ink);
  }
  .stars li.got span {
    color: var(--st-high);
  }
  .tests .failed {
    color: var(--st-bad);
  }
  .tests .passed {
    color: var(--st-muted);
  }
  .failure {
    margin: var(--st-space-2) 0;
  }
  h3 {
    margin: 0 0 var(--st-space-1);
    font-size: var(--st-text-2);
    font-weight: 600;
  }
  dl {
    display: grid;
    gap: var(--st-space-1);
    margin: 0;
  }
  dl div {
    display: grid;
    grid-template-columns: calc(20 * var(--st-unit-text)) minmax(0, 1fr);
  }
  dt {
    color: var(--st-muted);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  dd code {
    margin-right: var(--st-space-2);
  }
  code.got {
    color: var(--st-bad);
    font-weight: 600;
  }
  .next {
    display: inline-flex;
    align-items: center;
    min-height: var(--st-control-4);
    padding: 0 var(--st-space-4);
    border-radius: var(--st-radius);
    background: var(--st-accent);
    color: var(--st-on-accent);
    forced-color-adjust: none; /* else a text on it gets a ground of its own */
    text-decoration: none;
  }
  pre {
    margin: var(--st-space-2) 0;
    padding: var(--st-space-3);
    ${codeBlock};
    font-variant-ligatures: none;
  }
  @media (max-width: 60em) {
    /* The page scrolls as a whole. */
    :host {
      grid-template-rows: calc(85 * var(--st-unit-text)) calc(80 * var(--st-unit-text)) auto auto;
      border-top: var(--st-hairline) solid var(--st-line);
    }
    .results {
      max-height: none;
    }
  }
  @media (pointer: coarse) {
    .bar button,
    .results button,
    .next {
      min-height: var(--st-target);
    }
  }
`
