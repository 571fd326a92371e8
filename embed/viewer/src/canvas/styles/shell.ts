/** The canvas itself, and how it looks from afar and in calm. */
import { css } from 'lit'

export const shell = css`
  :host {
    display: block;
    position: relative;
    overflow: clip;
    background: var(--st-paper);
    color: var(--st-ink);
    font-family: var(--st-font);
    font-size: var(--st-text-2);
    contain: strict;
    container-type: size;
    min-height: calc(30 * var(--st-unit));
  }
  :host([hidden]) {
    display: none;
  }
  .grid,
  .stage,
  .shield {
    position: absolute;
    inset: 0;
  }
  .grid {
    background-image: radial-gradient(
      circle,
      var(--st-grid) var(--st-hairline),
      transparent calc(1.4 * var(--st-hairline))
    );
    background-size: var(--st-space-4h) var(--st-space-4h);
    pointer-events: none;
  }
  .stage {
    touch-action: none;
    cursor: default;
    outline: none;
    user-select: none;
    -webkit-user-select: none;
  }
  :host([wheel="page"]) .stage {
    touch-action: pan-x pan-y;
  }
  .stage.panning {
    cursor: grabbing;
  }
  .shift,
  .plane,
  svg.drawing {
    position: absolute;
    top: 0;
    left: 0;
    transform: translate3d(0, 0, 0); /* a layer of its own, as wherever it is moved to */
    transform-origin: 0 0;
  }
  svg.drawing {
    display: block;
    overflow: visible;
    text-rendering: geometricprecision; /* names keep their places at every scale */
    transition: opacity var(--st-motion);
  }
  svg.front {
    pointer-events: none;
  }
  .node {
    pointer-events: auto;
  }
  :host([dimmed]) svg.drawing {
    opacity: 0.9;
    filter: saturate(0.25);
  }
  /* another circuit is being laid out: what is seen runs no more */
  .stage.outdated {
    opacity: 0.35;
    pointer-events: none;
    transition: opacity var(--st-motion);
  }
  .stage.other {
    /* nobody is to take it for what the text says */
    opacity: 0.08;
  }

  /* values that change slowly are seen to change */
  .calm .net,
  .calm .dots,
  .calm .track,
  .calm .bulb,
  .calm .glow,
  .calm .knob {
    transition:
      stroke var(--st-motion),
      stroke-width var(--st-motion),
      fill var(--st-motion),
      color var(--st-motion),
      opacity var(--st-motion),
      cx var(--st-motion);
  }

  /* from afar: small names would be dust; boxes have one large name instead, and other free texts grow */
  .far .caption,
  .far .port,
  .far .width,
  .far .slash,
  .far .pill,
  .far .tag-name,
  .far .decimal,
  .far .clock,
  .far .miniature,
  .far .title,
  .far .icon,
  .far .glyph,
  .far .rule {
    display: none;
  }
  .far text.afar {
    display: initial;
    font-size: min(var(--fit), var(--st-label-6));
  }
  .far text.stored {
    font-size: min(var(--fit), calc(5.5 * var(--st-unit)));
  }
  .far text.name {
    font-size: var(--st-label-5);
  }
  .far text.frame-name {
    font-size: var(--st-label-6);
  }
  .dust text.afar,
  .dust text.stored {
    font-size: min(var(--fit), calc(11 * var(--st-unit)));
  }
  .dust text.frame-name {
    font-size: calc(9 * var(--st-unit));
  }
  .far .net {
    stroke-width: 2;
  }
  .far .net.high {
    stroke-width: 3.5;
  }
  .far .net.bus {
    stroke-width: 4;
  }
  .far .net.bus.zero {
    stroke-width: 3;
  }

  /* the drawing as large as the page has room, and nothing that can be pressed */
  @media print {
    :host {
      background: none;
    }
    .shift,
    .plane {
      inset: 0;
      transform: none !important;
    }
    .shield {
      display: none;
    }
    svg.drawing[viewBox] {
      width: 100% !important;
      height: 100% !important;
      transform: none !important;
    }
    .pixels {
      print-color-adjust: exact;
    }
    .grid,
    .trail,
    .zoom,
    .overview,
    .tip,
    .entry,
    .remark,
    .progress,
    circuit-inspector {
      display: none !important;
    }
  }
`
