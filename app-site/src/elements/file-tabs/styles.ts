import { raised } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of the files' tabs. */
export const fileTabsStyles = css`
  :host {
    position: relative;
    display: block;
    background: var(--st-surface);
    border-bottom: var(--st-hairline) solid var(--st-line);
  }
  .bar {
    display: flex;
    align-items: center;
    gap: var(--st-space-half);
    padding: 0 var(--st-space-1);
    min-width: 0;
  }
  [role="tablist"] {
    display: flex;
    min-width: 0;
    overflow-x: auto;
    scrollbar-width: none;
  }
  button {
    min-height: var(--st-control-2);
    flex: none;
  }
  [role="tab"] {
    gap: var(--st-space-1);
    border-radius: 0;
    color: var(--st-muted);
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
  }
  [role="tab"][aria-selected="true"] {
    color: var(--st-ink);
    box-shadow: inset 0 calc(-1 * var(--st-stroke)) var(--st-accent);
  }
  [role="tab"]:focus-visible {
    outline-offset: calc(-1 * var(--st-stroke));
  }
  .entry {
    color: var(--st-accent);
  }
  .count {
    color: var(--st-muted);
    font-family: var(--st-font);
    font-weight: 600;
  }
  .count.error {
    color: var(--st-bad);
  }
  .count.warning {
    color: var(--st-warn);
  }
  .icon-only {
    padding: 0 var(--st-space-1h);
    color: var(--st-muted);
  }
  .more {
    margin-left: auto;
  }
  input {
    min-width: 0;
    height: calc(6 * var(--st-unit-text));
    padding: 0 var(--st-space-1h);
    border: var(--st-hairline) solid var(--st-accent);
    border-radius: var(--st-radius-2);
    background: var(--st-sunken);
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
  }
  #menu {
    position: fixed;
    inset: auto;
    position-area: bottom span-left;
    margin: 0;
    padding: var(--st-space-1);
    ${raised};
    border-radius: var(--st-radius);
    color: var(--st-ink);
  }
  @supports not (position-area: bottom) {
    #menu {
      inset: 0;
      margin: auto;
    }
  }
  #menu:popover-open {
    display: grid;
  }
  #menu button {
    justify-content: space-between;
    min-height: var(--st-control-3-text);
    text-align: left;
  }
  h3 {
    margin: 0;
    padding: var(--st-space-1) var(--st-space-3);
    color: var(--st-muted);
    font-size: var(--st-text-1);
    font-weight: 500;
  }
  [role="group"] {
    max-height: 40dvh;
    overflow-y: auto;
  }
  .own {
    display: flex;
  }
  .own :first-child {
    flex: 1;
    font-family: var(--st-mono);
    font-size: var(--st-text-1);
  }
  hr {
    width: 100%;
    margin: var(--st-space-1) 0;
    border: 0;
    border-top: var(--st-hairline) solid var(--st-line);
  }
  .ask {
    position: absolute;
    z-index: 5;
    top: calc(100% + var(--st-space-1));
    left: var(--st-space-2);
    right: var(--st-space-2);
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--st-space-2);
    padding: var(--st-space-2) var(--st-space-3);
    ${raised};
    border-left: var(--st-stroke-bold) solid var(--st-bad);
    border-radius: var(--st-radius);
  }
  .ask span {
    flex: 1 1 auto;
  }
  @media (pointer: coarse) {
    button,
    #menu button {
      min-height: var(--st-target);
      min-width: var(--st-target);
    }
    input {
      height: var(--st-target);
    }
  }
`
