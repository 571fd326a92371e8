/**
 * Elements without a document. A drawing that is made of them becomes the text of an SVG, on a page as well as in a
 * program that has no document. They do what the drawing asks of elements, and nothing more.
 */

import { TURNS } from '../faces/text.ts'
import type { Maker } from '../svg.ts'

/** One element, with its attributes and children. */
export class PaperElement {
  readonly children: (PaperElement | string)[] = []
  private readonly attributes = new Map<string, string>()

  constructor(readonly tag: string) {}

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value)
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null
  }

  append(...children: (PaperElement | string)[]): void {
    this.children.push(...children)
  }

  replaceChildren(...children: (PaperElement | string)[]): void {
    this.children.splice(0, this.children.length, ...children)
  }

  set textContent(text: string) {
    this.replaceChildren(text)
  }

  /** The classes of the element, in the order in which they were given. */
  get classes(): string[] {
    return (this.getAttribute('class') ?? '').split(' ').filter((name) => name !== '')
  }

  readonly classList = {
    contains: (name: string): boolean => this.classes.includes(name),
    toggle: (name: string, on: boolean): void => {
      const others = this.classes.filter((other) => other !== name)
      this.setAttribute('class', (on ? [...others, name] : others).join(' '))
    },
  }

  /** Sizes that depend on how far away a drawing is seen: a picture as a file is seen from near. */
  readonly style = { setProperty: (): void => undefined }

  /** The elements inside that have a class; other selectors are not known. */
  querySelectorAll(selector: string): PaperElement[] {
    return this.children.flatMap((child) => {
      if (typeof child === 'string') return []
      const inside = child.querySelectorAll(selector)
      return child.classes.includes(selector.slice(1)) ? [child, ...inside] : inside
    })
  }

  /** The attributes in the order in which they were first set. */
  get attributeList(): [name: string, value: string][] {
    return [...this.attributes]
  }
}

/** Makes such elements for a drawing. */
export const paper: Maker = {
  createElementNS: (_, tag) => new PaperElement(tag) as unknown as Element,
}

/** An element that a drawing made of {@link paper}. */
export function onPaper(element: Element): PaperElement {
  if (!((element as unknown) instanceof PaperElement)) throw new TypeError('The element belongs to a document.')
  return element as unknown as PaperElement
}

/** Characters that XML cannot hold, and halves of characters. */
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are meant
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as the content of an element or an attribute: whatever stands in it is read as text. */
export function escaped(text: string): string {
  return text
    .replace(UNWRITABLE, '\ufffd')
    .replace(TURNS, '\ufffd')
    .replace(/[&<>"]/g, (c) => ENTITIES[c] ?? c)
}

/** Parts of a drawing that are there for the pointer, the keyboard and for a view from afar. */
const UNSEEN: readonly string[] = ['hit', 'ring', 'afar', 'live', 'trace', 'pin-mark']

/** Attributes that only the page reads. */
const UNREAD = /^(?:data-|aria-|role$|tabindex$|style$)/

/** Whether an element shows anything. */
function seen(element: PaperElement): boolean {
  return !element.classes.some((name) => UNSEEN.includes(name)) && (element.tag !== 'g' || element.children.some(shown))
}

const shown = (child: PaperElement | string): boolean => typeof child === 'string' || seen(child)

/** The text of an element with all that is seen of it. `classes` takes the names of the classes in it. */
export function written(element: PaperElement, classes: Set<string>): string {
  if (!seen(element)) return ''
  for (const name of element.classes) classes.add(name)
  const attributes = element.attributeList
    .filter(([name]) => !UNREAD.test(name))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('')
  const inside = element.children
    .map((child) => (typeof child === 'string' ? escaped(child) : written(child, classes)))
    .join('')
  const end = inside === '' ? '/>' : `>${inside}</${element.tag}>`
  return `<${element.tag}${attributes}${end}`
}
