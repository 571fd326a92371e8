/** What the elements of this package have in common to look at. */
import { css } from 'lit'

/** The ring around the button or the field that the keyboard is in. */
export const focusRing = css`
  button:focus-visible,
  input:focus-visible {
    outline: var(--st-stroke) solid var(--st-accent);
    outline-offset: var(--st-stroke);
  }
`

/** The icon of a button: lines of one weight, in the colour of the text. */
export const buttonIcon = css`
  button svg {
    width: clamp(var(--st-icon-2), 1.23em, var(--st-control-1));
    height: clamp(var(--st-icon-2), 1.23em, var(--st-control-1));
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
`
