import { SCHEMA, type Tables } from './protocol.gen.ts'
import { InvalidMessage } from './validate.ts'

/**
 * Reads tables as they travel: bytes, whose order is that of the fields in the schema. That the numbers name what is
 * there is another check, see tables.ts. Throws InvalidMessage. Its result has at most four bytes for each byte that
 * came, besides the text.
 */
export function readTables(bytes: Uint8Array): Tables {
  const reader = new Reader(bytes)
  const tables = reader.table('Tables')
  reader.end()
  return tables as unknown as Tables // as the schema says
}

type Field = number | string | Uint32Array | Table[]
interface Table {
  [field: string]: Field
}

/** No number of a table is larger. */
const LARGEST = 0xffff_ffff

class Reader {
  private at = 0

  constructor(private readonly bytes: Uint8Array) {}

  table(name: string): Table {
    const table: Table = {}
    for (const [field, kind] of Object.entries(SCHEMA[name] ?? {})) table[field] = this.field(kind)
    return table
  }

  end(): void {
    if (this.at < this.bytes.length) throw new InvalidMessage('Something follows the tables.')
  }

  private field(kind: string): Field {
    if (kind === 'int') return this.number()
    if (kind === 'u32') return this.column()
    if (kind === 'string') return this.text()
    const list: Table[] = []
    for (let n = this.length(); n > 0; n--) list.push(this.table(kind.slice('[]#'.length)))
    return list
  }

  private number(): number {
    let value = 0
    for (let unit = 1; unit <= 2 ** 28; unit *= 128) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) throw new InvalidMessage('The tables end inside a number.')
      value += (byte & 0x7f) * unit
      if (byte >= 0x80) continue
      if (value > LARGEST || (byte === 0 && unit > 1)) break
      return value
    }
    throw new InvalidMessage('A number of the tables is too large, or longer than it need be.')
  }

  /** A number of things that have at least a byte each. */
  private length(): number {
    const n = this.number()
    if (n > this.bytes.length - this.at) throw new InvalidMessage('A list is longer than the tables.')
    return n
  }

  private column(): Uint32Array {
    const column = new Uint32Array(this.length())
    for (let i = 0; i < column.length; i++) {
      const byte = this.bytes[this.at] ?? 0x80
      if (byte < 0x80) {
        column[i] = byte
        this.at++
      } else column[i] = this.number()
    }
    return column
  }

  private text(): string {
    const n = this.length()
    const part = this.bytes.subarray(this.at, this.at + n)
    this.at += n
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(part)
    } catch {
      throw new InvalidMessage('The text of the tables is not UTF-8.')
    }
  }
}
