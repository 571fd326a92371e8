import { codeBlock, outlined, plainList, progressBar } from '@simten/viewer/look'
import { css } from 'lit'
import { panelDialog } from '../shared-styles.ts'

/** The look of the export. */
export const exportPanelStyles = [
  panelDialog,
  progressBar,
  css`
  dialog {
    width: min(calc(230 * var(--st-unit)), calc(100vw - var(--st-space-5)));
    height: min(calc(180 * var(--st-unit)), calc(100dvh - var(--st-space-5)));
  }
  .head,
  .foot,
  nav,
  .languages {
    display: flex;
    align-items: center;
    gap: var(--st-space-2);
    min-width: 0;
  }
  .head {
    flex-wrap: wrap;
    padding: var(--st-space-2) var(--st-space-2) var(--st-space-2) var(--st-space-4);
    border-bottom: var(--st-hairline) solid var(--st-line);
  }
  .head > .icon-only {
    margin-inline-start: auto;
  }
  h2 {
    margin: 0;
    font-size: var(--st-text-3);
  }
  .languages {
    gap: var(--st-space-3);
  }
  label {
    display: inline-flex;
    align-items: center;
    gap: var(--st-space-1h);
    min-height: var(--st-control-3-text);
    font-size: var(--st-text-2);
    cursor: pointer;
  }
  input {
    margin: 0;
    accent-color: var(--st-accent);
  }
  .body {
    display: flex;
    flex-direction: column;
    gap: var(--st-space-2);
    min-height: 0;
    padding: var(--st-space-3) var(--st-space-4);
  }
  .told {
    margin: 0;
    min-height: 1.5em;
    color: var(--st-muted);
    font-size: var(--st-text-2);
  }
  .notes {
    flex: none;
    max-height: 40%;
    overflow: auto;
  }
  ul {
    ${plainList};
    font-size: var(--st-text-2);
  }
  li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--st-space-2);
    padding-block: var(--st-space-1);
    border-block-end: var(--st-hairline) solid var(--st-line);
  }
  li.error > span::before {
    content: "✕ ";
    color: var(--st-bad);
  }
  li.warning > span::before {
    content: "! ";
    color: var(--st-warn);
  }
  small {
    color: var(--st-muted);
    font-size: var(--st-text-1);
  }
  nav {
    flex-wrap: wrap;
    gap: var(--st-space-1);
  }
  nav button {
    font-family: var(--st-mono);
  }
  nav button[aria-pressed="true"] {
    background: color-mix(in srgb, var(--st-accent) 14%, transparent);
  }
  pre {
    flex: 1;
    min-height: 0;
    margin: 0;
    padding: var(--st-space-2) var(--st-space-3);
    ${codeBlock};
    background: var(--st-sunken);
    tab-size: 4;
    font-variant-ligatures: none; /* <= is no ≤ there */
  }
  .foot {
    flex-wrap: wrap;
    justify-content: flex-end;
  }
  .foot span {
    flex: 1;
    color: var(--st-muted);
    font-size: var(--st-text-1);
  }
  @media (max-width: 30em) {
    .languages {
      order: 1;
      flex-basis: 100%;
    }
  }
  @media (pointer: coarse) {
    button,
    label {
      min-height: var(--st-target);
      min-width: var(--st-target);
    }
  }
  .chip,
  form {
    display: flex;
    flex-direction: column;
    gap: var(--st-space-3);
  }
  .chip {
    overflow: auto;
  }
  .pins {
    flex-direction: column;
    align-items: stretch;
  }
  select,
  textarea {
    padding: var(--st-space-1) var(--st-space-2);
    ${outlined};
    background: var(--st-sunken);
    color: inherit;
    font: 400 var(--st-text-2) / 1.5 var(--st-mono);
  }
  select {
    min-height: var(--st-control-3-text);
    min-width: 0;
  }
  textarea {
    height: calc(25 * var(--st-unit));
    resize: vertical;
  }
  progress,
  .turning {
    width: 100%;
  }
  .failure {
    margin: 0;
    color: var(--st-bad);
    font-size: var(--st-text-2);
    overflow-wrap: anywhere;
  }
  table {
    border-collapse: collapse;
    font-size: var(--st-text-2);
    font-variant-numeric: tabular-nums;
  }
  caption,
  th {
    font-weight: 500;
    text-align: start;
  }
  :is(th, td) {
    padding: var(--st-space-1) var(--st-space-2) var(--st-space-1) 0;
    border-block-start: var(--st-hairline) solid var(--st-line);
  }
  td {
    text-align: end;
  }
`,
]
