/** The line above the clock's buttons on which one goes through the past, and what is beside the cycle number. */
import { css, html, nothing, svg, type TemplateResult } from 'lit'
import { grouped } from '../format/number.ts'
import type { Status } from '../protocol.ts'
import { type Bookmark, nameOf } from './bookmarks/bookmarks.ts'

const icons = {
  now: svg`<path d="M3 4v8M13 3.5v9"/><path class="solid"
    d="M5.2 4v8a.5.5 0 0 0 .8.4l5-4a.5.5 0 0 0 0-.8l-5-4a.5.5 0 0 0-.8.4Z"/>`,
  undo: svg`<path d="M5.8 3.2 3 6l2.8 2.8"/><path d="M3.4 6h6.1a3.4 3.4 0 0 1 0 6.8H6.4"/>`,
}

/** The operations of the controls on the past. */
export interface Travel {
  seek(cycle: number): void
  undo(): void
}

/** Whether a cycle before the last one is shown. */
export function inThePast(status: Status | undefined): boolean {
  return status?.history !== undefined && status.cycle < status.history.last
}

/** The slider over all cycles that can be shown. `shown` is the cycle under the thumb. */
export function scrubber(status: Status | undefined, shown: number, travel: Travel): TemplateResult {
  const first = status?.history?.first ?? 0
  const last = status?.history?.last ?? 0
  const empty = last <= first
  const title = empty
    ? 'The past: nothing to go back to yet. Run or step first.'
    : `Cycles ${grouped(first)} to ${grouped(last)}: drag to go back`
  return html`<input
    class="time"
    type="range"
    step="1"
    .min=${String(first)}
    .max=${String(Math.max(last, first + 1))}
    .value=${String(empty ? first + 1 : shown)}
    ?disabled=${empty}
    title=${title}
    aria-label="Cycle shown"
    aria-valuetext=${status?.running ? 'running' : `${grouped(shown)} of ${grouped(first)} to ${grouped(last)}`}
    @input=${(e: Event) => travel.seek(Number((e.target as HTMLInputElement).value))}
  />`
}

/** The marks above the slider: bookmarks, which lead to their cycle, and hits of breakpoints, likewise. */
export function marks(
  status: Status | undefined,
  bookmarks: readonly Bookmark[],
  hits: readonly number[],
  travel: Travel,
): TemplateResult {
  const inside = (cycle: number): boolean => remembered(status, cycle)
  const mark = (kind: string, cycle: number, name: string) => html`<button
    class="mark ${kind}"
    data-cycle=${cycle}
    title=${name}
    aria-label=${name}
    tabindex="-1"
    @click=${() => travel.seek(cycle)}
  ></button>`
  return html`${thinned(hits.filter(inside), status).map((cycle) => mark('hit', cycle, `Breakpoint hit in cycle ${grouped(cycle)}`))}${bookmarks
    .filter((b) => inside(b.cycle))
    .map((b) =>
      mark('bookmark', b.cycle, `Bookmark: ${b.name === '' ? nameOf(b) : `${b.name}, cycle ${grouped(b.cycle)}`}`),
    )}`
}

/** Marks that are closer to each other than this part of the line are one. */
const CLOSE = 1 / 200

function thinned(cycles: readonly number[], status: Status | undefined): number[] {
  const { first, last } = status?.history ?? { first: 0, last: 0 }
  let before = Number.NEGATIVE_INFINITY
  return cycles.filter((cycle) => {
    const at = (cycle - first) / Math.max(1, last - first)
    if (at - before < CLOSE) return false
    before = at
    return true
  })
}

/** How much of the slider is filled, from 0 to 1. (The policy of the page allows no style attribute.) */
export function filled(status: Status | undefined, shown: number): string {
  const { first, last } = status?.history ?? { first: 0, last: 0 }
  return String(last > first ? (shown - first) / (last - first) : 1)
}

/** Whether a cycle can be shown. */
const remembered = (status: Status | undefined, cycle: number): boolean =>
  status?.history !== undefined && cycle >= status.history.first && cycle <= status.history.last

/** Buttons that are there only when they do something: back to the last cycle, and undo of a branch. */
export function returns(status: Status | undefined, travel: Travel): TemplateResult | typeof nothing {
  const history = status?.history
  if (!history || status.running) return nothing
  const { undo, last } = history
  const what = undo && `Bring back what was set aside: up to cycle ${grouped(undo.last)} (U)`
  return html`${
    what
      ? html`<button class="undo" title=${what} aria-label=${what} @click=${() => travel.undo()}>
          <svg viewBox="0 0 16 16" aria-hidden="true">${icons.undo}</svg>
        </button>`
      : nothing
  }${
    inThePast(status)
      ? html`<button
          class="now"
          title=${`Back to now: cycle ${grouped(last)} (End)`}
          aria-label=${`Back to now, cycle ${grouped(last)}`}
          @click=${() => travel.seek(last)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">${icons.now}</svg>
        </button>`
      : nothing
  }`
}

export const scrubberStyles = css`
  .past {
    display: flex;
    align-items: center;
    gap: var(--st-space-2);
    height: calc(5.5 * var(--st-unit));
    margin: 0 0 calc(-1 * var(--st-space-1)) var(--st-space-2);
  }
  /* Room for both buttons, so that nothing moves under the pointer when they come. */
  .returns {
    display: flex;
    justify-content: flex-end;
    width: calc(14 * var(--st-unit));
  }
  .line {
    position: relative;
    display: flex;
    flex: 1;
    align-items: center;
    min-width: 0;
  }
  /* Above the line, so that its lower half can still be dragged; the middle of the thumb is 7 px from its ends. */
  button.mark {
    position: absolute;
    bottom: var(--st-space-2);
    left: calc(1.75 * var(--st-unit) + var(--at, 0) * (100% - var(--st-space-3h)));
    width: var(--st-control-1);
    height: var(--st-icon-3);
    margin-left: calc(-1 * var(--st-space-3));
    border-radius: var(--st-radius-2);
  }
  button.mark:hover {
    background: none;
  }
  button.mark::before {
    content: "";
    width: calc(1.75 * var(--st-unit));
    height: var(--st-space-2);
    background: var(--st-accent);
    clip-path: polygon(0 0, 100% 0, 100% 100%, 50% 65%, 0 100%);
    align-self: end;
  }
  button.mark.hit::before {
    height: calc(1.75 * var(--st-unit));
    border-radius: 50%;
    clip-path: none;
    background: var(--st-bad);
  }
  button.mark:hover::before {
    transform: scale(1.4);
  }
  .way {
    flex: 1;
    min-width: 0;
    height: var(--st-space-1);
    margin: 0 calc(1.75 * var(--st-unit));
    appearance: none;
    border: 0;
    border-radius: var(--st-radius-1);
    overflow: clip;
    background: var(--st-line);
  }
  .way::-webkit-progress-bar {
    background: var(--st-line);
  }
  .way::-webkit-progress-value {
    background: var(--st-accent);
  }
  .way::-moz-progress-bar {
    background: var(--st-accent);
  }
  @media (pointer: coarse) {
    button.mark {
      bottom: var(--st-space-1);
      width: var(--st-target);
      height: var(--st-target);
      margin-left: calc(-5.5 * var(--st-unit));
    }
  }
  .returns button {
    width: var(--st-control-2);
    height: var(--st-control-1);
  }
  .returns button svg {
    width: var(--st-icon-1);
    height: var(--st-icon-1);
  }
  .past input[type="range"].time {
    flex: 1;
    width: 0;
    min-width: 0;
    height: var(--st-icon-2);
  }
  input[type="range"].time::-webkit-slider-runnable-track {
    background: linear-gradient(
      to right,
      var(--st-muted) calc(var(--part) * 100%),
      var(--st-line) calc(var(--part) * 100%)
    );
  }
  input[type="range"].time::-moz-range-progress {
    height: var(--st-space-1);
    border-radius: var(--st-radius-1);
    background: var(--st-muted);
  }
  :host([past]) input[type="range"].time::-webkit-slider-thumb {
    background: var(--st-warn);
  }
  :host([past]) input[type="range"].time::-moz-range-thumb {
    background: var(--st-warn);
  }
  input[type="range"].time:disabled {
    opacity: 0.5;
    cursor: default;
  }
  input[type="range"].time:disabled::-webkit-slider-thumb {
    visibility: hidden;
  }
  input[type="range"].time:disabled::-moz-range-thumb {
    visibility: hidden;
  }
  :host([past]) .cycle {
    color: var(--st-warn);
  }
  .achieved {
    min-width: 5.5em;
  }
  @media (forced-colors: active) {
    button.mark::before {
      background: Highlight;
      forced-color-adjust: none;
    }
    input[type="range"].time::-webkit-slider-runnable-track {
      background: linear-gradient(to right, Highlight calc(var(--part) * 100%), CanvasText calc(var(--part) * 100%));
    }
    input[type="range"].time::-moz-range-progress {
      background: Highlight;
    }
  }
`
