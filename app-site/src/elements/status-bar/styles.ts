import { css } from 'lit'

/** The look of `<state-strip>`. */
export const statusBarStyles = css`
  :host {
    position: absolute;
    inset: 12px 12px auto;
    z-index: 3;
    max-height: calc(100% - 24px);
    display: grid;
    gap: 8px;
    justify-items: center;
    pointer-events: none;
  }
  .strip {
    pointer-events: auto;
    max-width: min(640px, 100%);
    overflow: auto;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
    padding: 6px 6px 6px 12px;
    min-height: 36px;
    background: var(--st-raised);
    border: 1px solid var(--st-line);
    border-left: 3px solid var(--tone, var(--st-line));
    border-radius: var(--st-radius);
    box-shadow: var(--st-shadow);
  }
  .strip > :last-child:not(button) {
    padding-right: 8px;
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
    flex: 1 1 220px;
    min-width: 0;
    display: grid;
    gap: 2px;
  }
  .text:has(~ button) {
    min-width: 220px;
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
    min-height: 28px;
  }
  progress {
    width: 120px;
    height: 4px;
    accent-color: var(--st-accent);
    appearance: none;
    border: 0;
    border-radius: 2px;
    overflow: clip;
    background: var(--st-sunken);
  }
  progress::-webkit-progress-bar {
    background: var(--st-sunken);
  }
  progress::-webkit-progress-value {
    background: var(--st-accent);
    transition: width var(--st-motion);
  }
  progress::-moz-progress-bar {
    background: var(--st-accent);
  }
  .turning {
    flex: none;
    width: 120px;
    height: 4px;
    margin-right: 6px;
    border-radius: 2px;
    overflow: clip;
    background: var(--st-sunken);
  }
  .turning::before {
    content: "";
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
  .numbers {
    color: var(--st-muted);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
`
