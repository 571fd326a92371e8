import { fingerprint, type LayoutStore } from '../engine.js'
import { examples } from '../examples/catalogue.js'
import first from '../examples/first-layouts.gen.json'

type Graph = Parameters<LayoutStore['put']>[1]

const layoutsKey = 'simten.layouts'
const drawnKey = 'simten.layouts.drawn'

/** Layouts kept in the browser, and characters of the largest. */
const MOST = 12
const LARGEST = 40_000

/** The layout of the first example, which new visitors see; embed/test/recorded.test.ts makes it. */
const shipped: readonly Kept[] = parsed(JSON.stringify(first))

/** A layout under the fingerprint of its graph. */
type Kept = readonly [key: string, graph: Graph]

/**
 * The layouts of the last pictures, kept in the browser, and those that come with the page. With them a circuit that was
 * drawn before is shown as soon as it is compiled. Every call works without storage too.
 */
export class KeptLayouts implements LayoutStore {
  readonly expected: boolean
  #list: Kept[] | undefined

  /** text gives the text that is drawn; opening is the one that will be first, undefined when that is not known yet. */
  constructor(
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
    private readonly text: () => string,
    opening: string | undefined,
  ) {
    const drawn = opening !== undefined && this.#read(drawnKey) === fingerprint(opening)
    this.expected = drawn || (opening !== undefined && opening === examples[0]?.text)
  }

  get(key: string): Graph | undefined {
    const graph = [...this.#layouts(), ...shipped].find(([k]) => k === key)?.[1]
    if (graph) this.#drawn()
    return graph
  }

  put(key: string, graph: Graph): void {
    if (JSON.stringify(graph).length > LARGEST) return
    this.#list = [[key, graph] as const, ...this.#layouts().filter(([k]) => k !== key)].slice(0, MOST)
    this.#write(layoutsKey, JSON.stringify(this.#list))
    this.#drawn()
  }

  #drawn(): void {
    this.#write(drawnKey, fingerprint(this.text()))
  }

  #layouts(): Kept[] {
    this.#list ??= parsed(this.#read(layoutsKey))
    return this.#list
  }

  #read(key: string): string | undefined {
    try {
      return this.storage?.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  }

  #write(key: string, value: string): void {
    try {
      this.storage?.setItem(key, value)
    } catch {
      // a full or forbidden storage: the layout is made again next time
    }
  }
}

/** What is kept, as far as it can be read. The places themselves are looked at when they are used. */
function parsed(text: string | undefined): Kept[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isKept) : []
  } catch {
    return []
  }
}

function isKept(entry: unknown): entry is Kept {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'object' && entry[1] !== null
}
