import { css } from 'lit'

/** The look of `<simten-play>`. */
export const playPageStyles = css`
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
    height: max(48px, 3rem);
    padding: 0 16px;
    border-bottom: 1px solid var(--st-line);
  }
  header > a:first-child {
    display: inline-flex;
    color: inherit;
    border-radius: var(--st-radius);
  }
  h1 {
    flex: 1;
    min-width: 0;
    margin: 0;
    font-size: var(--st-text-3);
    font-weight: 600;
    overflow: clip;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (max-height: 22.5em) {
    header {
      height: max(38px, 2.375rem);
    }
  }
  .open {
    padding: 5px 10px;
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius);
    background: var(--st-surface);
    text-decoration: none;
    white-space: nowrap;
  }
  button.open {
    cursor: pointer;
  }
  .open[aria-pressed="true"] {
    border-color: var(--st-accent);
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
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
  }
  main.waved {
    grid-template-rows: minmax(0, 3fr) minmax(10rem, 2fr);
  }
  .circuit {
    position: relative;
    min-height: 0;
  }
  circuit-stage {
    position: absolute;
    inset: 0;
  }
  circuit-wave {
    min-height: 0;
    border-top: 1px solid var(--st-line);
  }
  @media print {
    :host {
      display: block;
      height: auto;
      overflow: visible;
    }
    header {
      display: none;
    }
    circuit-stage {
      position: relative;
      inset: auto;
    }
  }
  .gallery {
    max-width: 720px;
    margin: 10vh auto 0;
    padding: 0 24px;
  }
  .gallery h2 {
    margin: 0 0 12px;
    font-size: var(--st-text-4);
  }
  .gallery p {
    margin: 0 0 20px;
    font-size: var(--st-text-3);
  }
`
