/** A circuit to start from. `id` is what `?example=` takes. */
export interface Example {
  readonly id: string
  readonly title: string
  readonly line: string
  readonly category: string
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
  .map(([path, { id, title, line, category, speed }]) => {
    const text = texts[path.replace('expect.json', 'circuit.ts')] ?? ''
    return { id, title, line, category, text, ...(speed === undefined ? {} : { speed }) }
  })
  .sort((a, b) => rankOf(a) - rankOf(b) || a.text.length - b.text.length)

/** The examples of one category. */
export interface Group {
  readonly title: string
  readonly examples: readonly Example[]
}

export const groups: readonly Group[] = [...new Set(examples.map((e) => e.category))].map((category) => ({
  title: categories.get(category) ?? category,
  examples: examples.filter((e) => e.category === category),
}))

export function exampleById(id: string | null | undefined): Example | undefined {
  return examples.find((e) => e.id === id)
}

/** The example that a text is, unchanged. */
export function exampleByText(text: string | undefined): Example | undefined {
  return examples.find((e) => e.text === text)
}
