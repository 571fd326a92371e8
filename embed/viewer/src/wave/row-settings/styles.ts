import { css } from 'lit'
import { outlined } from '../../look.ts'

/** The look of `<row-settings>`. */
export const rowSettingsStyles = css`
  [popover] {
    width: calc(55 * var(--st-unit));
  }
  .title {
    margin: 0 var(--st-space-1) var(--st-space-2);
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  label {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--st-space-2);
    min-height: var(--st-control-3);
    padding: 0 var(--st-space-1);
  }
  select {
    height: var(--st-control-2);
    font: inherit;
    color: inherit;
    background: var(--st-sunken);
    ${outlined};
  }
  select:focus-visible {
    outline: var(--st-stroke) solid var(--st-accent);
    outline-offset: var(--st-stroke);
  }
  input[type="number"] {
    width: calc(16 * var(--st-unit));
    height: var(--st-control-2);
    box-sizing: border-box;
    font: inherit;
    color: inherit;
    background: var(--st-sunken);
    ${outlined};
  }
  input[type="checkbox"] {
    width: var(--st-icon-2);
    height: var(--st-icon-2);
    accent-color: var(--st-accent);
  }
  .questions button {
    width: 100%;
    padding: 0 var(--st-space-1);
    justify-content: start;
    font: inherit;
    color: var(--st-ink);
  }
  .swatches,
  .deeds {
    display: flex;
    gap: var(--st-space-half);
    padding: var(--st-space-1) 0;
  }
  .deeds {
    padding-bottom: 0;
    border-top: var(--st-hairline) solid var(--st-line);
  }
  button {
    display: grid;
    flex: 1;
    place-items: center;
    min-width: 0;
    height: var(--st-control-2);
    padding: 0;
    color: var(--st-muted);
    background: none;
    border: 0;
    border-radius: var(--st-radius);
    cursor: pointer;
  }
  button:hover,
  button[aria-checked="true"] {
    color: var(--st-ink);
    background: var(--st-sunken);
  }
  button[aria-checked="true"] {
    box-shadow: inset 0 0 0 var(--st-hairline) var(--st-line);
  }
  button:disabled {
    opacity: 0.4;
    cursor: default;
    background: none;
  }
  i {
    width: var(--st-icon-1);
    height: var(--st-icon-1);
    border-radius: 50%;
    box-sizing: border-box;
    background: var(--swatch);
    forced-color-adjust: none;
  }
  [data-colour="usual"] i {
    border: calc(1.5 * var(--st-hairline)) solid var(--st-muted);
  }
  [data-colour="high"] {
    --swatch: var(--st-high);
  }
  [data-colour="bus"] {
    --swatch: var(--st-bus);
  }
  [data-colour="accent"] {
    --swatch: var(--st-accent);
  }
  [data-colour="ok"] {
    --swatch: var(--st-ok);
  }
  [data-colour="warn"] {
    --swatch: var(--st-warn);
  }
  [data-colour="bad"] {
    --swatch: var(--st-bad);
  }
  @media (pointer: coarse) {
    button,
    select {
      height: var(--st-control-4);
    }
  }
  @media (forced-colors: active) {
    button[aria-checked="true"] {
      outline: var(--st-hairline) solid Highlight;
      outline-offset: calc(-1 * var(--st-hairline));
    }
  }
`
