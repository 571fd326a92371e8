import { outlined } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<compare-panel>`. */
export const comparePanelStyles = css`
  :host {
    display: block;
    overflow: auto;
    padding: var(--st-space-2) var(--st-space-3) var(--st-space-3);
  }
  form {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--st-space-1h);
  }
  textarea {
    flex: 1 1 16em;
    min-width: 0;
    max-width: 40em;
    height: var(--st-control-3);
    padding: calc(1.25 * var(--st-unit)) var(--st-space-2);
    resize: vertical;
    ${outlined};
    background: var(--st-surface);
    color: inherit;
    font: var(--st-text-2) var(--st-mono);
  }
  p {
    margin: var(--st-space-2) 0 0;
    color: var(--st-muted);
  }
  p.found {
    color: var(--st-ink);
  }
  p.bad {
    color: var(--st-bad);
  }
  table {
    margin-top: var(--st-space-1h);
    border-collapse: collapse;
  }
  th {
    padding: var(--st-space-half) var(--st-space-4) var(--st-space-half) 0;
    text-align: left;
    font-weight: 500;
    color: var(--st-muted);
  }
  td {
    padding: 0 var(--st-space-4) 0 0;
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
  }
  td button {
    margin-left: calc(-1 * var(--st-space-2h));
    color: var(--st-accent);
  }
  @media (pointer: coarse) {
    button {
      min-height: var(--st-target);
    }
  }
`
