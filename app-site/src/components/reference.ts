import list from './components.gen.json'

/** The documentation of one name of the library, as engine/std writes it. */
export interface Entry {
  readonly name: string
  readonly kind: string
  readonly category?: string
  readonly summary: string
  readonly doc?: string
  readonly factory: boolean
  readonly ports?: readonly {
    readonly name: string
    readonly direction: string
    readonly width: string
    readonly doc: string
  }[]
  readonly options?: readonly { readonly name: string; readonly default?: string; readonly doc: string }[]
  readonly formula?: string
  readonly clock?: string
  readonly returns?: string
  readonly throws?: string
  readonly example: string
}

export const entries: readonly Entry[] = list

/** Entries of one category, in the order of their names. */
export interface Chapter {
  readonly title: string
  readonly entries: readonly Entry[]
}

const helpers = 'helpers'
const unnamed = 'processors'

const categoryOf = (e: Entry) => (e.kind === 'helper' ? helpers : (e.category ?? unnamed))

/** The order in which somebody who learns meets them; others follow as they come. */
const order = [
  'logic-gates',
  'input-output',
  'display',
  'sequential',
  'arithmetic',
  'plexers',
  'bus-operations',
  'utilities',
  'memory',
]

const rank = (category: string) => {
  const i = order.indexOf(category)
  return i < 0 ? (category === helpers ? order.length + 1 : order.length) : i
}

/** "logic-gates" reads "Logic gates". */
const titleOf = (category: string) => {
  const words = category.replaceAll('-', ' ')
  return /\d/.test(words) || words === 'io' ? words.toUpperCase() : words.charAt(0).toUpperCase() + words.slice(1)
}

/** The entries that a search finds, by category: in the name, the summary, or the names of ports and options. */
export function chapters(search: string): readonly Chapter[] {
  const wanted = search.trim().toLowerCase()
  const hit = (e: Entry) =>
    wanted === '' ||
    [e.name, e.summary, ...(e.ports ?? []).map((p) => p.name), ...(e.options ?? []).map((o) => o.name)].some((text) =>
      text.toLowerCase().includes(wanted),
    )
  const found = entries.filter(hit)
  const categories = [...new Set(found.map(categoryOf))].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en'))
  return categories.map((category) => ({
    title: titleOf(category),
    entries: found.filter((e) => categoryOf(e) === category),
  }))
}
