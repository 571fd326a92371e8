import { css } from 'lit'

/** The look of `<why-list>`. */
export const whyListStyles = css`
  :host {
    display: block;
    overflow: auto;
  }
  p {
    margin: 0;
    padding: var(--st-space-3) var(--st-space-4);
    color: var(--st-muted);
  }
  p.bad {
    color: var(--st-bad);
  }
  header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--st-space-2);
    padding: var(--st-space-half) var(--st-space-1) 0 var(--st-space-4);
    color: var(--st-muted);
  }
  header button {
    flex: none;
    padding: 0 var(--st-space-1h);
  }
  @media (pointer: coarse) {
    header button {
      min-width: var(--st-target);
      min-height: var(--st-target);
      justify-content: center;
    }
  }
  ol {
    list-style: none;
    margin: 0;
    padding: var(--st-space-1);
  }
  li {
    display: flex;
    align-items: baseline;
    gap: var(--st-space-1);
  }
  .step {
    flex: 1;
    min-width: 0;
    display: grid;
    grid-template-columns: 7em minmax(0, 1fr);
    gap: 0 var(--st-space-2h);
    align-items: baseline;
    padding: calc(1.25 * var(--st-unit)) var(--st-space-2h);
    text-align: left;
    white-space: normal;
    min-height: 0;
  }
  .step[aria-pressed="true"] {
    background: color-mix(in srgb, var(--st-accent) 12%, transparent);
  }
  .cycle {
    color: var(--st-muted);
    font-size: var(--st-text-1);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .text {
    overflow-wrap: anywhere;
  }
  .origin {
    font-weight: 600;
  }
  .line {
    color: var(--st-muted);
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
  }
`
