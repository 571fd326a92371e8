import { plainList } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<sandbox-panel>`. */
export const sandboxPanelStyles = css`
  :host {
    display: grid;
    grid-template-columns: minmax(calc(60 * var(--st-unit)), max-content) 1fr;
    gap: var(--st-space-3) var(--st-space-7);
    overflow: auto;
    padding: var(--st-space-2h) var(--st-space-4);
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
    gap: var(--st-space-1) var(--st-space-4);
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
    margin: 0 0 var(--st-space-1h);
    font-size: var(--st-text-2);
    font-weight: 600;
  }
  ul {
    ${plainList};
    display: grid;
    gap: var(--st-space-2);
  }
  li {
    border-left: var(--st-stroke-bold) solid var(--st-warn);
    padding-left: var(--st-space-2h);
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
