/** The text of a lesson as data. The page is built with this form of it; nothing reads Markdown in the browser. */

/** A piece of a line: plain text, or text with a meaning. */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: string }
  | { readonly em: string }
  | { readonly link: string; readonly href: string }

export type Block =
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'heading'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'circuit'
      readonly text: string
      /** Attributes of `<circuit-embed>`: height, run, inputs, panes. */
      readonly attributes: Readonly<Record<string, string>>
    }

const fenceMark = /^```(\w*)(.*)$/
const itemMark = /^(?:[-*]|\d+\.) (.*)$/
const pieces = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g
const embedAttributes = new Set(['height', 'run', 'inputs', 'panes', 'heading'])

/**
 * Reads the Markdown of lessons: paragraphs, `##` headings, lists, tables, code in fences, and live circuits in fences
 * that begin with ```circuit, with attributes of the element behind the word. No HTML.
 */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const fence = fenceMark.exec(line)
    if (line.trim() === '') at++
    else if (fence) {
      const end = lines.indexOf('```', at + 1)
      if (end < 0) throw new Error(`The fence in line ${at + 1} has no end.`)
      const text = lines.slice(at + 1, end).join('\n')
      blocks.push(
        fence[1] === 'circuit'
          ? { kind: 'circuit', text, attributes: attributesOf(fence[2] ?? '') }
          : { kind: 'code', text },
      )
      at = end + 1
    } else if (line.startsWith('## ')) {
      blocks.push({ kind: 'heading', text: inline(line.slice(3)) })
      at++
    } else if (line.startsWith('|')) {
      const end = endOf(lines, at, (l) => l.startsWith('|'))
      const rows = lines.slice(at, end).map((row) => row.replace(/^\||\|\s*$/g, '').split('|'))
      const cells = rows.map((row) => row.map((cell) => inline(cell.trim())))
      blocks.push({ kind: 'table', head: cells[0] ?? [], rows: cells.slice(2) })
      at = end
    } else if (itemMark.test(line)) {
      const end = endOf(lines, at, (l) => itemMark.test(l) || l.startsWith('  '))
      const items: string[] = []
      for (const l of lines.slice(at, end)) {
        const item = itemMark.exec(l)
        if (item) items.push(item[1] ?? '')
        else items.push(`${items.pop() ?? ''} ${l.trim()}`)
      }
      blocks.push({ kind: 'list', ordered: /^\d/.test(line), items: items.map(inline) })
      at = end
    } else {
      const end = endOf(lines, at, (l) => l.trim() !== '' && !/^(```|## |\|)/.test(l) && !itemMark.test(l))
      blocks.push({ kind: 'paragraph', text: inline(lines.slice(at, end).join(' ')) })
      at = end
    }
  }
  return blocks
}

function endOf(lines: readonly string[], from: number, goesOn: (line: string) => boolean): number {
  let end = from + 1
  while (end < lines.length && goesOn(lines[end] ?? '')) end++
  return end
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(/([\w-]+)="([^"]*)"/g)) {
    if (!embedAttributes.has(name)) throw new Error(`A live circuit has no attribute "${name}".`)
    found[name] = value
  }
  return found
}

/** The pieces of a line. */
export function inline(text: string): Inline[] {
  const found: Inline[] = []
  let from = 0
  for (const m of text.matchAll(pieces)) {
    if (m.index > from) found.push(text.slice(from, m.index))
    const [whole, code, strong, em, link, href] = m
    if (code !== undefined) found.push({ code })
    else if (strong !== undefined) found.push({ strong })
    else if (em !== undefined) found.push({ em })
    else if (link !== undefined && href !== undefined) found.push({ link, href })
    from = m.index + whole.length
  }
  if (from < text.length) found.push(text.slice(from))
  return found
}
