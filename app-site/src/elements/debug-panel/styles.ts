import { outlined } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<debug-panel>`. */
export const debugPanelStyles = css`
  :host {
    display: block;
    overflow: auto;
    padding: var(--st-space-2) var(--st-space-3) var(--st-space-3);
  }
  form,
  .go {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--st-space-1h);
  }
  .go {
    margin-top: var(--st-space-2);
  }
  input[type="text"] {
    flex: 1 1 16em;
    min-width: 0;
    max-width: 40em;
    min-height: var(--st-control-3);
    padding: 0 var(--st-space-2);
    ${outlined};
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
    min-height: var(--st-control-3);
    ${outlined};
    background: var(--st-surface);
    color: inherit;
    font: inherit;
  }
  p {
    margin: var(--st-space-2) 0 0;
    color: var(--st-muted);
  }
  p.bad {
    color: var(--st-bad);
  }
  ul {
    list-style: none;
    margin: var(--st-space-2) 0 0;
    padding: 0;
  }
  li {
    display: flex;
    align-items: center;
    gap: var(--st-space-2);
    min-height: var(--st-control-3);
    padding: 0 var(--st-space-1);
    border-radius: var(--st-radius);
  }
  li.here {
    background: color-mix(in srgb, var(--st-accent) 12%, transparent);
  }
  label {
    display: flex;
    align-items: center;
    gap: var(--st-space-2);
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
