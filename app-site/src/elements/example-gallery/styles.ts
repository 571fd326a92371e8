import { outlined, plainList } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<example-gallery>`. */
export const exampleGalleryStyles = css`
  :host {
    display: block;
  }
  .tools {
    display: flex;
    gap: var(--st-space-2);
    margin-bottom: var(--st-space-3);
  }
  input,
  select {
    min-height: var(--st-control-3-text);
    padding: 0 var(--st-space-2h);
    ${outlined};
    background: var(--st-paper);
    color: inherit;
    font: inherit;
  }
  input {
    flex: 1;
    min-width: 0;
  }
  .none {
    margin: 0;
    color: var(--st-muted);
  }
  h3 {
    margin: var(--st-space-4h) 0 var(--st-space-2);
    font-size: var(--st-text-2);
    font-weight: 600;
    color: var(--st-muted);
  }
  .none + h3 {
    margin-top: 0;
  }
  ul {
    ${plainList};
    display: grid;
    gap: var(--st-space-3);
    grid-template-columns: repeat(auto-fill, minmax(calc(45 * var(--st-unit)), 1fr));
  }
  li {
    display: grid;
  }
  button {
    display: grid;
    align-content: start;
    justify-items: start;
    gap: var(--st-space-1);
    padding: var(--st-space-3);
    text-align: left;
    white-space: normal;
    border: var(--st-hairline) solid var(--st-line);
    border-radius: var(--st-radius-card);
    background: var(--st-surface);
  }
  button:hover {
    background: var(--st-surface);
    border-color: var(--st-accent);
  }
  button[aria-current="true"] {
    border-color: var(--st-accent);
  }
  img {
    width: 100%;
    aspect-ratio: 16 / 9;
    object-fit: contain;
    margin-bottom: var(--st-space-1);
    background: var(--st-paper);
    border-radius: var(--st-radius);
  }
  .title {
    font-weight: 600;
    font-size: var(--st-text-3);
  }
  .line {
    color: var(--st-muted);
  }
  @media (pointer: coarse) {
    input,
    select {
      min-height: var(--st-target);
    }
  }
`
