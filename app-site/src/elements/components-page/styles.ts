import { codeBlock, outlined, plainList } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<simten-components>`. */
export const componentsPageStyles = css`
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
    padding: calc(1.25 * var(--st-unit)) var(--st-space-2h);
  }
  main {
    display: grid;
    grid-template-columns: calc(70 * var(--st-unit-text)) minmax(0, 1fr);
    min-height: 0;
  }
  nav {
    display: grid;
    grid-template-rows: auto 1fr;
    min-height: 0;
    border-right: var(--st-hairline) solid var(--st-line);
    background: var(--st-surface);
  }
  .search {
    padding: var(--st-space-3);
    border-bottom: var(--st-hairline) solid var(--st-line);
  }
  input {
    width: 100%;
    padding: calc(1.75 * var(--st-unit)) var(--st-space-2h);
    ${outlined};
    background: var(--st-paper);
  }
  .list {
    overflow: auto;
    padding: var(--st-space-2) 0 var(--st-space-5);
  }
  .list h2 {
    margin: var(--st-space-3h) var(--st-space-4) var(--st-space-1);
    font-size: var(--st-text-1);
    font-weight: 600;
    color: var(--st-muted);
  }
  nav ul {
    ${plainList};
  }
  nav li a {
    display: block;
    padding: calc(1.25 * var(--st-unit)) var(--st-space-4);
    text-decoration: none;
  }
  nav li a:hover {
    background: color-mix(in srgb, var(--st-ink) 7%, transparent);
  }
  nav li a[aria-current="page"] {
    box-shadow: inset var(--st-stroke-bold) 0 var(--st-accent);
    font-weight: 600;
  }
  .none {
    padding: var(--st-space-3) var(--st-space-4);
    color: var(--st-muted);
  }
  article {
    overflow: auto;
    padding: var(--st-space-5h) clamp(var(--st-space-4), 4vw, var(--st-space-7)) var(--st-space-8);
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
    margin: var(--st-space-5) 0 var(--st-space-1h);
    font-size: var(--st-text-2);
    font-weight: 600;
  }
  p {
    margin: var(--st-space-2) 0 0;
  }
  .summary {
    font-size: var(--st-text-3);
    color: var(--st-muted);
    margin: var(--st-space-1) 0 0;
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: var(--st-space-1h) var(--st-space-4) var(--st-space-1h) 0;
    text-align: left;
    vertical-align: top;
    border-bottom: var(--st-hairline) solid var(--st-line);
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
    margin: var(--st-space-1h) 0 0;
    padding: var(--st-space-3) var(--st-space-3h);
    ${codeBlock};
    background: var(--st-surface);
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
      gap: var(--st-space-2);
      padding: var(--st-space-2) var(--st-space-3);
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
      padding: var(--st-space-2h) var(--st-space-4);
    }
    article {
      padding-top: var(--st-space-4h);
    }
    /* Name and width in one line, what they mean below. */
    tr {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 var(--st-space-3);
      padding: var(--st-space-2) 0;
      border-bottom: var(--st-hairline) solid var(--st-line);
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
