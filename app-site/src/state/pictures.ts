import { type CompileResult, fingerprint, validate } from '../engine.ts'
import { exampleByText } from '../examples/catalogue.ts'
import { pictured, pictureOfExample } from '../examples/pictures.ts'
import { loadSetting, saveSetting } from './draft.ts'
import type { AppState } from './state.ts'
import type { Store } from './store.ts'

const kept = 'picture'

/** Characters of the largest that is kept, and nets of a circuit of which it is worth a try. */
const LARGEST = 60_000
const MAX_NETS = 2000

/**
 * Pictures that the page can draw of a text before the engine is there: the circuit of an example, which comes with the
 * page, and that of the text that was open last, which the browser keeps. Every call works without storage too.
 */
export class Pictures {
  constructor(private readonly storage: Storage | undefined) {}

  /** Draws what is known of the newest text, as long as nothing has been compiled. */
  show(store: Store<AppState>): void {
    const { text, compiled } = store.state
    if (compiled) return
    const found = pictureOfExample(text) ?? this.kept(text)
    if (!(found instanceof Promise)) return void draw(store, found)
    void found.then((data) => {
      if (store.state.text === text) draw(store, data)
    })
  }

  /** Keeps the picture of a text for the next visit. */
  keep(text: string, compiled: CompileResult): void {
    if ((compiled.design?.nets.length ?? Number.POSITIVE_INFINITY) > MAX_NETS || exampleByText(text)) return
    const data = JSON.stringify({ of: fingerprint(text), picture: pictured(compiled) })
    if (data.length <= LARGEST) saveSetting(kept, data, this.storage)
  }

  private kept(text: string): unknown {
    try {
      const data: unknown = JSON.parse(loadSetting(kept, this.storage) ?? 'null')
      return isKept(data) && data.of === fingerprint(text) ? data.picture : undefined
    } catch {
      return undefined
    }
  }
}

function isKept(data: unknown): data is { of: unknown; picture: unknown } {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, 'of') && Object.hasOwn(data, 'picture')
}

/** Draws data, if it has the form of a picture: what is kept may be of an older page. */
function draw(store: Store<AppState>, data: unknown): void {
  const picture = resultOf(data)
  if (picture && !store.state.compiled) store.update({ picture })
}

function resultOf(data: unknown): CompileResult | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const result: unknown = { ...data, diagnostics: [], circuits: [] }
  try {
    validate('CompileResult', result)
  } catch {
    return undefined
  }
  return result as CompileResult // checked above
}
