import { css } from 'lit'

/** The look of `<problem-list>`. */
export const problemListStyles = css`
  :host {
    display: block;
    overflow: auto;
  }
  p {
    margin: 0;
    padding: 12px 16px;
    color: var(--st-muted);
  }
  ul {
    list-style: none;
    margin: 0;
    padding: 4px;
  }
  li > button {
    width: 100%;
    display: grid;
    grid-template-columns: 1.4em 1fr auto;
    gap: 2px 8px;
    align-items: baseline;
    padding: 6px 10px;
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
    margin-top: 2px;
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
    gap: 8px;
    padding: 0 10px 8px calc(18px + 1.4em);
  }
  .fixes button {
    min-height: 28px;
    max-width: 100%;
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .message {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`
