import { type Arrangement, type Place, readArrangement } from '@simten/viewer/layout/arrangement'
import { fingerprint } from '../engine.ts'
import { loadSetting, safeSession, safeStorage, saveSetting } from './draft.ts'
import { KeptLists } from './kept-lists.ts'

const kept = new KeptLists<[string, Place]>('places', (saved) =>
  Object.entries(readArrangement(Array.isArray(saved) ? Object.fromEntries(saved) : undefined) ?? {}),
)
/** The text of the link in which this tab has moved parts last: a reload keeps what was moved. */
const movedIn = 'places.moved'

/** Moves that can be taken back. */
const MAX_UNDO = 100
/** Moves of one part that follow each other within so many milliseconds, by keys, are one. */
const TOGETHER = 1_000

interface Step {
  readonly circuit: string
  readonly before: Arrangement | undefined
  readonly words: string
  at: number
}

/**
 * The places that a person gave to parts, by the name of the circuit that is shown; they are kept beside its text.
 * Places from a link, a file or a version are kept only once somebody moves a part.
 */
export class Places {
  private circuit: string | undefined
  private shown: Arrangement | undefined
  private lent: { readonly of: string; readonly arrangement: Arrangement | undefined } | undefined
  private readonly steps: Step[] = []

  constructor(
    private readonly changed: () => void,
    private readonly storage: Storage | undefined = safeStorage(),
    private readonly tab: Storage | undefined = safeSession(),
  ) {}

  /** The places of a circuit: the same object as long as nothing changes. */
  of(circuit: string | undefined): Arrangement | undefined {
    if (circuit === undefined) return undefined
    if (circuit !== this.circuit) {
      this.circuit = circuit
      this.shown = this.lent ? this.lent.arrangement : this.load(circuit)
    }
    return this.shown
  }

  /** Another text is shown; a link, a file or a version brings its places with it, or none. */
  opened(text: string, brought: boolean, arrangement: Arrangement | undefined): void {
    const own = loadSetting(movedIn, this.tab) === fingerprint(text)
    this.lent = brought && !own ? { of: text, arrangement } : undefined
    this.circuit = undefined
  }

  /** A person has moved parts. */
  keep(circuit: string, text: string, arrangement: Arrangement | undefined, words: string): void {
    const now = Date.now()
    const last = this.steps.at(-1)
    if (last?.circuit === circuit && last.words === words && now - last.at < TOGETHER) last.at = now
    else this.steps.push({ circuit, before: this.of(circuit), words, at: now })
    if (this.steps.length > MAX_UNDO) this.steps.shift()
    this.set(circuit, text, arrangement)
  }

  /** Takes the last move back; false when there is none in this circuit. */
  undo(circuit: string | undefined, text: string): boolean {
    const last = this.steps.at(-1)
    if (!last || last.circuit !== circuit) return false
    this.steps.pop()
    this.set(last.circuit, text, last.before)
    return true
  }

  private set(circuit: string, text: string, arrangement: Arrangement | undefined): void {
    this.lent = undefined
    this.circuit = circuit
    this.shown = arrangement
    saveSetting(movedIn, fingerprint(text), this.tab)
    kept.keep(circuit, Object.entries(arrangement ?? {}), this.storage)
    this.changed()
  }

  private load(circuit: string): Arrangement | undefined {
    const list = kept.of(circuit, this.storage) ?? []
    return list.length === 0 ? undefined : Object.fromEntries(list)
  }
}

/** The name of the file beside a program in which its places are: `circuit.layout.json` for `circuit.ts`. */
export function layoutFile(entry: string): string {
  return `${entry.replace(/\.[^./]+$/, '')}.layout.json`
}

/** The text of that file. */
export function layoutText(arrangement: Arrangement): string {
  return `${JSON.stringify(arrangement, undefined, 1)}\n`
}

/** Takes the places out of the files of a project. */
export function takeLayout(files: ReadonlyMap<string, string>): {
  files: ReadonlyMap<string, string>
  arrangement: Arrangement | undefined
} {
  const rest = new Map(files)
  let arrangement: Arrangement | undefined
  for (const [path, text] of files) {
    if (!path.endsWith('.layout.json')) continue
    try {
      const places = readArrangement(JSON.parse(text))
      if (!places) continue
      arrangement ??= places
      rest.delete(path)
    } catch {
      // a file of the project that has this name, and no places in it
    }
  }
  return { files: rest, arrangement }
}
