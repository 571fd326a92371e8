/** What the elements of this package have in common to look at. */
import { css } from 'lit'

/** The ring around the button or the field that the keyboard is in. */
export const focusRing = css`
  button:focus-visible,
  input:focus-visible {
    outline: 2px solid var(--st-accent);
    outline-offset: 2px;
  }
`

/** The icon of a button: lines of one weight, in the colour of the text. */
export const buttonIcon = css`
  button svg {
    width: clamp(16px, 1.23em, 24px);
    height: clamp(16px, 1.23em, 24px);
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
`
