import { outlined } from '@simten/viewer/look'
import { css } from 'lit'

/** A page that fills the window: a header with the mark, the title and links, and the rest below it. */
export const pageStyles = css`
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
    gap: var(--st-space-3);
    min-height: var(--st-bar);
    padding: 0 var(--st-space-4);
    border-bottom: var(--st-hairline) solid var(--st-line);
  }
  .open {
    ${outlined};
    background: var(--st-surface);
    text-decoration: none;
  }
  .open:hover {
    border-color: var(--st-accent);
  }
`

/** The mark of the product, drawn with lines in the colours of signals. */
export const markStyles = css`
  .mark-in {
    stroke: var(--st-low);
  }
  .mark-out {
    stroke: var(--st-high);
  }
`
