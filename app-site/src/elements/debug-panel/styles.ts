import { css } from 'lit'

/** The look of `<debug-panel>`. */
export const debugPanelStyles = css`
  :host {
    display: block;
    overflow: auto;
    padding: 8px 12px 12px;
  }
  form,
  .go {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
  }
  .go {
    margin-top: 8px;
  }
  input[type="text"] {
    flex: 1 1 16em;
    min-width: 0;
    max-width: 40em;
    min-height: 32px;
    padding: 0 8px;
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
    background: var(--st-surface);
    font-family: var(--st-mono);
    font-size: var(--st-text-2);
    font-variant-ligatures: none;
  }
  input[type="text"].cycle {
    flex: 0 1 8em;
  }
  input.cycle:invalid {
    border-color: var(--st-bad);
  }
  select {
    min-height: 32px;
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
    background: var(--st-surface);
    color: inherit;
    font: inherit;
  }
  p {
    margin: 8px 0 0;
    color: var(--st-muted);
  }
  p.bad {
    color: var(--st-bad);
  }
  ul {
    list-style: none;
    margin: 8px 0 0;
    padding: 0;
  }
  li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 32px;
    padding: 0 4px;
    border-radius: var(--st-radius);
  }
  li.here {
    background: color-mix(in srgb, var(--st-accent) 12%, transparent);
  }
  label {
    display: flex;
    align-items: center;
    gap: 8px;
    flex: 1;
    min-width: 0;
  }
  label code {
    min-width: 0;
    overflow-wrap: anywhere;
    font-variant-ligatures: none;
  }
  .kind,
  .hits {
    color: var(--st-muted);
    font-size: var(--st-text-1);
    white-space: nowrap;
  }
  .kind.bad {
    color: var(--st-bad);
    white-space: normal;
  }
`
