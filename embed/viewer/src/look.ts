/**
 * The look that elements have in common. The first ones are declarations, for the rules of an element: write
 * `${raised};` in a rule. The others are rules, for an element's list of styles.
 */
import { css } from 'lit'

/** A box that stands above the page: a popover, a dialog, a note. */
export const raised = css`
  background: var(--st-raised);
  border: var(--st-hairline) solid var(--st-line);
  box-shadow: var(--st-shadow)
`

/** The line around a field, a button or a link. */
export const outlined = css`
  border: var(--st-hairline) solid var(--st-line);
  border-radius: var(--st-radius)
`

/** A piece of a program, which scrolls where it is wide. */
export const codeBlock = css`
  overflow: auto;
  ${outlined};
  font: 400 var(--st-text-2) / 1.5 var(--st-mono)
`

/** A button that is its words or its icon, without a box. */
export const plainButton = css`
  padding: 0;
  font: inherit;
  color: var(--st-muted);
  background: none;
  border: 0;
  border-radius: var(--st-radius);
  cursor: pointer
`

/** A list without marks and room of its own. */
export const plainList = css`
  margin: 0;
  padding: 0;
  list-style: none
`

/** Text that is cut where its line ends. */
export const oneLine = css`
  overflow: clip;
  text-overflow: ellipsis;
  white-space: nowrap
`

/** Text for screen readers only. */
export const unseen = css`
  position: absolute;
  width: var(--st-hairline);
  height: var(--st-hairline);
  overflow: clip;
  clip-path: inset(50%);
  white-space: nowrap
`

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
