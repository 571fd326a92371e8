import { raised } from '@simten/viewer/look'
import { css } from 'lit'

/** Where things are on the editor page. */
export const editorPageStyles = css`
  :host {
    position: relative;
    display: grid;
    grid-template-rows: auto 1fr auto;
    height: 100vh;
    height: 100dvh;
    overflow: clip;
  }
  main {
    display: grid;
    grid-template-rows: 1fr auto;
    min-height: 0;
  }
  main.dock-open {
    grid-template-rows: 1fr auto minmax(calc(24 * var(--st-unit-text)), var(--dock));
  }
  .work {
    display: grid;
    grid-template-columns: minmax(0, var(--split)) auto minmax(0, 1fr);
    min-height: 0;
  }
  section {
    min-width: 0;
    min-height: 0;
  }
  .code {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto minmax(0, 1fr);
  }
  .circuit {
    position: relative;
  }
  circuit-stage {
    position: absolute;
    inset: 0;
  }

  .dock {
    display: grid;
    grid-template-rows: auto 1fr;
    background: var(--st-surface);
    overflow: clip;
  }
  main:not(.dock-open) .dock {
    border-top: var(--st-hairline) solid var(--st-line);
  }
  main:not(.dock-open) .dock-body {
    display: none;
  }
  .dock-body {
    display: grid;
    min-height: 0;
  }
  .tabs {
    display: flex;
    gap: var(--st-space-half);
    flex: none;
  }
  .tabs [role="tab"] {
    gap: var(--st-space-1h);
  }
  .tabs [aria-selected="true"] {
    box-shadow: inset 0 calc(-1 * var(--st-stroke)) var(--st-accent);
    border-radius: 0;
  }
  .fold {
    padding: 0 var(--st-space-1h);
  }
  .dock-bar {
    display: flex;
    align-items: center;
    gap: var(--st-space-1);
    min-width: 0;
    padding: 0 var(--st-space-1h);
    height: calc(8.5 * var(--st-unit-text));
  }
  .dock-bar button {
    min-height: var(--st-control-2);
  }
  .chevron {
    display: inline-grid;
    transform: rotate(-90deg);
    transition: transform var(--st-motion);
  }
  .dock-open .chevron {
    transform: none;
  }
  .count {
    color: var(--st-muted);
    font-size: var(--st-text-1);
  }
  .count.error {
    color: var(--st-bad);
    font-weight: 600;
  }
  .count.warning {
    color: var(--st-warn);
    font-weight: 600;
  }
  .first {
    min-width: 0;
    gap: var(--st-space-2);
    color: var(--st-muted);
    font-size: var(--st-text-1);
  }
  .first .place {
    font-family: var(--st-mono);
    flex: none;
  }
  .first .words {
    min-width: 0;
    overflow: clip;
    text-overflow: ellipsis;
  }

  .panes {
    display: none;
  }
  .unsaved {
    position: fixed;
    left: var(--st-space-4);
    bottom: calc(12.5 * var(--st-unit));
    z-index: 6;
    max-width: min(calc(160 * var(--st-unit)), calc(100vw - var(--st-space-6)));
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--st-space-1h) var(--st-space-3);
    padding: var(--st-space-2) var(--st-space-2) var(--st-space-2) var(--st-space-3h);
    ${raised};
    border-left: var(--st-stroke-bold) solid var(--st-bad);
    border-radius: var(--st-radius);
  }
  .unsaved span {
    flex: 1 1 calc(65 * var(--st-unit));
  }
  @media screen and (max-width: 47.5em) {
    main,
    main.dock-open {
      grid-template-rows: 1fr;
    }
    .work {
      grid-template-columns: 1fr;
    }
    .work > split-handle,
    .dock-handle,
    .dock-bar .fold,
    .dock-bar .first {
      display: none;
    }
    main:not([data-pane="code"]) .code,
    main:not([data-pane="circuit"]) .circuit,
    main:not([data-pane="problems"]) .dock {
      display: none;
    }
    main[data-pane="problems"] .work {
      display: none;
    }
    main:not(.dock-open) .dock-body {
      display: grid;
    }
    .panes {
      display: grid;
      grid-template-columns: repeat(3, 1fr);
      border-top: var(--st-hairline) solid var(--st-line);
      background: var(--st-surface);
      padding-bottom: env(safe-area-inset-bottom);
    }
    .panes button {
      flex-direction: column;
      justify-content: center;
      gap: var(--st-space-half);
      min-height: calc(13 * var(--st-unit-text));
      border-radius: 0;
      color: var(--st-muted);
      font-size: var(--st-text-1);
    }
    .panes button[aria-pressed="true"] {
      color: var(--st-ink);
      box-shadow: inset 0 var(--st-stroke) var(--st-accent);
    }
    @media (max-height: 22.5em) {
      .panes button {
        flex-direction: row;
        gap: var(--st-space-1h);
        min-height: var(--st-control-3);
      }
    }
    .unsaved {
      left: var(--st-space-3);
      bottom: auto;
      top: calc(var(--st-bar) + var(--st-space-3));
      max-width: calc(100vw - var(--st-space-5));
    }
  }

  /* the circuit, and below it the whole text */
  @media print {
    :host {
      display: block;
      height: auto;
      overflow: visible;
    }
    main,
    main.dock-open {
      display: block;
    }
    .work {
      display: flex;
      flex-direction: column;
    }
    .circuit {
      order: -1;
    }
    circuit-stage {
      position: relative;
      inset: auto;
    }
    top-bar,
    split-handle,
    .dock,
    .panes,
    .unsaved {
      display: none;
    }
  }
`
