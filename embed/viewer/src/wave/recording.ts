/** A recorded wave, from a VCD or FST file, that is open beside the run of a source. */
import type {
  DifferQuestion,
  DifferResult,
  FileQuestion,
  FileResult,
  ReplayResult,
  WaveQuestion,
  WaveResult,
} from '@simten/client/protocol.gen'
import { DEFAULT_LIMITS } from '@simten/client/protocol.gen'
import { grouped } from '../format/number.ts'
import { Loader } from './loader.ts'
import { filePath, fileRow, plainName, type WaveRowSetting } from './rows.ts'
import { Tiles } from './tiles.ts'
import type { Extent } from './viewport.ts'

/** Who can open files: a source of the panel with all of this. */
export interface FileSource {
  file(question: FileQuestion): Promise<FileResult>
  differ(question: DifferQuestion): Promise<DifferResult>
  replayFile(): Promise<ReplayResult>
  wave(question: WaveQuestion, options?: { signal?: AbortSignal }): Promise<WaveResult>
}

/** Whether a source can open files. */
export const opensFiles = (source: object | undefined): source is FileSource =>
  source !== undefined && 'file' in source && 'differ' in source && 'replayFile' in source

/** Bytes of a packed file, so that it is a message in base64; and of one that is packed by the page. */
const MAX_PACKED = Math.floor(((DEFAULT_LIMITS.messageBytes - 8192) * 3) / 4)
const MAX_FILE = 1 << 30
/** A smaller file is sent as it is. */
const WORTH_PACKING = 64 << 10
/** Memory for the tiles of a file, in bytes. */
const TILES = 16 << 20

/** Why a file cannot be opened. */
class FileError extends Error {}

/** The part of a file that is asked for, besides its name. */
export type Matching = Pick<FileQuestion, 'clock' | 'scope' | 'period' | 'first'>

/** A file that is open. It lives as long as its source, so that a panel which is shown again has it again. */
export class Recording {
  readonly loader: Loader
  readonly tiles = new Tiles(TILES)
  /** Tells one state of it from another. */
  version = 0
  /** Rows that were chosen or changed, by their signal. */
  private readonly settings = new Map<string, WaveRowSetting>()
  private readonly chosen = new Set<string>()
  private readonly removed = new Set<string>()
  private rowsOf = new Map<string, string>() // by the plain name of the signal of the circuit
  private matches = new Map<string, string>() // by path
  private changed: () => void = () => {}

  constructor(
    private readonly source: FileSource,
    readonly name: string,
    private readonly data: string,
    private matching: Matching,
    public result: FileResult,
  ) {
    this.loader = new Loader(
      this.tiles,
      (question, options) => {
        const { signals, curves = [] } = question
        const path = (signal: string) => filePath(signal) ?? signal
        return source.wave({ ...question, signals: signals.map(path), curves: curves.map(path), file: true }, options)
      },
      () => this.changed(),
    )
    this.take(result)
  }

  /** Who hears that something of it is there; only the panel that shows it. */
  heardBy(changed: () => void): void {
    this.changed = changed
  }

  /** Cycles of the run that it has; undefined while none are known. */
  get extent(): Extent | undefined {
    const { cycles, first } = this.result
    return cycles > 0 ? { first, last: first + cycles - 1 } : undefined
  }

  private take(result: FileResult): void {
    this.result = result
    this.version++
    this.rowsOf = new Map()
    this.matches = new Map()
    for (const { path, match } of result.signals) {
      if (match === undefined) continue
      const name = plainName(match)
      if (!this.rowsOf.has(name)) this.rowsOf.set(name, fileRow(path))
      this.matches.set(path, match)
    }
    this.loader.replaced()
  }

  /** Matches it with the circuit that runs now, in another way when one is given. A lost worker has lost the file. */
  async again(matching: Matching = this.matching): Promise<void> {
    const { source, name, data } = this
    let result: FileResult
    try {
      result = await source.file({ name, ...matching })
    } catch (error) {
      if (!(error instanceof Error) || !/no recorded wave/i.test(error.message)) throw error
      result = await source.file({ name, data, ...matching })
    }
    this.matching = matching
    this.take(result)
  }

  /** The signal of the circuit that a row of the file belongs to. */
  matchOf(signal: string): string | undefined {
    const path = filePath(signal)
    return path === undefined ? undefined : this.matches.get(path)
  }

  /** The row of the file that belongs to a row of the run. */
  rowOf(signal: string): string | undefined {
    return this.rowsOf.get(plainName(signal))
  }

  /** Rows of the run with those of the file: each below the one that it belongs to, the others at the end. */
  merged(rows: readonly WaveRowSetting[]): WaveRowSetting[] {
    const list: WaveRowSetting[] = []
    const there = new Set<string>()
    for (const row of rows) {
      list.push(row)
      const signal = this.rowOf(row.signal)
      if (signal === undefined || this.removed.has(signal) || there.has(signal)) continue
      there.add(signal)
      const { radix, point, table, analog, folded } = row
      list.push(
        this.settings.get(signal) ?? {
          signal,
          ...(radix && { radix }),
          ...(point !== undefined && { point }),
          ...(table !== undefined && { table }),
          ...(analog && { analog }),
          ...(folded && { folded }),
        },
      )
    }
    for (const signal of this.chosen) if (!there.has(signal)) list.push(this.settings.get(signal) ?? { signal })
    return list
  }

  /** Takes the rows of the file out of a changed list, and gives those of the run. */
  parted(list: readonly WaveRowSetting[], before: readonly WaveRowSetting[]): WaveRowSetting[] {
    const now = new Set(list.map((r) => r.signal))
    for (const { signal } of before) {
      if (filePath(signal) === undefined || now.has(signal)) continue
      this.chosen.delete(signal)
      if (this.matchOf(signal) !== undefined) this.removed.add(signal)
    }
    for (const row of list) {
      if (filePath(row.signal) === undefined) continue
      if (!before.includes(row)) this.settings.set(row.signal, row)
      this.removed.delete(row.signal)
      const match = this.matchOf(row.signal)
      if (match === undefined || !list.some((r) => plainName(r.signal) === plainName(match)))
        this.chosen.add(row.signal)
    }
    this.version++
    return list.filter((r) => filePath(r.signal) === undefined)
  }

  /** The nearest cycle beside another in which a row of the run differs from that of the file. */
  async difference(
    pairs: readonly { signal: string; file: string }[],
    cycle: number,
    forward: boolean,
    run: Extent,
  ): Promise<(DifferResult & { signal: string }) | undefined> {
    const { extent } = this
    if (!extent) return undefined
    let from = forward ? cycle + 1 : Math.max(run.first, extent.first)
    let to = forward ? Math.min(run.last, extent.last) : cycle - 1
    let best: (DifferResult & { signal: string }) | undefined
    for (const { signal, file } of pairs) {
      // A search up to cycle 0 would be one up to the last.
      if (from > to || to <= 0) break
      const found = await this.source.differ({ signal, path: filePath(file) ?? file, from, to, last: !forward })
      if (!found.found || found.cycle < from || found.cycle > to) continue
      best = { ...found, signal }
      if (forward) to = found.cycle - 1
      else from = found.cycle + 1
    }
    return best
  }
}

const opened = new WeakMap<object, Recording>()

/** The file that is open beside the run of a source. */
export const recordingOf = (source: object | undefined): Recording | undefined =>
  source === undefined ? undefined : opened.get(source)

/** Opens a file. The file that was open before stays when it cannot be read. */
export async function open(source: FileSource, file: File): Promise<Recording> {
  const data = await encoded(file)
  const result = await source.file({ name: file.name.slice(0, 200), data })
  const recording = new Recording(source, file.name, data, {}, result)
  opened.set(source, recording)
  return recording
}

/** Closes the file. */
export async function close(source: FileSource): Promise<void> {
  const recording = opened.get(source)
  opened.delete(source)
  if (recording) await source.file({ name: recording.name, close: true })
}

/** The file in base64, packed where that pays. */
async function encoded(file: File): Promise<string> {
  const tooLarge = (): never => {
    const limit = `${grouped(Math.floor(MAX_PACKED / 1_000_000))} MB`
    throw new FileError(
      `${file.name} is too large: packed it may have ${limit}. Record fewer signals or a shorter time; simten wave reads larger files.`,
    )
  }
  if (file.size > MAX_FILE) tooLarge()
  let blob: Blob = file
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  const packed = first === 0 || (first === 0x1f && second === 0x8b) // a Fast Signal Trace, or gzip
  if (!packed && file.size > WORTH_PACKING && 'CompressionStream' in globalThis) {
    const parts: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    const reader = file.stream().pipeThrough(new CompressionStream('gzip')).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length
      if (size > MAX_PACKED) {
        await reader.cancel()
        tooLarge()
      }
      parts.push(part.value)
    }
    blob = new Blob(parts)
  }
  if (blob.size > MAX_PACKED) tooLarge()
  return base64(blob)
}

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(new FileError('The file cannot be read.'))
    reader.onload = () => {
      const url = String(reader.result)
      resolve(url.slice(url.indexOf(',') + 1))
    }
    reader.readAsDataURL(blob)
  })
}
