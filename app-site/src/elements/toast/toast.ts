import { raised } from '@simten/viewer/look'
import { css, html, nothing } from 'lit'
import type { Session } from '../../state/session.ts'
import type { Notice } from '../../state/state.ts'

/** A few words at the edge of a page, for those who see it; the page's announcer says them, too. */
export function toast(notice: Notice | undefined) {
  if (!notice) return nothing
  return html`<div class="toast ${notice.tone}" aria-hidden="true">${notice.text}</div>`
}

/** Takes a toast away after a while. Bad news stays longer: it has to be read, and often acted upon. */
export function endToastSoon(session: Pick<Session, 'endToast'>, { id, tone }: Notice): void {
  setTimeout(() => session.endToast(id), tone === 'bad' ? 12_000 : 5_000)
}

/** The look of a toast. */
export const toastStyles = css`
  .toast {
    position: fixed;
    left: var(--st-space-4);
    bottom: calc(12.5 * var(--st-unit));
    z-index: 5;
    max-width: min(calc(110 * var(--st-unit)), calc(42vw - var(--st-space-6))); /* not over the clock */
    pointer-events: none; /* it says something, and is in nobody's way */
    padding: var(--st-space-2) var(--st-space-3h);
    ${raised};
    border-radius: var(--st-radius);
  }
  .toast.bad {
    border-left: var(--st-stroke-bold) solid var(--st-bad);
  }
  @media screen and (max-width: 47.5em) {
    .toast {
      left: var(--st-space-3);
      bottom: auto;
      top: calc(var(--st-bar) + var(--st-space-3));
      width: calc(100vw - var(--st-space-5));
      max-width: calc(110 * var(--st-unit));
    }
  }
  @media print {
    .toast {
      display: none;
    }
  }
`
