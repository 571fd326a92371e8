import { css } from 'lit'

/** The look of `<top-bar>`. */
export const topBarStyles = css`
  :host {
    display: flex;
    align-items: center;
    gap: 4px;
    height: max(48px, 3rem);
    padding: 0 12px;
    background: var(--st-paper);
    border-bottom: 1px solid var(--st-line);
  }
  header {
    display: contents;
  }
  .brand {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    padding: 6px;
    border-radius: var(--st-radius);
    text-decoration: none;
    font-weight: 650;
    font-size: var(--st-text-3);
    letter-spacing: -0.01em;
  }
  .mark-in {
    stroke: var(--st-low);
  }
  .mark-out {
    stroke: var(--st-high);
  }
  .rule {
    width: 1px;
    height: 20px;
    background: var(--st-line);
    margin: 0 6px;
    flex: none;
  }
  .name {
    min-width: 40px;
    flex: 1;
  }
  input {
    width: 100%;
    max-width: max(280px, 17.5rem);
    height: max(32px, 2rem);
    padding: 0 8px;
    border: 1px solid transparent;
    border-radius: var(--st-radius);
    background: transparent;
    font-weight: 550;
    font-size: var(--st-text-2);
    text-overflow: ellipsis;
  }
  input:hover:enabled {
    border-color: var(--st-line);
  }
  input:focus {
    background: var(--st-surface);
    border-color: var(--st-line);
  }
  .icon-only {
    padding: 0 7px;
  }
  [popover] {
    position: fixed;
    inset: calc(max(48px, 3rem) + 6px) 12px auto auto;
    margin: 0;
    padding: 16px;
    color: var(--st-ink);
    background: var(--st-raised);
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius-card);
    box-shadow: var(--st-shadow);
    width: min(max(640px, 40rem), calc(100vw - 24px));
    max-height: calc(100vh - max(48px, 3rem) - 24px);
    overflow: auto;
  }
  #help {
    width: min(max(460px, 28.75rem), calc(100vw - 24px));
  }
  #link {
    width: min(max(460px, 28.75rem), calc(100vw - 24px));
  }
  #link p {
    margin: 0 0 12px;
  }
  #link input {
    max-width: none;
    border-color: var(--st-line);
    background: var(--st-sunken);
    font: 400 var(--st-text-1) var(--st-mono);
  }
  h2 {
    margin: 0 0 12px;
    font-size: var(--st-text-3);
  }
  .previous {
    display: flex;
    align-items: center;
    gap: 12px;
    margin: 0 0 16px;
    padding: 8px 8px 8px 12px;
    background: var(--st-sunken);
    border-radius: var(--st-radius);
  }
  .previous span {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .previous small {
    display: block;
    color: var(--st-muted);
    font-size: var(--st-text-1);
  }
  @media (max-width: 47.5em) {
    .word,
    .brand span,
    .rule {
      display: none;
    }
    :host {
      padding: 0 6px;
      gap: 0;
    }
    button {
      padding: 0 8px;
    }
  }
  @media (max-height: 22.5em) {
    :host {
      height: max(38px, 2.375rem);
    }
    [popover] {
      inset: 4px 4px auto auto;
      max-height: calc(100vh - 8px);
    }
  }
`
