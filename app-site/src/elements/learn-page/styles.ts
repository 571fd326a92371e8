import { css } from 'lit'

/** The look of `<simten-learn>`. */
export const learnPageStyles = css`
  .brand {
    display: inline-flex;
    border-radius: var(--st-radius);
  }
  .up {
    font-size: var(--st-text-3);
    font-weight: 600;
    text-decoration: none;
  }
  .filler {
    flex: 1;
  }
  nav {
    flex: 1;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: var(--st-space-2);
    min-width: 0;
  }
  .place {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .of {
    color: var(--st-muted);
  }
  .open {
    display: inline-grid;
    place-items: center;
    min-height: var(--st-control-3-text);
    min-width: var(--st-control-3-text);
    padding: 0 var(--st-space-2h);
  }
  h1 {
    margin: 0;
    font-size: var(--st-text-5);
    font-weight: 650;
    letter-spacing: -0.015em;
    line-height: 1.2;
  }
  h1:focus {
    outline: none;
  }
  .line {
    margin: var(--st-space-2) 0 var(--st-space-5);
    font-size: var(--st-text-3);
    color: var(--st-muted);
    max-width: 62ch;
  }

  .step {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1.15fr);
    min-height: 0;
  }
  article {
    overflow: auto;
    padding: var(--st-space-5h) clamp(var(--st-space-4), 3vw, var(--st-space-6h)) var(--st-space-7);
  }
  article > * {
    max-width: 68ch;
  }
  .loading {
    color: var(--st-muted);
  }
  .parts {
    color: var(--st-muted);
  }
  .parts a {
    display: inline-block;
    margin: 0 var(--st-space-1) var(--st-space-1) 0;
    padding: 0 var(--st-space-1h);
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-2);
    color: var(--st-ink);
    text-decoration: none;
  }
  level-work,
  .work {
    border-left: var(--st-hairline) solid var(--st-line);
  }

  .path {
    overflow: auto;
    padding: var(--st-space-6h) var(--st-space-4) var(--st-space-8);
  }
  .path > * {
    max-width: calc(220 * var(--st-unit));
    margin-inline: auto;
  }
  .path .line {
    max-width: calc(220 * var(--st-unit));
    margin: var(--st-space-2) auto var(--st-space-4h);
  }
  .begin {
    display: inline-flex;
    align-items: center;
    min-height: var(--st-target);
    padding: 0 var(--st-space-4h);
    border-radius: var(--st-radius);
    background: var(--st-accent);
    color: var(--st-on-accent);
    forced-color-adjust: none; /* else a text on it gets a ground of its own */
    font-size: var(--st-text-3);
    font-weight: 600;
    text-decoration: none;
  }
  .done {
    margin-left: var(--st-space-3);
    color: var(--st-muted);
  }
  p.done {
    margin-left: auto;
    color: var(--st-ok);
    font-size: var(--st-text-3);
  }
  .path.narrow > * {
    max-width: calc(170 * var(--st-unit));
  }
  .own {
    font-size: var(--st-text-3);
    line-height: 1.6;
    white-space: pre-line;
  }
  .own a {
    color: var(--st-accent);
  }
  .path h2 {
    margin-top: var(--st-space-6);
    margin-bottom: var(--st-space-2);
    font-size: var(--st-text-2);
    font-weight: 600;
    color: var(--st-muted);
  }
  ol {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, calc(68 * var(--st-unit-text))), 1fr));
    gap: var(--st-space-2) var(--st-space-3);
    padding: 0;
    list-style: none;
  }
  li {
    display: grid;
  }
  li a {
    display: grid;
    grid-template-columns: calc(7 * var(--st-unit-text)) minmax(0, 1fr) auto;
    align-content: start;
    gap: 0 var(--st-space-1);
    min-height: var(--st-target);
    padding: var(--st-space-2h) var(--st-space-3);
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-card);
    background: var(--st-surface);
    text-decoration: none;
  }
  li a:hover {
    border-color: var(--st-accent);
  }
  .number {
    color: var(--st-muted);
    font-variant-numeric: tabular-nums;
  }
  .title {
    font-weight: 600;
    font-size: var(--st-text-3);
  }
  .about {
    grid-column: 2 / -1;
    color: var(--st-muted);
  }
  .stars {
    grid-row: 1;
    grid-column: 3;
    color: var(--st-high);
  }

  @media (max-width: 60em) {
    /* Text above the task; the page scrolls as a whole. */
    .step {
      display: block;
      overflow: auto;
    }
    article {
      overflow: visible;
      padding: var(--st-space-4) var(--st-space-4) var(--st-space-5);
    }
    level-work,
    .work {
      border-left: 0;
    }
    h1 {
      font-size: var(--st-text-4);
    }
    header {
      gap: var(--st-space-2);
      padding: 0 var(--st-space-3);
    }
  }
  @media (pointer: coarse) {
    .open,
    .up,
    .brand {
      min-height: var(--st-target);
      min-width: var(--st-target);
      display: inline-grid;
      place-items: center;
    }
  }
`
