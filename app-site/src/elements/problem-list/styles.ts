import { css } from 'lit'

/** The look of `<problem-list>`. */
export const problemListStyles = css`
  :host {
    display: block;
    overflow: auto;
  }
  p {
    margin: 0;
    padding: var(--st-space-3) var(--st-space-4);
    color: var(--st-muted);
  }
  ul {
    list-style: none;
    margin: 0;
    padding: var(--st-space-1);
  }
  li > button {
    width: 100%;
    display: grid;
    grid-template-columns: 1.4em 1fr auto;
    gap: var(--st-space-half) var(--st-space-2);
    align-items: baseline;
    padding: var(--st-space-1h) var(--st-space-2h);
    text-align: left;
    white-space: normal;
    min-height: 0;
  }
  .sign {
    width: 1.6em;
    height: 1.6em;
    border-radius: 1em;
    display: inline-grid;
    place-items: center;
    font: 700 0.77em / 1 var(--st-font);
    color: var(--st-surface);
    align-self: start;
    margin-top: var(--st-space-half);
  }
  .error {
    background: var(--st-bad);
  }
  .warning {
    background: var(--st-warn);
  }
  .info {
    background: var(--st-bus);
  }
  .advice {
    grid-column: 2;
    color: var(--st-muted);
  }
  .more {
    grid-column: 2;
    color: var(--st-muted);
    font-size: var(--st-text-1);
  }
  .place {
    color: var(--st-muted);
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
    font-variant-numeric: tabular-nums;
  }
  .fixes {
    display: flex;
    flex-wrap: wrap;
    gap: var(--st-space-2);
    padding: 0 var(--st-space-2h) var(--st-space-2) calc(4.5 * var(--st-unit) + 1.4em);
  }
  .fixes button {
    min-height: var(--st-control-2);
    max-width: 100%;
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .message {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`
