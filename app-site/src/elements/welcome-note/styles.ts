import { raised } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<welcome-note>`. */
export const welcomeNoteStyles = css`
  :host {
    display: flex;
    align-items: center;
    gap: var(--st-space-2);
    max-width: min(calc(140 * var(--st-unit)), 100%);
    padding: var(--st-space-1h) var(--st-space-1h) var(--st-space-1h) var(--st-space-3h);
    pointer-events: auto;
    ${raised};
    border-radius: var(--st-radius-card);
  }
  p {
    margin: 0;
  }
  b {
    font-weight: 600;
  }
  button {
    flex: none;
    padding: 0 var(--st-space-1h);
    min-height: var(--st-control-2);
    color: var(--st-muted);
  }
  /* beside the button that shows all of the picture */
  @media (max-width: 47.5em) {
    :host {
      justify-self: start;
      max-width: calc(100% - var(--st-space-7));
    }
  }
  @media print {
    :host {
      display: none;
    }
  }
`
