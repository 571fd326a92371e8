/** Lists and menus that stand over everything beside what they belong to. */

import { css } from 'lit'
import { raised } from './look.ts'

/** Distance from what it belongs to, and from the edges of the window, in CSS pixels. */
const GAP = 4
const EDGE = 8

/** Shows a popover below its anchor, or above where there is no room. */
export function place(popover: HTMLElement, anchor: Element | null): void {
  if (!anchor) return
  popover.showPopover?.()
  const box = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const below = box.bottom + GAP + height <= innerHeight - EDGE || box.top < height + EDGE
  const top = below ? Math.min(box.bottom + GAP, innerHeight - height - EDGE) : box.top - height - GAP
  popover.style.left = `${Math.max(EDGE, Math.min(box.left, innerWidth - width - EDGE))}px`
  popover.style.top = `${Math.max(EDGE, top)}px`
}

export const popoverStyles = css`
  [popover] {
    position: fixed;
    inset: auto;
    margin: 0;
    padding: var(--st-space-2);
    box-sizing: border-box;
    max-width: calc(100vw - var(--st-space-4));
    max-height: calc(100vh - var(--st-space-4));
    overflow: auto;
    color: var(--st-ink);
    ${raised};
    border-radius: var(--st-radius-card);
    font-size: var(--st-text-2);
    white-space: normal;
  }
`
