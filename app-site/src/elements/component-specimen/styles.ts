import { outlined } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<component-specimen>`. */
export const componentSpecimenStyles = css`
  :host {
    display: block;
  }
  h3 {
    margin: var(--st-space-5) 0 var(--st-space-1h);
    font-size: var(--st-text-2);
    font-weight: 600;
  }
  form {
    display: flex;
    flex-wrap: wrap;
    gap: var(--st-space-2) var(--st-space-4);
    margin: 0 0 var(--st-space-2);
  }
  label {
    display: inline-flex;
    align-items: center;
    gap: var(--st-space-2);
    font-family: var(--st-mono);
  }
  input {
    width: calc(18 * var(--st-unit-text));
    min-height: var(--st-control-3-text);
    padding: 0 var(--st-space-2);
    ${outlined};
    background: var(--st-surface);
    font-variant-numeric: tabular-nums;
  }
  input:invalid {
    border-color: var(--st-bad);
  }
  .wait {
    height: calc(75 * var(--st-unit));
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-card);
  }
  .table {
    overflow: auto;
    max-height: calc(100 * var(--st-unit));
  }
  table {
    border-collapse: collapse;
    font: 400 var(--st-text-2) / 1.5 var(--st-mono);
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: var(--st-space-half) var(--st-space-3);
    text-align: right;
    border-bottom: var(--st-hairline) solid var(--st-line);
    font-weight: 400;
  }
  th {
    color: var(--st-muted);
  }
  .first {
    border-left: var(--st-hairline) solid var(--st-line);
  }
  tr[aria-current] {
    background: color-mix(in srgb, var(--st-accent) 14%, transparent);
    font-weight: 600;
  }
  @media (pointer: coarse) {
    input {
      min-height: var(--st-target);
    }
  }
`
