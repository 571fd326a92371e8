/** Making SVG elements. Styles go through classes and presentation attributes only, as the page's policy demands. */

const NAMESPACE = 'http://www.w3.org/2000/svg'

type Attributes = Record<string, string | number | undefined>

/** The maker of elements: a document, or its substitute where there is none. */
export interface Maker {
  createElementNS(namespace: string, tag: string): Element
}

let maker: Maker | undefined

/** Has the elements that `draw` makes come from `instead` and not from the document. */
export function drawnBy<T>(instead: Maker, draw: () => T): T {
  const before = maker
  maker = instead
  try {
    return draw()
  } finally {
    maker = before
  }
}

/** An SVG element with attributes and children. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = (maker ?? document).createElementNS(NAMESPACE, tag) as SVGElementTagNameMap[K]
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
