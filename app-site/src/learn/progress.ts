import type { GradeResult } from '@simten/client'
import { loadSetting, safeStorage, saveSetting } from '../state/draft.ts'
import type { Par } from './steps.ts'

/** The best that was reached in a level. */
export interface Best {
  readonly gates: number
  readonly depth: number
  readonly cycles: number
}

const kept = 'learn'
const measures = ['gates', 'depth', 'cycles'] as const

/** The bests of par that a result reaches: one entry for each number that par names. */
export function againstPar(
  par: Par | undefined,
  best: Best,
): { readonly name: (typeof measures)[number]; readonly is: number; readonly par: number; readonly holds: boolean }[] {
  return measures.flatMap((name) => {
    const most = par?.[name]
    return most === undefined ? [] : [{ name, is: best[name], par: most, holds: best[name] <= most }]
  })
}

/** Stars of a level that was passed: one for that, and one for each number of par that holds. */
export function starsOf(par: Par | undefined, best: Best | undefined): { readonly got: number; readonly of: number } {
  const numbers = againstPar(par, best ?? { gates: 0, depth: 0, cycles: 0 })
  return { got: best ? 1 + numbers.filter((n) => n.holds).length : 0, of: 1 + numbers.length }
}

/** The visitor's progress, as the browser keeps it. Everything works without storage, too. */
export class Progress {
  private best: Record<string, Best> = {}

  constructor(private readonly storage: Storage | undefined = safeStorage()) {
    try {
      this.best = read(JSON.parse(loadSetting(kept, storage) ?? '{}'))
    } catch {
      // An entry that cannot be read counts as never reached.
    }
  }

  of(level: string): Best | undefined {
    return Object.hasOwn(this.best, level) ? this.best[level] : undefined
  }

  /** Notes a level that was passed, with the best of each number. */
  passed(level: string, result: Pick<GradeResult, 'gates' | 'depth' | 'cycles'>): void {
    const { gates, depth, cycles } = result
    const old = this.of(level)
    this.best = {
      ...this.best,
      [level]: old
        ? { gates: Math.min(old.gates, gates), depth: Math.min(old.depth, depth), cycles: Math.min(old.cycles, cycles) }
        : { gates, depth, cycles },
    }
    saveSetting(kept, JSON.stringify(this.best), this.storage)
  }

  /** The text that was written for a level. */
  text(level: string): string | undefined {
    return loadSetting(`${kept}.${level}`, this.storage) || undefined
  }

  /** Keeps the text of a level; without one it is forgotten. */
  write(level: string, text: string | undefined): void {
    saveSetting(`${kept}.${level}`, text ?? '', this.storage)
  }
}

function read(value: unknown): Record<string, Best> {
  const found: Record<string, Best> = {}
  if (typeof value !== 'object' || value === null) return found
  for (const [level, best] of Object.entries(value)) {
    const of = best as Partial<Record<keyof Best, unknown>> | null
    if (typeof of !== 'object' || of === null) continue
    const { gates, depth, cycles } = of
    if (typeof gates === 'number' && typeof depth === 'number' && typeof cycles === 'number')
      Object.defineProperty(found, level, { value: { gates, depth, cycles }, enumerable: true })
  }
  return found
}
