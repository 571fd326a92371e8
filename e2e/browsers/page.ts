import type { Tab } from './browser.ts'
import { Key } from './browser.ts'

/** Milliseconds that anything may take to come about: engines start on machines that do other things besides. */
const PATIENCE = 40_000

/** Facts of an element for tests. */
export interface Found {
  x: number
  y: number
  name: string
  text: string
  classes: string
  checked: string | null
  /** Nothing but the element itself, or what is in it, is where its middle is. */
  reachable: boolean
}

/** In the page: elements of a selector, through all shadow roots, whose name or text matches. */
function look(within: string, selector: string, pattern: string): Found[] {
  const roots = (root: ParentNode): ParentNode[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap((e) => (e.shadowRoot ? roots(e.shadowRoot) : [])),
  ]
  const all = (root: ParentNode, what: string) => roots(root).flatMap((r) => [...r.querySelectorAll(what)])
  const [first] = within === '' ? [document] : all(document, within)
  if (!first) return []
  const inside = first instanceof Element && first.shadowRoot ? first.shadowRoot : first
  const matching = new RegExp(pattern)
  return all(inside, selector).flatMap((e) => {
    const name = e.getAttribute('aria-label') ?? e.getAttribute('title') ?? e.textContent?.trim() ?? ''
    if (!matching.test(name)) return []
    e.scrollIntoView({ block: 'nearest' })
    const box = e.getBoundingClientRect()
    if (box.width === 0 && box.height === 0) return []
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    let top = document.elementFromPoint(x, y)
    while (top?.shadowRoot?.elementFromPoint(x, y) && top.shadowRoot.elementFromPoint(x, y) !== top)
      top = top.shadowRoot.elementFromPoint(x, y)
    const text = e.textContent?.trim() ?? ''
    const classes = e.getAttribute('class') ?? ''
    return [
      {
        x,
        y,
        name,
        text,
        classes,
        checked: e.getAttribute('aria-checked'),
        reachable: top !== null && e.contains(top),
      },
    ]
  })
}

/** In the page: every element, through all shadow roots. */
const deep =
  "const deep = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...(e.shadowRoot ? deep(e.shadowRoot) : [])])"

/** A page as a person uses it. Polls: the functions that tools poll with in the page are code from text. */
export class Page {
  constructor(readonly tab: Tab) {}

  async find(selector: string, { name = '', within = '' } = {}): Promise<Found[]> {
    const call = `(${look})(${JSON.stringify(within)}, ${JSON.stringify(selector)}, ${JSON.stringify(name)})`
    return (await this.tab.run(call)) as Found[]
  }

  /** Waits until something is so. */
  async until<T>(what: string, so: () => Promise<T | undefined | false>, patience = PATIENCE): Promise<T> {
    for (const end = Date.now() + patience; ; ) {
      const found = await so()
      if (found) return found
      if (Date.now() > end) throw new Error(`it does not come about that ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  there(selector: string, where: { name?: string; within?: string } = {}, patience = PATIENCE): Promise<Found> {
    return this.until(
      `there is ${selector} ${JSON.stringify(where)}`,
      async () => (await this.find(selector, where))[0],
      patience,
    )
  }

  async click(selector: string, where: { name?: string; within?: string } = {}): Promise<void> {
    const { x, y } = await this.until(`${selector} ${JSON.stringify(where)} can be clicked`, async () =>
      (await this.find(selector, where)).find((e) => e.reachable),
    )
    await this.tab.click(x, y)
  }

  async drawn(name: string, within = ''): Promise<void> {
    await this.there(`circuit-canvas:not([inert])`, { within })
    await this.there('[role=group], svg', { name: `^Circuit ${name}\\b`, within })
    await this.there('g.node:not(.away)', { within })
    await this.until(
      'the picture can be operated',
      async () => (await this.find('circuit-canvas[inert]', { within })).length === 0,
    )
  }

  async outputIs(name: string, value: number, within = ''): Promise<void> {
    await this.until(`the output ${name} is ${value}`, async () =>
      (await this.find(`[data-node="n:${name}"]`, { within })).some((e) => e.name.endsWith(`, ${value}`)),
    )
  }

  async lampIs(name: string, lit: boolean, within = ''): Promise<void> {
    await this.until(`the lamp ${name} is ${lit ? 'lit' : 'dark'}`, async () => {
      const lamps = await this.find(`[data-node="n:${name}"] .lamp`, { within })
      return lamps.length > 0 && lamps.every((e) => /\bon\b/.test(e.classes) === lit)
    })
  }

  async put(input: string, on: boolean, within = ''): Promise<void> {
    const where = { name: `^input ${input},`, within }
    if ((await this.there('[role=switch]', where)).checked !== String(on)) await this.click('[role=switch]', where)
    await this.until(
      `the switch ${input} stands`,
      async () => (await this.there('[role=switch]', where)).checked === String(on),
    )
  }

  /** Replaces the text of the editor by one that is typed on one line, key by key. */
  async type(text: string): Promise<void> {
    await this.clear()
    await this.tab.type(text)
  }

  private async clear(): Promise<void> {
    await this.focusEditor()
    await this.tab.keys([Key.control, 'a'])
    await this.tab.keys([Key.backspace])
  }

  /** The text may be wider than the window, so no place of it is sure to be clickable. */
  private async focusEditor(): Promise<void> {
    await this.there('.cm-content')
    await this.tab.run(`(() => { ${deep}; deep(document).find((e) => e.classList.contains('cm-content')).focus() })()`)
  }

  /**
   * Replaces the text of the editor at once, as by pasting. Not every browser lets a script make the event of a paste,
   * so CodeMirror is told what it would make of one.
   */
  async write(text: string): Promise<void> {
    await this.there('.cm-content')
    await this.tab.run(`(() => {
      ${deep}
      const content = deep(document).find((e) => e.classList.contains('cm-content'))
      const { view } = content.cmTile ?? content.cmView
      view.focus()
      const changes = { from: 0, to: view.state.doc.length, insert: ${JSON.stringify(text)} }
      view.dispatch({ changes, userEvent: 'input.paste' })
    })()`)
  }
}
