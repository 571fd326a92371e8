/**
 * The picture of a tool's result, as elements of this document. Not as an image of a `data:` address: there are hosts
 * that forbid those. The picture is our own server's and its names are escaped; still nothing of it can do anything.
 */

/** Elements of our pictures. */
const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan title desc style defs clipPath'.split(' '),
)
/** Attributes of our pictures: shapes, places and looks. None of them leads anywhere. */
const attributes = new Set(
  `class id x y x1 y1 x2 y2 dx dy cx cy r rx ry d points width height viewBox transform fill stroke stroke-width
  stroke-linecap stroke-linejoin stroke-dasharray opacity fill-opacity text-anchor dominant-baseline font-size
  font-weight font-family role aria-label aria-hidden clip-path xml:space lengthAdjust textLength`.split(/\s+/),
)

/** Reads a picture; undefined for a text that is none. */
export function pictureOf(text: string): SVGSVGElement | undefined {
  const read = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  if (!(read instanceof SVGSVGElement)) return undefined
  for (const element of [read, ...read.querySelectorAll('*')]) {
    if (!elements.has(element.localName) || element.namespaceURI !== read.namespaceURI) element.remove()
    for (const { name, value } of [...element.attributes]) {
      const leads = /url\(|javascript:/i.test(value) && !/^url\(#[\w-]+\)$/.test(value)
      if ((!attributes.has(name) && name !== 'xmlns') || leads) element.removeAttribute(name)
    }
  }
  for (const style of read.querySelectorAll('style')) if (/@import|url\(/i.test(style.textContent)) style.remove()
  return document.importNode(read, true)
}

/** Gives a picture, which follows the system, the colours of the host. */
export function applyTheme(root: ShadowRoot, theme: 'light' | 'dark'): void {
  for (const sheet of root.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue
      rule.media.mediaText = theme === 'dark' ? 'all' : 'not all'
    }
  }
}
