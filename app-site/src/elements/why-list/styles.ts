import { css } from 'lit'

/** The look of `<why-list>`. */
export const whyListStyles = css`
  :host {
    display: block;
    overflow: auto;
  }
  p {
    margin: 0;
    padding: 12px 16px;
    color: var(--st-muted);
  }
  p.bad {
    color: var(--st-bad);
  }
  header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    padding: 2px 4px 0 16px;
    color: var(--st-muted);
  }
  header button {
    flex: none;
    padding: 0 6px;
  }
  @media (pointer: coarse) {
    header button {
      min-width: 44px;
      min-height: 44px;
      justify-content: center;
    }
  }
  ol {
    list-style: none;
    margin: 0;
    padding: 4px;
  }
  li {
    display: flex;
    align-items: baseline;
    gap: 4px;
  }
  .step {
    flex: 1;
    min-width: 0;
    display: grid;
    grid-template-columns: 7em minmax(0, 1fr);
    gap: 0 10px;
    align-items: baseline;
    padding: 5px 10px;
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
