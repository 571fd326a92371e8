import { outlined, progressBar } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<share-menu>`. */
export const shareMenuStyles = [
  progressBar,
  css`
    :host {
      display: block;
    }
    .told {
      margin: 0 0 var(--st-space-2);
      padding: var(--st-space-2) var(--st-space-2h);
      background: var(--st-sunken);
      border-radius: var(--st-radius);
      font-size: var(--st-text-1);
    }
    h2 {
      margin: var(--st-space-2) var(--st-space-2h) var(--st-space-1);
      font-size: var(--st-text-1);
      font-weight: 600;
      color: var(--st-muted);
    }
    .choice {
      display: block;
      width: 100%;
      min-height: var(--st-target);
      padding-block: var(--st-space-1);
      text-align: start;
      white-space: normal;
    }
    :is(b, small) {
      display: block;
      font-weight: 500;
      font-size: var(--st-text-2);
    }
    small {
      font-weight: 400;
      font-size: var(--st-text-1);
      color: var(--st-muted);
    }
    .moving {
      display: flex;
      align-items: center;
      gap: var(--st-space-2);
      min-height: var(--st-target);
    }
    .moving > span {
      padding-inline-start: var(--st-space-2h);
      font-size: var(--st-text-2);
      font-variant-numeric: tabular-nums;
      white-space: nowrap;
    }
    .moving progress {
      --track: var(--st-line);
      flex: 1;
      min-width: 0;
    }
    label {
      display: flex;
      align-items: center;
      gap: var(--st-space-2);
      min-height: var(--st-target);
      font-size: var(--st-text-1);
      color: var(--st-muted);
      white-space: nowrap;
    }
    input {
      width: calc(15 * var(--st-unit-text));
      height: var(--st-control-4);
      padding: 0 var(--st-space-2);
      ${outlined};
      background: var(--st-sunken);
      color: var(--st-ink);
      font-size: var(--st-text-2);
    }
  `,
]
