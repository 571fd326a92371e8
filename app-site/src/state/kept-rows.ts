import { readRows, type WaveRowSetting } from '@simten/viewer/wave/rows'
import { loadSetting, safeStorage, saveSetting } from './draft.ts'

/** Circuits of which the rows of the waveform panel are kept; the one that was changed longest ago goes first. */
const MOST_CIRCUITS = 20

const key = 'wave-rows'

type Kept = [circuit: string, rows: WaveRowSetting[]][]

/** The rows of the waveform panel that the user has chosen for a circuit; undefined when there are none. */
export function keptRows(circuit: string, storage = safeStorage()): WaveRowSetting[] | undefined {
  return read(storage).find(([name]) => name === circuit)?.[1]
}

export function keepRows(circuit: string, rows: WaveRowSetting[], storage = safeStorage()): void {
  const others = read(storage).filter(([name]) => name !== circuit)
  const kept: Kept = [...others.slice(-(MOST_CIRCUITS - 1)), [circuit, rows]]
  saveSetting(key, JSON.stringify(kept), storage)
}

function read(storage: Storage | undefined): Kept {
  try {
    const saved: unknown = JSON.parse(loadSetting(key, storage) ?? '[]')
    if (!Array.isArray(saved)) return []
    return saved.flatMap((entry: unknown): Kept => {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string') return []
      return [[entry[0], readRows(entry[1])]]
    })
  } catch {
    return []
  }
}
