import { css } from 'lit'

/** The look of `<sandbox-panel>`. */
export const sandboxPanelStyles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(240px, max-content) 1fr;
    gap: 12px 48px;
    overflow: auto;
    padding: 10px 16px;
  }
  @media (max-width: 47.5em) {
    :host {
      grid-template-columns: 1fr;
      align-content: start;
    }
  }
  dl {
    align-content: start;
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 4px 16px;
    margin: 0;
  }
  dt {
    color: var(--st-muted);
  }
  dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  h3 {
    margin: 0 0 6px;
    font-size: var(--st-text-2);
    font-weight: 600;
  }
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
    display: grid;
    gap: 8px;
  }
  li {
    border-left: 3px solid var(--st-warn);
    padding-left: 10px;
  }
  .advice,
  .none {
    color: var(--st-muted);
    margin: 0;
  }
  .count {
    color: var(--st-muted);
    font-variant-numeric: tabular-nums;
  }
`
