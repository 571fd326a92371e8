import { css } from 'lit'

/** The look of `<compare-panel>`. */
export const comparePanelStyles = css`
  :host {
    display: block;
    overflow: auto;
    padding: 8px 12px 12px;
  }
  form {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  textarea {
    flex: 1 1 16em;
    min-width: 0;
    max-width: 40em;
    height: 32px;
    padding: 5px 8px;
    resize: vertical;
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
    background: var(--st-surface);
    color: inherit;
    font: var(--st-text-2) var(--st-mono);
  }
  p {
    margin: 8px 0 0;
    color: var(--st-muted);
  }
  p.found {
    color: var(--st-ink);
  }
  p.bad {
    color: var(--st-bad);
  }
  table {
    margin-top: 6px;
    border-collapse: collapse;
  }
  th {
    padding: 2px 16px 2px 0;
    text-align: left;
    font-weight: 500;
    color: var(--st-muted);
  }
  td {
    padding: 0 16px 0 0;
    font-family: var(--st-mono);
    font-variant-numeric: tabular-nums;
  }
  td button {
    margin-left: -10px;
    color: var(--st-accent);
  }
  @media (pointer: coarse) {
    button {
      min-height: 44px;
    }
  }
`
