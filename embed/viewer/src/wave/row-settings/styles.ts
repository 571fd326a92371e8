import { css } from 'lit'

/** The look of `<row-settings>`. */
export const rowSettingsStyles = css`
  [popover] {
    width: 220px;
  }
  .title {
    margin: 0 4px 8px;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  label {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-height: 32px;
    padding: 0 4px;
  }
  select {
    height: 28px;
    font: inherit;
    color: inherit;
    background: var(--st-sunken);
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
  }
  select:focus-visible {
    outline: 2px solid var(--st-accent);
    outline-offset: 2px;
  }
  input[type="number"] {
    width: 64px;
    height: 28px;
    box-sizing: border-box;
    font: inherit;
    color: inherit;
    background: var(--st-sunken);
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
  }
  input[type="checkbox"] {
    width: 16px;
    height: 16px;
    accent-color: var(--st-accent);
  }
  .questions button {
    width: 100%;
    padding: 0 4px;
    justify-content: start;
    font: inherit;
    color: var(--st-ink);
  }
  .swatches,
  .deeds {
    display: flex;
    gap: 2px;
    padding: 4px 0;
  }
  .deeds {
    padding-bottom: 0;
    border-top: 1px solid var(--st-line);
  }
  button {
    display: grid;
    flex: 1;
    place-items: center;
    min-width: 0;
    height: 28px;
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
    box-shadow: inset 0 0 0 1px var(--st-line);
  }
  button:disabled {
    opacity: 0.4;
    cursor: default;
    background: none;
  }
  i {
    width: 14px;
    height: 14px;
    border-radius: 50%;
    box-sizing: border-box;
    background: var(--swatch);
    forced-color-adjust: none;
  }
  [data-colour="usual"] i {
    border: 1.5px solid var(--st-muted);
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
      height: 36px;
    }
  }
  @media (forced-colors: active) {
    button[aria-checked="true"] {
      outline: 1px solid Highlight;
      outline-offset: -1px;
    }
  }
`
