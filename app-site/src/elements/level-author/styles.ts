import { outlined } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<level-author>`. */
export const levelAuthorStyles = css`
  :host {
    display: block;
  }
  form {
    display: grid;
    gap: var(--st-space-3h);
  }
  label {
    display: grid;
    gap: var(--st-space-1);
    color: var(--st-muted);
  }
  .check {
    display: flex;
    align-items: center;
    gap: var(--st-space-2);
    min-height: var(--st-control-3-text);
  }
  .numbers {
    display: flex;
    flex-wrap: wrap;
    gap: var(--st-space-3);
  }
  input:not([type="checkbox"]),
  textarea {
    width: 100%;
    min-height: var(--st-control-4);
    padding: var(--st-space-1h) var(--st-space-2h);
    ${outlined};
    background: var(--st-surface);
    color: var(--st-ink);
    font: inherit;
  }
  .code {
    font: 400 var(--st-text-2) / 1.5 var(--st-mono);
    font-variant-ligatures: none;
  }
  p {
    margin: 0;
  }
  a {
    color: var(--st-accent);
    font-weight: 600;
  }
  @media (pointer: coarse) {
    button,
    input:not([type="checkbox"]) {
      min-height: var(--st-target);
    }
  }
`
