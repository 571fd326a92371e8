import type { AskRequest, Chunk, Json, Limits, Patch, Reply, Request } from './protocol.gen.ts'
import { type Budget, type Growing, growingAt, InvalidMessage, MessageTooLarge, validate } from './validate.ts'

/**
 * Messages that are too large to travel in one piece: the message itself comes first, with its long lists, maps and
 * texts empty, then chunks that fill them. Each chunk is checked as it comes, so that no check of a large message holds
 * up the page.
 */

/** Names of the messages that may travel in chunks. */
type Divided = 'Request' | 'Reply'

/** How many chunks make Limits.resultBytes, as the engine divides replies. */
const CHUNKS_PER_RESULT = 4

/** A chunk that fits the schema, and whose patches fit where they belong in a message. */
export function asChunk(of: Divided, value: unknown, budget: Budget): Chunk {
  validate('Chunk', value, budget)
  const chunk = value as Chunk // checked above, but for its fragments
  for (const patch of chunk.patches) checkPatch(of, patch, budget)
  return chunk
}

function checkPatch(of: Divided, patch: Patch, budget: Budget): void {
  const path = patch.at.join('.')
  const place = growingAt(of, patch.at)
  if (!place) throw new InvalidMessage(`Field ${path} cannot travel in chunks.`)
  const kinds = [
    patch.list && 'list',
    patch.map && 'map',
    patch.text !== undefined && 'text',
    patch.bytes && 'bytes',
  ].filter(Boolean)
  const [kind] = kinds
  if (kinds.length !== 1 || (place.kind === 'json' ? kind === 'bytes' : kind !== place.kind)) {
    throw new InvalidMessage(`A patch of ${path} must have what is added to it and nothing else.`)
  }
  patch.list?.forEach((item, i) => {
    place.check(item, `${path}[+${i}]`, budget)
  })
  for (const [key, item] of Object.entries(patch.map ?? {})) place.check(item, `${path}.${key}`, budget)
}

/** One message that is put together. */
export class Assembly<Message extends Request | Reply> {
  private next = 1

  /**
   * The head is the message as it came first, checked; it has chunks. The budget is what is left for them of the bytes
   * that all may have.
   */
  constructor(
    private readonly of: Divided,
    private readonly head: Message,
    private readonly limits: Limits,
    private readonly budget: Budget,
  ) {}

  /** How much is there, from 0 to 1. */
  get done(): number {
    return (this.next - 1) / (this.head.chunks ?? 1)
  }

  /** Takes the next chunk, and gives the message when that was the last one. Throws InvalidMessage. */
  add(value: unknown): Message | undefined {
    const own: Budget = { left: this.limits.resultBytes }
    const chunk = asChunk(this.of, value, own)
    if (chunk.id !== this.head.id || chunk.chunk !== this.next) {
      throw new InvalidMessage(
        `Chunk ${chunk.chunk} of message ${chunk.id} came for chunk ${this.next} of ${this.head.id}.`,
      )
    }
    this.budget.left -= this.limits.resultBytes - own.left
    if (this.budget.left < 0) throw new MessageTooLarge('The chunks make the message too large.')
    for (const patch of chunk.patches) this.apply(patch)
    this.next++
    if (chunk.chunk < (this.head.chunks ?? 0)) return undefined
    const { chunks: _, ...whole } = this.head
    return whole as Message
  }

  private apply(patch: Patch): void {
    const path = patch.at.join('.')
    const place = growingAt(this.of, patch.at) as Growing // checked with the chunk
    let holder: unknown = { whole: this.head }
    let key = 'whole'
    for (const name of patch.at) {
      holder = own(holder, key)
      key = name
    }
    const old = own(holder, key)
    if (patch.list && Array.isArray(old)) {
      for (const item of patch.list) old.push(item)
      place.size(old.length, path)
    } else if (patch.map && typeof old === 'object' && old !== null && !Array.isArray(old)) {
      for (const [name, item] of Object.entries(patch.map)) {
        if (Object.hasOwn(old, name)) throw new InvalidMessage(`Field ${path}.${name} came twice.`)
        define(old, name, item)
      }
      if (place.kind === 'map') place.size(Object.keys(old).length, path)
    } else if (patch.text !== undefined && typeof old === 'string') define(holder as object, key, old + patch.text)
    else if (patch.bytes && old instanceof Uint8Array) define(holder as object, key, joined(old, patch.bytes))
    else throw new InvalidMessage(`There is no such place as ${path} in message ${this.head.id}.`)
  }
}

/** An own property of plain data; nothing of a prototype is found. */
function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Object.getOwnPropertyDescriptor(value, key)?.value
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

/** Sets a property, whatever its name means elsewhere. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}

/** A question with its long texts in chunks of their own. */
function divideQuestion(ask: AskRequest, text: (at: string[], value: string) => string): AskRequest {
  const { file, convert, compare, export: exported } = ask
  if (file?.data !== undefined) return { file: { ...file, data: text(['ask', 'file', 'data'], file.data) } }
  if (convert) return { convert: { dump: text(['ask', 'convert', 'dump'], convert.dump) } }
  if (exported) {
    const source = text(['ask', 'export', 'compile', 'source'], exported.compile.source)
    return { export: { ...exported, compile: { ...exported.compile, source } } }
  }
  if (!compare?.compile) return ask
  const source = text(['ask', 'compare', 'compile', 'source'], compare.compile.source)
  return { compare: { ...compare, compile: { ...compare.compile, source } } }
}

/** A request as it travels: alone, or with its long texts and maps in chunks of their own. */
export function divide(request: Request, limits: Limits): [Request, ...Chunk[]] {
  const piece = Math.floor(limits.resultBytes / CHUNKS_PER_RESULT)
  const patches: Patch[] = []
  const text = (at: string[], value: string, whole = piece): string => {
    if (value.length <= whole) return value
    for (let from = 0; from < value.length; ) {
      let to = Math.min(from + piece, value.length)
      // A pair of surrogates is one character.
      if (to < value.length && /[\ud800-\udbff]/.test(value.charAt(to - 1))) to--
      patches.push({ at, text: value.slice(from, to) })
      from = to
    }
    return ''
  }
  const map = <Value extends Json>(at: string[], value: Record<string, Value>): Record<string, Value> => {
    const list = Object.entries(value)
    const length = (item: Value) => (typeof item === 'string' ? item.length : 24)
    if (list.reduce((sum, [key, item]) => sum + key.length + length(item), 0) <= piece) return value
    let entries: [string, Value][] = []
    let size = 0
    for (const [key, item] of list) {
      entries.push([key, item])
      size += key.length + length(item)
      if (size < piece) continue
      patches.push({ at, map: Object.fromEntries(entries) })
      entries = []
      size = 0
    }
    if (entries.length > 0) patches.push({ at, map: Object.fromEntries(entries) })
    return {}
  }
  const head = { ...request }
  if (head.compile) {
    const { source, lock } = head.compile
    head.compile = { ...head.compile, source: text(['compile', 'source'], source) }
    if (lock) {
      const packages = map(['compile', 'lock', 'packages'], lock.packages)
      head.compile.lock = { ...lock, packages, modules: map(['compile', 'lock', 'modules'], lock.modules) }
    }
  }
  if (head.restore) head.restore = { snapshot: text(['restore', 'snapshot'], head.restore.snapshot) }
  if (head.set) {
    const { values, deposits } = head.set
    const cells = deposits?.map((deposit, i) => ({
      ...deposit,
      ...(deposit.cells !== undefined && { cells: text(['set', 'deposits', String(i), 'cells'], deposit.cells) }),
    }))
    head.set = { values: map(['set', 'values'], values), ...(cells && { deposits: cells }) }
  }
  if (head.import) {
    const files: Record<string, string> = {}
    const list = Object.entries(head.import.files)
    const few = list.reduce((sum, [path, file]) => sum + path.length + file.length, 0) <= piece
    for (const [path, file] of list) define(files, path, text(['import', 'files', path], file, few ? piece : 0))
    head.import = { ...head.import, files }
  }
  if (head.bitstream)
    head.bitstream = { ...head.bitstream, verilog: text(['bitstream', 'verilog'], head.bitstream.verilog) }
  if (head.ask) head.ask = divideQuestion(head.ask, text)
  if (patches.length === 0) return [request]
  return [
    { ...head, chunks: patches.length },
    ...patches.map((patch, i) => ({ chunk: i + 1, id: request.id, patches: [patch] })),
  ]
}
