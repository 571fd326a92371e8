/** Making SVG elements. Styles go through classes and presentation attributes only, as the page's policy demands. */

const NAMESPACE = 'http://www.w3.org/2000/svg'

type Attributes = Record<string, string | number | undefined>

/** An SVG element with attributes and children. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(NAMESPACE, tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value))
  }
  element.append(...children)
  return element
}

/** A text element. */
export function label(
  content: string,
  x: number,
  y: number,
  className: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): SVGTextElement {
  return svg('text', { x, y, class: className, 'text-anchor': anchor }, content)
}
