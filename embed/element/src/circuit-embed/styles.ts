import { focusRing, outlined, progressBar } from '@simten/viewer/look'
import tokens from '@simten/viewer/tokens.css?inline'
import { css, unsafeCSS } from 'lit'

/**
 * Tokens that a page may set on an embed or around it, by the token of the look that each stands for. The first name
 * that is set counts; most are those of public Simten.
 */
export const pageTokens: Readonly<Record<string, readonly string[]>> = {
  paper: ['--embed-bg-primary'],
  surface: ['--embed-bg-secondary'],
  sunken: ['--embed-bg-tertiary', '--embed-bg-code'],
  raised: ['--embed-bg-surface'],
  line: ['--embed-border'],
  grid: ['--embed-dot-color'],
  outline: ['--embed-border-node'],
  ink: ['--embed-text-primary'],
  muted: ['--embed-text-secondary', '--embed-text-muted'],
  accent: ['--embed-accent'],
  high: ['--embed-high'],
  low: ['--embed-low'],
  bus: ['--embed-bus'],
  font: ['--embed-font'],
  mono: ['--embed-mono'],
  'radius-card': ['--embed-radius'],
}

/**
 * The look's tokens with those of the page in front. The reader's settings of the system, such as more contrast, win
 * over a page.
 */
export function themed(text: string): string {
  const end = text.indexOf('@media')
  const plain = text.slice(0, end).replace(/--st-([\w-]+):\s*([^;{}]+)/g, (whole, name: string, value: string) => {
    const names = pageTokens[name]
    return names ? `--st-${name}: ${names.reduceRight((rest, own) => `var(${own}, ${rest})`, value)}` : whole
  })
  // A page may make its rem anything; the reader's own text size is what the element measures.
  return (plain + text.slice(end)).replace(/([\d.]+)rem\b/g, 'calc($1 * var(--st-rem, 16px))')
}

export const embedStyles = [
  unsafeCSS(themed(tokens)),
  focusRing,
  progressBar,
  css`
    :host {
      display: block;
      position: relative;
      contain: layout; /* what is inside stays there, whatever position the page gives the element */
      width: 100%;
      aspect-ratio: 1.5;
      min-height: calc(60 * var(--st-unit));
      max-height: 70vh;
    }
    :host([height]) {
      aspect-ratio: auto;
      min-height: calc(40 * var(--st-unit));
      max-height: none;
    }
    :host([hidden]) {
      display: none;
    }
    /* The page's rules reach the element itself, and what it inherits; nothing of that goes on to what is inside. */
    .frame {
      all: initial;
      color-scheme: inherit;
      direction: ltr; /* not one of all */
      unicode-bidi: isolate;
      font-family: var(--st-font);
      font-size: var(--st-text-2);
      line-height: 1.5;
      color: var(--st-ink);
      position: absolute;
      box-sizing: border-box;
      inset: 0;
      display: flex;
      flex-direction: column;
      overflow: clip;
      background: var(--st-paper);
      border: var(--st-hairline) solid var(--st-line);
      border-radius: var(--st-radius-card);
    }
    .frame::before {
      position: absolute;
      font-size: medium; /* what the reader has set; it is read from here */
    }
    header {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 var(--st-space-3);
      padding: var(--st-space-2) var(--st-space-4);
      background: var(--st-surface);
      border-bottom: var(--st-hairline) solid var(--st-line);
    }
    header .words {
      flex: 1 1 0;
      min-width: 0;
    }
    .heading {
      font-size: var(--st-text-3);
      font-weight: 600;
    }
    .subtitle {
      margin-inline-start: var(--st-space-2);
      font-family: var(--st-mono);
      font-size: var(--st-text-1);
      color: var(--st-muted);
    }
    .description {
      margin: 0;
      color: var(--st-muted);
    }
    .away {
      flex: none;
      color: var(--st-accent);
      text-decoration: none;
      border-radius: var(--st-radius);
      padding: var(--st-space-half) var(--st-space-1);
    }
    .away:hover {
      text-decoration: underline;
    }
    .away.floating {
      position: absolute;
      top: var(--st-space-2);
      right: var(--st-space-3);
      background: var(--st-paper);
      color: var(--st-muted);
      font-size: var(--st-text-1);
    }
    .away.floating:is(:hover, :focus-visible) {
      color: var(--st-accent);
    }
    .frame.narrow .away.floating {
      display: none;
    }
    @media (pointer: coarse) {
      .away {
        padding-block: var(--st-space-3);
        margin-block: calc(-1 * var(--st-space-2));
      }
    }
    .body {
      position: relative;
      flex: 1 1 0;
      min-height: 0;
    }
    .stage {
      position: absolute;
      inset: 0;
      overflow: clip;
    }
    .waved .stage {
      bottom: 42%;
    }
    circuit-wave {
      position: absolute;
      inset: 58% 0 0;
      border-top: var(--st-hairline) solid var(--st-line);
    }
    circuit-canvas {
      position: absolute;
      inset: 0;
    }
    circuit-controls {
      position: absolute;
      inset: auto var(--st-space-3) var(--st-space-3);
      width: fit-content;
      margin-inline: auto;
    }
    circuit-controls[low] {
      bottom: var(--st-space-1h);
    }
    /* The page's own picture of the circuit, until the live one is there. */
    .stand-in {
      position: absolute;
      inset: 0;
      display: grid;
      place-items: center;
      padding: var(--st-space-4);
      background: var(--st-paper);
    }
    ::slotted(*) {
      max-width: 100%;
      max-height: 100%;
    }
    ::slotted(:is(svg, img, picture)) {
      width: 100%;
      height: 100%;
      object-fit: contain;
    }
    .centre {
      position: absolute;
      inset: 0;
      display: grid;
      place-items: center;
      padding: var(--st-space-5);
      text-align: center;
      color: var(--st-muted);
    }
    .centre strong {
      display: block;
      color: var(--st-ink);
      font-size: var(--st-text-3);
      font-weight: 600;
    }
    .centre p {
      margin: var(--st-space-1) 0 0;
      max-width: 46ch;
    }
    progress,
    .turning {
      display: block;
      width: calc(40 * var(--st-unit));
      margin: var(--st-space-3) auto 0;
    }
    button {
      font: inherit;
      margin-top: var(--st-space-3);
      padding: var(--st-space-1h) var(--st-space-3h);
      ${outlined};
      background: var(--st-raised);
      color: var(--st-ink);
      cursor: pointer;
    }
    button:hover {
      border-color: var(--st-muted);
    }
    .strip {
      position: absolute;
      top: var(--st-space-3);
      left: 50%;
      transform: translateX(-50%);
      box-sizing: border-box;
      width: max-content;
      max-width: calc(100% - var(--st-space-5));
      display: flex;
      gap: var(--st-space-3);
      align-items: baseline;
      padding: var(--st-space-2) var(--st-space-3h);
      background: var(--st-raised);
      border-radius: var(--st-radius-card);
      box-shadow: var(--st-shadow);
    }
    .strip .place {
      flex: none;
      font-family: var(--st-mono);
      font-size: var(--st-text-1);
      color: var(--st-bad);
    }
    .strip .hint {
      color: var(--st-muted);
    }
    .strip button {
      flex: none;
      margin: 0;
      padding: var(--st-space-half) var(--st-space-2h);
    }
    .strip.quiet {
      color: var(--st-muted);
      border-radius: var(--st-radius-pill);
      padding: var(--st-space-1) var(--st-space-3h);
    }
  `,
]
