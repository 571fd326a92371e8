import { css } from 'lit'
import { panelDialog } from '../shared-styles.ts'

/** The look of the versions. */
export const versionsPanelStyles = [
  panelDialog,
  css`
  dialog {
    width: min(calc(260 * var(--st-unit)), calc(100vw - var(--st-space-5)));
    height: min(calc(170 * var(--st-unit)), calc(100dvh - var(--st-space-5)));
  }
  header,
  form,
  .chosen {
    display: flex;
    align-items: center;
    gap: var(--st-space-2);
    min-width: 0;
  }
  header {
    padding: var(--st-space-2) var(--st-space-2) var(--st-space-2) var(--st-space-4);
    border-bottom: var(--st-hairline) solid var(--st-line);
  }
  h2,
  h3 {
    margin: 0;
    font-size: var(--st-text-3);
  }
  h3 {
    padding: var(--st-space-3) var(--st-space-3) var(--st-space-1);
    color: var(--st-muted);
    font-size: var(--st-text-1);
    font-weight: 500;
  }
  form {
    flex: 1;
    justify-content: flex-end;
  }
  input {
    min-width: 0;
    width: calc(60 * var(--st-unit));
    min-height: var(--st-control-3-text);
    padding: 0 var(--st-space-2);
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-2);
    background: var(--st-sunken);
    font-size: var(--st-text-2);
  }
  p {
    margin: 0;
    padding: var(--st-space-4);
    color: var(--st-muted);
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(calc(45 * var(--st-unit)), 1fr) minmax(0, 3fr);
    min-height: 0;
  }
  nav {
    overflow-y: auto;
    border-right: var(--st-hairline) solid var(--st-line);
  }
  ul {
    margin: 0;
    padding: 0 var(--st-space-1);
    list-style: none;
  }
  .version {
    display: grid;
    width: 100%;
    gap: 0;
    padding: var(--st-space-1h) var(--st-space-2);
    justify-items: start;
    text-align: left;
    white-space: normal;
  }
  .version[aria-current="true"] {
    background: color-mix(in srgb, var(--st-accent) 14%, transparent);
  }
  .words {
    overflow-wrap: anywhere;
  }
  .named {
    font-weight: 600;
  }
  time {
    color: var(--st-muted);
    font-size: var(--st-text-1);
  }
  section {
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    min-height: 0;
  }
  .chosen {
    flex-wrap: wrap;
    padding: var(--st-space-2) var(--st-space-3);
    border-bottom: var(--st-hairline) solid var(--st-line);
  }
  .chosen span {
    flex: 1;
    color: var(--st-muted);
    font-size: var(--st-text-2);
  }
  .difference {
    min-height: 0;
    overflow: auto;
  }
  .difference .cm-deletedChunk {
    background: color-mix(in srgb, var(--st-bad) 14%, transparent);
    padding-left: var(--st-space-1h);
  }
  .difference .cm-changedLine {
    background: color-mix(in srgb, var(--st-ok) 14%, transparent);
  }
  .difference .cm-collapsedLines::before,
  .difference .cm-collapsedLines::after {
    content: "⋯" !important; /* the sign of the package is in none of our fonts */
  }
  .difference .cm-collapsedLines {
    background: var(--st-sunken);
    color: var(--st-muted);
    cursor: pointer;
  }
  @media (max-width: 47.5em) {
    .columns {
      grid-template-columns: 1fr;
      grid-template-rows: minmax(calc(25 * var(--st-unit)), 1fr) minmax(0, 2fr);
    }
    nav {
      border-right: 0;
      border-bottom: var(--st-hairline) solid var(--st-line);
    }
    h2 {
      display: none;
    }
  }
  @media (pointer: coarse) {
    button,
    input {
      min-height: var(--st-target);
      min-width: var(--st-target);
    }
  }
`,
]
