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
    grid-template-rows: 1fr auto minmax(max(96px, 6rem), var(--dock));
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
    border-top: 1px solid var(--st-line);
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
    gap: 2px;
    flex: none;
  }
  .tabs [role="tab"] {
    gap: 6px;
  }
  .tabs [aria-selected="true"] {
    box-shadow: inset 0 -2px var(--st-accent);
    border-radius: 0;
  }
  .fold {
    padding: 0 6px;
  }
  .dock-bar {
    display: flex;
    align-items: center;
    gap: 4px;
    min-width: 0;
    padding: 0 6px;
    height: max(34px, 2.125rem);
  }
  .dock-bar button {
    min-height: 28px;
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
    gap: 8px;
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
  .toast {
    position: fixed;
    left: 16px;
    bottom: 50px;
    z-index: 5;
    max-width: min(440px, calc(42vw - 32px)); /* not over the clock */
    pointer-events: none; /* it says something, and is in nobody's way */
    padding: 8px 14px;
    background: var(--st-raised);
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
    box-shadow: var(--st-shadow);
  }
  .unsaved {
    position: fixed;
    left: 16px;
    bottom: 50px;
    z-index: 6;
    max-width: min(640px, calc(100vw - 32px));
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
    padding: 8px 8px 8px 14px;
    background: var(--st-raised);
    border: 1px solid var(--st-line);
    border-left: 3px solid var(--st-bad);
    border-radius: var(--st-radius);
    box-shadow: var(--st-shadow);
  }
  .unsaved span {
    flex: 1 1 260px;
  }
  .toast.bad {
    border-left: 3px solid var(--st-bad);
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
      border-top: 1px solid var(--st-line);
      background: var(--st-surface);
      padding-bottom: env(safe-area-inset-bottom);
    }
    .panes button {
      flex-direction: column;
      justify-content: center;
      gap: 2px;
      min-height: max(52px, 3.25rem);
      border-radius: 0;
      color: var(--st-muted);
      font-size: var(--st-text-1);
    }
    .panes button[aria-pressed="true"] {
      color: var(--st-ink);
      box-shadow: inset 0 2px var(--st-accent);
    }
    @media (max-height: 22.5em) {
      .panes button {
        flex-direction: row;
        gap: 6px;
        min-height: 32px;
      }
    }
    .unsaved {
      left: 12px;
      bottom: auto;
      top: calc(max(48px, 3rem) + 12px);
      max-width: calc(100vw - 24px);
    }
    .toast {
      left: 12px;
      bottom: auto;
      top: calc(max(48px, 3rem) + 12px);
      width: calc(100vw - 24px);
      max-width: 440px;
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
    .toast,
    .unsaved {
      display: none;
    }
  }
`
