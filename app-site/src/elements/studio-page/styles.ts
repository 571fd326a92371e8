import { outlined } from '@simten/viewer/look'
import { css } from 'lit'

/** The look of `<simten-studio>` beyond that of `<simten-play>`. */
export const studioPageStyles = css`
  .file {
    color: var(--st-muted);
    font: 400 var(--st-text-2) / 1.4 var(--st-mono);
  }
  .lamp {
    width: var(--st-space-2);
    height: var(--st-space-2);
    flex: none;
    border-radius: 50%;
    background: var(--st-low);
  }
  .lamp.on {
    background: var(--st-high);
  }
  .lost {
    display: inline-flex;
    align-items: center;
    gap: var(--st-space-2);
    color: var(--st-muted);
    white-space: nowrap;
  }
  .waiting {
    display: grid;
    align-content: center;
    justify-items: center;
    gap: var(--st-space-2);
    height: 100%;
    padding: var(--st-space-5);
    text-align: center;
  }
  .waiting h2 {
    margin: var(--st-space-2) 0 0;
    font-size: var(--st-text-4);
    font-weight: 600;
  }
  .waiting p {
    max-width: calc(110 * var(--st-unit-text));
    margin: 0;
    color: var(--st-muted);
    font-size: var(--st-text-3);
  }
  @media (max-width: 47.5em) {
    .file {
      display: none;
    }
    .lost {
      position: absolute;
      top: calc(var(--st-bar) + var(--st-space-2));
      left: 50%;
      z-index: 3;
      translate: -50% 0;
      padding: var(--st-space-1) var(--st-space-3);
      ${outlined};
      background: var(--st-raised);
    }
  }
`
