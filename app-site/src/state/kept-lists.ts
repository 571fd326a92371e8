import { type Bookmark, readBookmarks } from '@simten/viewer/controls/bookmarks/bookmarks'
import { readRows, type WaveRowSetting } from '@simten/viewer/wave/rows'
import { loadSetting, safeStorage, saveSetting } from './draft.ts'

/** Circuits of which a list is kept; the one that was changed longest ago goes first. */
const MAX_CIRCUITS = 20

type Kept<T> = [circuit: string, list: T[]][]

/** Lists that are kept by the names of circuits. */
export class KeptLists<T> {
  constructor(
    private readonly key: string,
    private readonly read: (saved: unknown) => T[],
  ) {}

  /** The list of a circuit; undefined when none was kept. */
  of(circuit: string, storage: Storage | undefined): T[] | undefined {
    return this.all(storage).find(([name]) => name === circuit)?.[1]
  }

  keep(circuit: string, list: T[], storage: Storage | undefined): void {
    const others = this.all(storage).filter(([name]) => name !== circuit)
    const kept: Kept<T> = [...others.slice(-(MAX_CIRCUITS - 1)), [circuit, list]]
    saveSetting(this.key, JSON.stringify(kept), storage)
  }

  private all(storage: Storage | undefined): Kept<T> {
    try {
      const saved: unknown = JSON.parse(loadSetting(this.key, storage) ?? '[]')
      if (!Array.isArray(saved)) return []
      return saved.flatMap((entry: unknown): Kept<T> => {
        if (!Array.isArray(entry) || typeof entry[0] !== 'string') return []
        return [[entry[0], this.read(entry[1])]]
      })
    } catch {
      return []
    }
  }
}

const rows = new KeptLists<WaveRowSetting>('wave-rows', readRows)
const bookmarks = new KeptLists<Bookmark>('bookmarks', readBookmarks)

/** The rows of the waveform panel that the user has chosen for a circuit; undefined when there are none. */
export function keptRows(circuit: string, storage = safeStorage()): WaveRowSetting[] | undefined {
  return rows.of(circuit, storage)
}

export function keepRows(circuit: string, list: WaveRowSetting[], storage = safeStorage()): void {
  rows.keep(circuit, list, storage)
}

/** The bookmarks in the runs of a circuit. */
export function keptBookmarks(circuit: string, storage = safeStorage()): Bookmark[] {
  return bookmarks.of(circuit, storage) ?? []
}

export function keepBookmarks(circuit: string, list: Bookmark[], storage = safeStorage()): void {
  bookmarks.keep(circuit, list, storage)
}

/** The list of the circuit that is shown: the same object as long as it is the same circuit and the same list. */
export class ListOfCircuit<L> {
  private circuit: string | undefined
  private list: L

  constructor(
    private readonly none: L,
    private readonly load: (circuit: string) => L,
    private readonly save: (circuit: string, list: L) => void,
  ) {
    this.list = none
  }

  of(circuit: string | undefined): L {
    if (circuit !== this.circuit) {
      this.circuit = circuit
      this.list = circuit === undefined ? this.none : this.load(circuit)
    }
    return this.list
  }

  /** Shows another list for a circuit, and keeps it no longer than the circuit is shown: that of a link. */
  lend(circuit: string, list: L): void {
    this.circuit = circuit
    this.list = list
  }

  keep(circuit: string, list: L): void {
    this.circuit = circuit
    this.list = list
    this.save(circuit, list)
  }
}
