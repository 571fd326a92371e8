import { type SVGTemplateResult, svg } from 'lit'

function icon(paths: SVGTemplateResult): SVGTemplateResult {
  return svg`<svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.6"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`
}

/** The product's mark: an AND gate whose output is 1. */
export const mark = svg`<svg viewBox="0 0 28 20" width="28" height="20" fill="none" stroke="currentColor"
  stroke-width="2"
  stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path class="mark-in" d="M1 6h5M1 14h5"/><path
  d="M6 2h6a8 8 0 0 1 0 16H6z"/><path class="mark-out" d="M20 10h7" stroke-width="3"/></svg>`

export const icons = {
  examples: icon(
    svg`<rect x="3" y="3" width="6" height="6" rx="1"/><rect x="11" y="3" width="6" height="6" rx="1"/><rect x="3"
      y="11" width="6" height="6" rx="1"/><rect x="11" y="11" width="6" height="6" rx="1"/>`,
  ),
  learn: icon(
    svg`<path d="M3 15.5V5a9 9 0 0 1 7 1.5A9 9 0 0 1 17 5v10.5A9 9 0 0 0 10 17a9 9 0 0 0-7-1.5zM10 6.5V17"/>`,
  ),
  share: icon(svg`<path d="M8.5 11.5l3-3M7 9l-2 2a2.8 2.8 0 0 0 4 4l2-2M13 11l2-2a2.8 2.8 0 0 0-4-4L9 7"/>`),
  check: icon(svg`<path d="M4 10.5l4 4 8-9"/>`),
  help: icon(svg`<circle cx="10" cy="10" r="7"/><path d="M8 8a2 2 0 1 1 2.8 1.9c-.5.3-.8.7-.8 1.3v.3M10 14.2v.1"/>`),
  system: icon(
    svg`<circle cx="10" cy="10" r="6.5"/><path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" stroke="none"/>`,
  ),
  light: icon(
    svg`<circle cx="10" cy="10" r="3.2"/><path
      d="M10 2.5v1.6M10 15.9v1.6M2.5 10h1.6M15.9 10h1.6M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M4.7 15.3l1.1-1.1M14.2 5.8l1.1-1.1"/>`,
  ),
  dark: icon(svg`<path d="M16 11.5A6.5 6.5 0 0 1 8.5 4 6.5 6.5 0 1 0 16 11.5z"/>`),
  code: icon(svg`<path d="M7 6l-4 4 4 4M13 6l4 4-4 4"/>`),
  circuit: icon(svg`<path d="M2 7h4M2 13h4M6 4h3.5a6 6 0 0 1 0 12H6zM15.5 10H18"/>`),
  problems: icon(svg`<path d="M10 3.5l7 12.5H3zM10 8.5v3.2M10 13.8v.1"/>`),
  close: icon(svg`<path d="M5.5 5.5l9 9M14.5 5.5l-9 9"/>`),
  add: icon(svg`<path d="M10 4.5v11M4.5 10h11"/>`),
  more: icon(svg`<path d="M4.5 10h.1M10 10h.1M15.5 10h.1" stroke-width="2.4"/>`),
  chevron: icon(svg`<path d="M6 8l4 4 4-4"/>`),
} as const
