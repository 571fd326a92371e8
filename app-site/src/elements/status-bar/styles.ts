import { raised } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<status-bar>`. */
export const statusBarStyles = css`
  :host {
    position: absolute;
    inset: var(--st-space-3) var(--st-space-3) auto;
    z-index: 3;
    max-height: calc(100% - var(--st-space-5));
    display: grid;
    gap: var(--st-space-2);
    justify-items: center;
    pointer-events: none;
  }
  .strip {
    pointer-events: auto;
    max-width: min(calc(160 * var(--st-unit)), 100%);
    overflow: auto;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--st-space-1h) var(--st-space-3);
    padding: var(--st-space-1h) var(--st-space-1h) var(--st-space-1h) var(--st-space-3);
    min-height: var(--st-control-4);
    ${raised};
    border-left: var(--st-stroke-bold) solid var(--tone, var(--st-line));
    border-radius: var(--st-radius);
  }
  .strip > :last-child:not(button) {
    padding-right: var(--st-space-2);
  }
  .bad {
    --tone: var(--st-bad);
  }
  .warn {
    --tone: var(--st-warn);
  }
  .busy {
    --tone: var(--st-accent);
  }
  .text {
    flex: 1 1 calc(55 * var(--st-unit));
    min-width: 0;
    display: grid;
    gap: var(--st-space-half);
  }
  .text:has(~ button) {
    min-width: calc(55 * var(--st-unit));
  } /* so that a short text does not push its button below */
  .what {
    font-weight: 550;
    overflow-wrap: anywhere;
    white-space: pre-line;
    display: -webkit-box;
    -webkit-line-clamp: 4;
    -webkit-box-orient: vertical;
    overflow: clip;
  }
  .next {
    color: var(--st-muted);
    overflow-wrap: anywhere;
  }
  button {
    flex: none;
    min-height: var(--st-control-2);
  }
  progress,
  .turning {
    --track: var(--st-sunken);
    width: calc(30 * var(--st-unit));
  }
  .turning {
    flex: none;
    margin-right: var(--st-space-1h);
  }
  .numbers {
    color: var(--st-muted);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
`
