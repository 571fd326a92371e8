import { raised } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<top-bar>`. */
export const topBarStyles = css`
  :host {
    display: flex;
    align-items: center;
    gap: var(--st-space-1);
    height: var(--st-bar);
    padding: 0 var(--st-space-3);
    background: var(--st-paper);
    border-bottom: var(--st-hairline) solid var(--st-line);
  }
  header {
    display: contents;
  }
  .brand {
    display: inline-flex;
    align-items: center;
    gap: var(--st-space-2);
    padding: var(--st-space-1h);
    border-radius: var(--st-radius);
    text-decoration: none;
    font-weight: 650;
    font-size: var(--st-text-3);
    letter-spacing: -0.01em;
  }
  .learn {
    display: inline-flex;
    align-items: center;
    gap: var(--st-space-1h);
    min-height: var(--st-control-3-text);
    padding: 0 var(--st-space-2h);
    border-radius: var(--st-radius);
    text-decoration: none;
  }
  .learn svg {
    width: max(var(--st-icon-3), 1.38em);
    height: max(var(--st-icon-3), 1.38em);
    flex: none;
  }
  .learn:hover {
    background: color-mix(in srgb, var(--st-ink) 7%, transparent);
  }
  .rule {
    width: var(--st-hairline);
    height: calc(5 * var(--st-unit));
    background: var(--st-line);
    margin: 0 var(--st-space-1h);
    flex: none;
  }
  .name {
    min-width: calc(10 * var(--st-unit));
    flex: 1;
  }
  input {
    width: 100%;
    max-width: calc(70 * var(--st-unit-text));
    height: var(--st-control-3-text);
    padding: 0 var(--st-space-2);
    border: var(--st-hairline) solid transparent;
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
    padding: 0 calc(1.75 * var(--st-unit));
  }
  [popover] {
    position: fixed;
    inset: calc(var(--st-bar) + var(--st-space-1h)) var(--st-space-3) auto auto;
    margin: 0;
    padding: var(--st-space-4);
    color: var(--st-ink);
    ${raised};
    border-radius: var(--st-radius-card);
    width: min(calc(160 * var(--st-unit-text)), calc(100vw - var(--st-space-5)));
    max-height: calc(100vh - var(--st-bar) - var(--st-space-5));
    overflow: auto;
  }
  #help {
    width: min(calc(115 * var(--st-unit-text)), calc(100vw - var(--st-space-5)));
  }
  #link {
    width: min(calc(115 * var(--st-unit-text)), calc(100vw - var(--st-space-5)));
  }
  #forms {
    width: min(calc(70 * var(--st-unit-text)), calc(100vw - var(--st-space-5)));
    padding: var(--st-space-3);
  }
  #link p {
    margin: 0 0 var(--st-space-3);
  }
  #link input {
    max-width: none;
    border-color: var(--st-line);
    background: var(--st-sunken);
    font: 400 var(--st-text-1) var(--st-mono);
  }
  h2 {
    margin: 0 0 var(--st-space-3);
    font-size: var(--st-text-3);
  }
  .previous {
    display: flex;
    align-items: center;
    gap: var(--st-space-3);
    margin: 0 0 var(--st-space-4);
    padding: var(--st-space-2) var(--st-space-2) var(--st-space-2) var(--st-space-3);
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
      padding: 0 var(--st-space-1h);
      gap: 0;
    }
    button,
    .learn {
      padding: 0 var(--st-space-2);
    }
  }
  @media (max-height: 22.5em) {
    :host {
      height: calc(9.5 * var(--st-unit-text));
    }
    [popover] {
      inset: var(--st-space-1) var(--st-space-1) auto auto;
      max-height: calc(100vh - var(--st-space-2));
    }
  }
`
