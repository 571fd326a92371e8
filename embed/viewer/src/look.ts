/** The common look of the elements of this package. */
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

/**
 * How far something is: a `<progress>`, or a `.turning` where nobody knows. The element around them sets their width, and
 * `--track`, the colour of what is to be done yet.
 */
export const progressBar = css`
  progress,
  .turning {
    appearance: none;
    height: var(--st-space-1);
    border: 0;
    border-radius: var(--st-radius-1);
    overflow: clip;
    background: var(--track, var(--st-line));
  }
  progress::-webkit-progress-bar {
    background: var(--track, var(--st-line));
  }
  progress::-webkit-progress-value {
    background: var(--st-accent);
    transition: width var(--st-motion);
  }
  progress::-moz-progress-bar {
    background: var(--st-accent);
  }
  .turning::before {
    content: '';
    display: block;
    width: 40%;
    height: 100%;
    border-radius: inherit;
    background: var(--st-accent);
    animation: turning 1.2s ease-in-out infinite alternate;
  }
  @keyframes turning {
    to {
      transform: translateX(150%);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .turning::before {
      width: 100%;
      opacity: 0.5;
      animation: none;
    }
  }
`
