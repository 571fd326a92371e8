import { css } from 'lit'

/** The look of `<simten-components>`. */
export const componentsPageStyles = css`
  :host {
    position: relative;
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    height: 100vh;
    height: 100dvh;
    overflow: clip;
  }
  header {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: max(48px, 3rem);
    padding: 0 16px;
    border-bottom: 1px solid var(--st-line);
  }
  header > a:first-child {
    display: inline-flex;
    border-radius: var(--st-radius);
  }
  h1 {
    flex: 1;
    min-width: 0;
    overflow: clip;
    text-overflow: ellipsis;
    margin: 0;
    font-size: var(--st-text-3);
    font-weight: 600;
  }
  .open {
    flex: none;
    padding: 5px 10px;
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
    background: var(--st-surface);
    text-decoration: none;
  }
  .open:hover {
    border-color: var(--st-accent);
  }
  .mark-in {
    stroke: var(--st-low);
  }
  .mark-out {
    stroke: var(--st-high);
  }
  main {
    display: grid;
    grid-template-columns: max(280px, 17.5rem) minmax(0, 1fr);
    min-height: 0;
  }
  nav {
    display: grid;
    grid-template-rows: auto 1fr;
    min-height: 0;
    border-right: 1px solid var(--st-line);
    background: var(--st-surface);
  }
  .search {
    padding: 12px;
    border-bottom: 1px solid var(--st-line);
  }
  input {
    width: 100%;
    padding: 7px 10px;
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
    background: var(--st-paper);
  }
  .list {
    overflow: auto;
    padding: 8px 0 24px;
  }
  .list h2 {
    margin: 14px 16px 4px;
    font-size: var(--st-text-1);
    font-weight: 600;
    color: var(--st-muted);
  }
  nav ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  nav li a {
    display: block;
    padding: 5px 16px;
    text-decoration: none;
  }
  nav li a:hover {
    background: color-mix(in srgb, var(--st-ink) 7%, transparent);
  }
  nav li a[aria-current="page"] {
    box-shadow: inset 3px 0 var(--st-accent);
    font-weight: 600;
  }
  .none {
    padding: 12px 16px;
    color: var(--st-muted);
  }
  article {
    overflow: auto;
    padding: 28px clamp(16px, 4vw, 48px) 64px;
    line-height: 1.55;
  }
  article > * {
    max-width: 72ch;
  }
  article h2 {
    margin: 0;
    font-size: var(--st-text-4);
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  article h3 {
    margin: 24px 0 6px;
    font-size: var(--st-text-2);
    font-weight: 600;
  }
  p {
    margin: 8px 0 0;
  }
  .summary {
    font-size: var(--st-text-3);
    color: var(--st-muted);
    margin: 4px 0 0;
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 6px 16px 6px 0;
    text-align: left;
    vertical-align: top;
    border-bottom: 1px solid var(--st-line);
    font-weight: 400;
  }
  th {
    width: 8em;
    font-family: var(--st-mono);
  }
  td.width {
    width: 10em;
    color: var(--st-muted);
    font-variant-numeric: tabular-nums;
  }
  pre {
    box-sizing: border-box;
    max-width: 110ch;
    white-space: pre-wrap;
    margin: 6px 0 0;
    padding: 12px 14px;
    overflow: auto;
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
    background: var(--st-surface);
    font: 400 var(--st-text-2) / 1.5 var(--st-mono);
  }
  pre,
  th {
    font-variant-ligatures: none;
  }
  th,
  td {
    overflow-wrap: anywhere;
  }
  .toggle,
  .short {
    display: none;
  }
  @media (max-width: 47.5em) {
    /* One at a time: the component, or the list that leads to another one. */
    main {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: auto minmax(0, 1fr);
    }
    main[data-list] {
      grid-template-rows: minmax(0, 1fr);
    }
    main[data-list] article,
    main:not([data-list]) .list {
      display: none;
    }
    nav {
      grid-template-columns: minmax(0, 1fr);
      border-right: 0;
    }
    .search {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      padding: 8px 12px;
    }
    .search input {
      flex: 1 1 8em;
      min-width: 0;
    }
    .toggle {
      display: inline-flex;
      max-width: 100%;
      white-space: normal;
    }
    .wide {
      display: none;
    }
    .short {
      display: inline;
    }
    nav li a {
      padding: 10px 16px;
    }
    article {
      padding-top: 20px;
    }
    /* Name and width in one line, what they mean below. */
    tr {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 12px;
      padding: 8px 0;
      border-bottom: 1px solid var(--st-line);
    }
    th,
    td {
      width: auto;
      padding: 0;
      border: 0;
    }
    td.width {
      width: auto;
    }
    td:last-child {
      flex-basis: 100%;
    }
  }
`
