/** A circuit to start from. `id` is what `?example=` takes. */
export interface Example {
  readonly id: string
  readonly title: string
  readonly line: string
  readonly category: string
  /** From 1, for a first circuit, to 5. */
  readonly difficulty: number
  readonly text: string
  /** Cycles per second that suit it; undefined leaves the page's own first speed. */
  readonly speed?: number
}

type Words = Omit<Example, 'text'>

/** Names of the categories, in the order in which they are offered. */
const categories: ReadonlyMap<string, string> = new Map([
  ['basics', 'Basics'],
  ['arithmetic', 'Arithmetic'],
  ['math', 'Mathematics'],
  ['coding', 'Coding and cryptography'],
  ['cpu', 'Processors'],
  ['network', 'Networks'],
  ['media', 'Sound and pictures'],
  ['game', 'Games'],
])

const texts = import.meta.glob<string>('../../../examples/*/circuit.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const words = import.meta.glob<Words>('../../../examples/*/expect.json', { import: 'default', eager: true })

const rank = new Map([...categories.keys()].map((category, i) => [category, i]))
const rankOf = (e: Example) => rank.get(e.category) ?? rank.size

/** By category, and short texts before long ones. */
export const examples: readonly Example[] = Object.entries(words)
  .map(([path, { id, title, line, category, difficulty, speed }]) => {
    const text = texts[path.replace('expect.json', 'circuit.ts')] ?? ''
    return { id, title, line, category, difficulty, text, ...(speed === undefined ? {} : { speed }) }
  })
  .sort((a, b) => rankOf(a) - rankOf(b) || a.text.length - b.text.length)

/** The examples of one category. */
export interface Group {
  readonly title: string
  readonly examples: readonly Example[]
}

/** Orders of the gallery. */
export type Order = 'topic' | 'difficulty'

const levels = ['', 'First circuits', 'Small', 'Medium', 'Large', 'Whole machines']

/** The examples in which all words of a search occur, in an order of the gallery. */
export function groupsOf(search: string, order: Order): readonly Group[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const found = examples.filter((e) => {
    const text = `${e.title} ${e.line} ${categories.get(e.category) ?? ''} ${e.id}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const keys = order === 'topic' ? found.map((e) => e.category) : found.map((e) => e.difficulty).sort((a, b) => a - b)
  return [...new Set<string | number>(keys)].map((key) => ({
    title: typeof key === 'number' ? (levels[key] ?? '') : (categories.get(key) ?? key),
    examples: found.filter((e) => e.category === key || e.difficulty === key),
  }))
}

export function exampleById(id: string | null | undefined): Example | undefined {
  return examples.find((e) => e.id === id)
}

/** The example that a text is, unchanged. */
export function exampleByText(text: string | undefined): Example | undefined {
  return examples.find((e) => e.text === text)
}
