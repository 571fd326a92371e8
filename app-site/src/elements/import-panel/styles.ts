import { outlined, plainList, progressBar, unseen } from '@simten/viewer/look'
import { css } from 'lit'
import { panelDialog } from '../shared-styles.ts'

/** The look of the import. */
export const importPanelStyles = [
  panelDialog,
  progressBar,
  css`
    dialog {
      width: min(calc(150 * var(--st-unit)), calc(100vw - var(--st-space-5)));
      max-height: calc(100dvh - var(--st-space-5));
    }
    .head,
    .foot,
    .field {
      display: flex;
      align-items: center;
      gap: var(--st-space-2);
      min-width: 0;
    }
    .head {
      justify-content: space-between;
      padding: var(--st-space-2) var(--st-space-2) var(--st-space-2) var(--st-space-4);
      border-bottom: var(--st-hairline) solid var(--st-line);
    }
    .foot {
      flex-wrap: wrap;
      justify-content: flex-end;
    }
    h2 {
      margin: 0;
      font-size: var(--st-text-3);
    }
    .body,
    form {
      display: flex;
      flex-direction: column;
      gap: var(--st-space-3);
    }
    .body {
      min-height: 0;
      padding: var(--st-space-4);
      overflow: auto;
    }
    p {
      margin: 0;
      font-size: var(--st-text-2);
    }
    .failure {
      color: var(--st-bad);
    }
    progress,
    .turning {
      width: 100%;
    }
    textarea,
    select,
    input[type="text"] {
      min-width: 0;
      min-height: var(--st-control-3-text);
      padding: var(--st-space-1) var(--st-space-2);
      ${outlined};
      background: var(--st-sunken);
      color: inherit;
      font: 400 var(--st-text-2) / 1.5 var(--st-mono);
    }
    textarea {
      height: calc(45 * var(--st-unit));
      resize: vertical;
    }
    .field > span {
      flex: 0 0 35%;
      overflow-wrap: anywhere;
      font-size: var(--st-text-2);
    }
    .field > :is(select, input) {
      flex: 1;
    }
    fieldset {
      display: flex;
      flex-direction: column;
      gap: var(--st-space-2);
      margin: 0;
      padding: var(--st-space-2) var(--st-space-3) var(--st-space-3);
      ${outlined};
    }
    legend {
      padding-inline: var(--st-space-1);
      color: var(--st-muted);
      font-size: var(--st-text-1);
    }
    .files {
      display: inline-flex;
      align-items: center;
      min-height: var(--st-control-3-text);
      padding: 0 var(--st-space-2h);
      ${outlined};
      font-size: var(--st-text-2);
      cursor: pointer;
    }
    .files:focus-within {
      outline: var(--st-stroke) solid var(--st-accent);
      outline-offset: var(--st-stroke);
    }
    .files input {
      ${unseen};
    }
    ul {
      ${plainList};
      font-size: var(--st-text-2);
    }
    li {
      padding-block: var(--st-space-1h);
      border-block-start: var(--st-hairline) solid var(--st-line);
      overflow-wrap: anywhere;
    }
    li.error > span::before {
      content: "✕ ";
      color: var(--st-bad);
    }
    li.warning > span::before {
      content: "! ";
      color: var(--st-warn);
    }
    li b {
      font: 500 var(--st-text-1) / 1.5 var(--st-mono);
    }
    li code {
      display: block;
      padding-inline-start: var(--st-space-3h);
      color: var(--st-muted);
    }
    @media (pointer: coarse) {
      button,
      .files,
      select,
      input[type="text"] {
        min-height: var(--st-target);
      }
    }
  `,
]
