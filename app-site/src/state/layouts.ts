import { fingerprint, type LayoutStore } from '../engine.ts'
import { exampleByText } from '../examples/catalogue.ts'
import { firstLayouts, insidesOf, type Kept, keptIn, layoutsOf } from '../examples/layouts.ts'

type Graph = Parameters<LayoutStore['put']>[1]

const layoutsKey = 'simten.layouts'
const drawnKey = 'simten.layouts.drawn'

/** Layouts kept in the browser, and characters of the largest. */
const MAX = 12
const LARGEST = 40_000

/**
 * The layouts of the last pictures, kept in the browser, and those of the examples, which come with the page. With them
 * such a circuit is shown as soon as it is compiled. Every call works without storage too.
 */
export class KeptLayouts implements LayoutStore {
  readonly expected: boolean
  private list: Kept[] | undefined

  /** text gives the text that is drawn; opening is the one that will be first, undefined when that is not known yet. */
  constructor(
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined,
    private readonly text: () => string,
    opening: string | undefined,
  ) {
    const drawn = opening !== undefined && this.read(drawnKey) === fingerprint(opening)
    this.expected = drawn || exampleByText(opening) !== undefined
    if (opening !== undefined) void layoutsOf(opening) // they are under way while the engine starts
  }

  get(key: string): Graph | undefined | Promise<Graph | undefined> {
    const graph = found([...this.layouts(), ...firstLayouts], key)
    if (graph) this.drawn()
    return graph ?? this.shipped(key)
  }

  /**
   * The layout of an example, or of one of its parts. It is kept like one that was made: the next visit may open a text
   * that was changed since.
   */
  private async shipped(key: string): Promise<Graph | undefined> {
    const text = this.text()
    const graph = found((await layoutsOf(text)) ?? [], key) ?? found((await insidesOf(text)) ?? [], key)
    if (graph) this.put(key, graph)
    return graph
  }

  put(key: string, graph: Graph): void {
    if (JSON.stringify(graph).length > LARGEST) return
    this.list = [[key, graph] as const, ...this.layouts().filter(([k]) => k !== key)].slice(0, MAX)
    this.write(layoutsKey, JSON.stringify(this.list))
    this.drawn()
  }

  private drawn(): void {
    this.write(drawnKey, fingerprint(this.text()))
  }

  private layouts(): Kept[] {
    this.list ??= parsed(this.read(layoutsKey))
    return this.list
  }

  private read(key: string): string | undefined {
    try {
      return this.storage?.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  }

  private write(key: string, value: string): void {
    try {
      this.storage?.setItem(key, value)
    } catch {
      // a full or forbidden storage: the layout is made again next time
    }
  }
}

function found(list: readonly Kept[], key: string): Graph | undefined {
  return list.find(([k]) => k === key)?.[1]
}

/** The kept layouts, as far as they can be read. */
function parsed(text: string | undefined): Kept[] {
  try {
    return keptIn(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}
