import { joinPath, splitPath } from '@simten/client/path'
import { PROTOCOL_VERSION } from '@simten/client/protocol.gen'
import { type Arrangement, readArrangement } from '@simten/viewer/layout/arrangement'
import { readRows, type WaveRowSetting } from '@simten/viewer/wave/rows'
import type { On } from '../engine.ts'

/** How a circuit was looked at when it was shared: it is shown so to whoever opens the link. */
export interface SharedView {
  /** Node ids from the top to the level that is open. */
  readonly level: readonly string[]
  /** The rows of the waveforms, with the radix of each; undefined where nobody has chosen any. */
  readonly rows: WaveRowSetting[] | undefined
  readonly breakpoints: readonly { readonly when: string; readonly on: On }[]
  /** Places that a person gave to parts. */
  readonly layout?: Arrangement | undefined
  /** Version of the engine's protocol; 0 where the link does not say it. */
  readonly engine: number
}

/** Bounds of what a link may bring: it comes from anybody. */
const maxRows = 64
const maxBreakpoints = 16
const maxExpression = 1_000
const maxDepth = 64

const kinds: readonly On[] = ['rise', 'fall', 'change', 'true']

/** A view as the text of a link; undefined for one in which nothing differs from what everybody sees at first. */
export function viewText({ level, rows, breakpoints, layout }: Omit<SharedView, 'engine'>): string | undefined {
  const chosen = (rows?.length ?? 0) > 0
  if (level.length === 0 && !chosen && breakpoints.length === 0 && !layout) return undefined
  return JSON.stringify({
    ...(level.length > 0 && { level: joinPath(level) }),
    ...(chosen && { rows: rows?.slice(0, maxRows) }),
    ...(breakpoints.length > 0 && {
      breakpoints: breakpoints.slice(0, maxBreakpoints).map(({ when, on }) => ({ when, on })),
    }),
    ...(layout && { layout }),
    engine: PROTOCOL_VERSION,
  })
}

/** Reads the view of a link. Whatever it cannot be is left out; undefined when nothing is left. */
export function sharedView(text: string): SharedView | undefined {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof read !== 'object' || read === null) return undefined
  const { level, rows, breakpoints, engine, layout } = read as Record<string, unknown>
  const path = typeof level === 'string' && level !== '' ? splitPath(level) : undefined
  const shown = path && path.length <= maxDepth && path.every((name) => name !== '') ? [...path] : []
  const chosen = readRows(rows).slice(0, maxRows)
  const stops = (Array.isArray(breakpoints) ? (breakpoints as unknown[]).slice(0, maxBreakpoints) : []).flatMap(
    (entry): { when: string; on: On }[] => {
      if (typeof entry !== 'object' || entry === null) return []
      const { when, on } = entry as Record<string, unknown>
      const kind = kinds.find((k) => k === on)
      const fits = typeof when === 'string' && when.trim() !== '' && when.length <= maxExpression
      return kind && fits ? [{ when, on: kind }] : []
    },
  )
  const places = readArrangement(layout)
  if (shown.length === 0 && chosen.length === 0 && stops.length === 0 && !places) return undefined
  return {
    level: shown,
    rows: chosen.length > 0 ? chosen : undefined,
    breakpoints: stops,
    ...(places && { layout: places }),
    engine: Number.isSafeInteger(engine) ? (engine as number) : 0,
  }
}
