import { codeBlock } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<lesson-text>`. */
export const lessonTextStyles = css`
  :host {
    display: block;
    font-size: var(--st-text-3);
    line-height: 1.6;
  }
  p,
  ul,
  ol,
  pre,
  .table,
  circuit-embed,
  .wait {
    margin: 0 0 var(--st-space-4);
  }
  h2 {
    margin: var(--st-space-5) 0 var(--st-space-2);
    font-size: var(--st-text-4);
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  ul,
  ol {
    padding-left: var(--st-space-5);
  }
  li {
    margin: var(--st-space-1) 0;
  }
  a {
    color: var(--st-accent);
  }
  .wait {
    height: calc(60 * var(--st-unit));
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-card);
  }
  .table {
    overflow: auto;
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: var(--st-space-1) var(--st-space-4) var(--st-space-1) 0;
    text-align: left;
    border-bottom: var(--st-hairline) solid var(--st-line);
    font-weight: 400;
  }
  th {
    font-weight: 600;
    color: var(--st-muted);
    font-size: var(--st-text-2);
  }
  pre {
    padding: var(--st-space-3) var(--st-space-3h);
    ${codeBlock};
    background: var(--st-surface);
    font-variant-ligatures: none;
  }
`
