import { css } from 'lit'

/** The look of `<welcome-note>`. */
export const welcomeNoteStyles = css`
  :host {
    display: flex;
    align-items: center;
    gap: 8px;
    max-width: min(560px, 100%);
    padding: 6px 6px 6px 14px;
    pointer-events: auto;
    background: var(--st-raised);
    border: 1px solid var(--st-line);
    border-radius: var(--st-radius-card);
    box-shadow: var(--st-shadow);
  }
  p {
    margin: 0;
  }
  b {
    font-weight: 600;
  }
  button {
    flex: none;
    padding: 0 6px;
    min-height: 28px;
    color: var(--st-muted);
  }
  /* beside the button that shows all of the picture */
  @media (max-width: 47.5em) {
    :host {
      justify-self: start;
      max-width: calc(100% - 48px);
    }
  }
  @media print {
    :host {
      display: none;
    }
  }
`
