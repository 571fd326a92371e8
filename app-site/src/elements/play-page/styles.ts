import { oneLine } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<simten-play>`. */
export const playPageStyles = css`
  header {
    height: var(--st-bar);
    min-height: 0;
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
    ${oneLine};
  }
  @media (max-height: 22.5em) {
    header {
      height: calc(9.5 * var(--st-unit-text));
    }
  }
  .open {
    padding: calc(1.25 * var(--st-unit)) var(--st-space-2h);
    white-space: nowrap;
  }
  button.open {
    cursor: pointer;
  }
  .open[aria-pressed="true"] {
    border-color: var(--st-accent);
  }
  main {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
  }
  main.waved {
    grid-template-rows: minmax(0, 3fr) minmax(calc(40 * var(--st-unit-text)), 2fr);
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
    border-top: var(--st-hairline) solid var(--st-line);
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
    max-width: calc(180 * var(--st-unit));
    margin: 10vh auto 0;
    padding: 0 var(--st-space-5);
  }
  .gallery h2 {
    margin: 0 0 var(--st-space-3);
    font-size: var(--st-text-4);
  }
  .gallery p {
    margin: 0 0 var(--st-space-4h);
    font-size: var(--st-text-3);
  }
`
