/** A circuit that was compiled ahead of time, and runs without the engine. */
import type { Frame, Precompiled, Value } from './protocol.gen.ts'
import { validate } from './validate.ts'

/** The lists of a frame. */
type FrameArrays = Pick<Frame, 'nets' | 'limbs' | 'ranges' | 'bytes'>

/** Bytes of a memory that are compared at once. */
const PAGE = 256

/** Exports of the generated module. */
interface Exports {
  memory: WebAssembly.Memory
  prepare(): number
  settle(): number
  step(cycles: number): number
}

/** The circuit does what only the engine can tell of: it has failed, or has written a text. */
export class NeedsEngine extends Error {}

/** Bytes that a value of a width takes in memory: 1, 2, 4, or whole words of 8. */
export const bytesOfWidth = (width: number): number =>
  width > 64 ? 8 * Math.ceil(width / 64) : width > 32 ? 8 : width > 16 ? 4 : width > 8 ? 2 : 1

/** A number as it is set: 42, -1, "0x2a". Undefined for other texts, which the engine reads. */
export function numberOf(value: Value): bigint | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined
  const [, sign, digits] = /^(-?)(\d+|0x[\da-f]+|0b[01]+|0o[0-7]+)$/i.exec(value) ?? []
  if (digits === undefined || digits.length > 1_000) return undefined
  return sign ? -BigInt(digits) : BigInt(digits)
}

/**
 * Runs the module of a precompiled circuit. It gives the values that the engine gives, cycle by cycle
 * (engine/sim/wasmgen/standalone.go says how such a module is used).
 */
export class PrecompiledMachine {
  cycle = 0
  private readonly memory: Uint8Array
  /** The nets as the reader of frames has them. */
  private readonly shown: Uint8Array
  /** And of the states. */
  private readonly states: Uint8Array[]
  /** The next frame has everything. */
  private whole = true

  private constructor(
    private readonly circuit: Precompiled,
    private readonly module: Exports,
    private readonly widths: readonly number[],
  ) {
    this.memory = new Uint8Array(module.memory.buffer)
    this.shown = new Uint8Array(circuit.shown)
    this.states = circuit.states.map(({ cells }) => new Uint8Array(cells.reduce((sum, { length }) => sum + length, 0)))
    for (const { address, width, start } of circuit.inputs) this.put(address, width, BigInt(start))
    this.start()
  }

  /** Compiles and starts the module. Widths are those of the nets. */
  static async start(circuit: Precompiled, widths: readonly number[]): Promise<PrecompiledMachine> {
    const { instance } = await WebAssembly.instantiate(circuit.code as BufferSource, {})
    return new PrecompiledMachine(circuit, instance.exports as unknown as Exports, widths)
  }

  /** Sets inputs and interactive nodes; names and values were looked at before. */
  set(values: Record<string, Value>): void {
    for (const name of Object.keys(values).sort()) {
      const control = this.circuit.controls[name]
      const number = numberOf(values[name] ?? 0)
      if (!control || number === undefined) throw new NeedsEngine(`${name} is nothing that can be set here`)
      const value = BigInt.asUintN(control.width, number)
      for (const { input, role } of control.targets) {
        const target = this.circuit.inputs[input]
        if (!target) continue
        const large = value >> 53n ? 1n : 0n
        const given = role === 'value' ? value : role === 'large' ? large : 1n
        this.put(target.address, target.width, BigInt.asUintN(target.width, given))
      }
    }
    this.prepare()
  }

  /** Back to the start state; inputs stay. */
  reset(): void {
    this.start()
  }

  /** Runs clock cycles. */
  step(cycles: number): void {
    for (let done = 0; done < cycles; ) {
      const ran = this.module.step(cycles - done)
      done += ran
      this.cycle += ran
      if (ran === 0 && this.failed()) break // a module stops before its list of texts is full, too
      if (this.failed() || this.wrote()) break
    }
    this.settle()
  }

  /** The changes since the last frame, and with the first one all values; undefined when there are none. */
  frame(): (FrameArrays & { whole?: boolean }) | undefined {
    const { circuit, memory, whole } = this
    const nets: number[] = []
    const limbs: number[] = []
    for (let net = 0; net < circuit.nets.length; net++) {
      const address = circuit.nets[net] ?? 0
      const width = this.widths[net] ?? 1
      const constant = address >= circuit.shown
      const bytes = bytesOfWidth(width)
      if (!whole && (constant || same(memory, this.shown, address, bytes))) continue
      nets.push(net)
      const [from, at] = constant ? [circuit.constants, address - circuit.shown] : [memory, address]
      const size = Math.min(bytes, 4)
      for (let limb = 0; limb < Math.ceil(width / 32); limb++) limbs.push(little(from, at + 4 * limb, size))
    }
    this.shown.set(memory.subarray(0, circuit.shown))
    const ranges: number[] = []
    const bytes: Uint8Array[] = []
    circuit.states.forEach((_, index) => {
      if (whole) this.states[index]?.fill(0)
      this.compare(index, ranges, bytes)
    })
    this.whole = false
    if (!whole && nets.length === 0 && ranges.length === 0) return undefined
    return {
      nets: Uint32Array.from(nets),
      limbs: Uint32Array.from(limbs),
      ...(whole && { whole }),
      ...(ranges.length > 0 && { ranges: Uint32Array.from(ranges), bytes: joined(bytes) }),
    }
  }

  /** Adds what changed of a state to a frame, in pages of which neighbours are one range. */
  private compare(index: number, ranges: number[], bytes: Uint8Array[]): void {
    const sent = this.states[index] ?? new Uint8Array()
    const now = this.state(index)
    for (let at = 0; at < now.length; ) {
      let end = Math.min(at + PAGE, now.length)
      if (same(now, sent, at, end - at)) {
        at = end
        continue
      }
      while (end < now.length && !same(now, sent, end, Math.min(PAGE, now.length - end))) {
        end = Math.min(end + PAGE, now.length)
      }
      sent.set(now.subarray(at, end), at)
      ranges.push(index, at, end - at)
      bytes.push(now.slice(at, end))
      at = end
    }
  }

  /** The bytes of a state, in place where it is one piece. */
  private state(index: number): Uint8Array {
    const { cells } = this.circuit.states[index] ?? { cells: [] }
    const [first] = cells
    if (first && cells.length === 1 && first.bit < 0) {
      return this.memory.subarray(first.address, first.address + first.length)
    }
    return joined(
      cells.map(({ address, length, bit }) =>
        bit < 0
          ? this.memory.subarray(address, address + length)
          : Uint8Array.of(((this.memory[address] ?? 0) >> bit) & 1),
      ),
    )
  }

  private start(): void {
    const { memory, circuit } = this
    memory.fill(0, 0, circuit.control)
    for (const { address, length, bytes } of circuit.start) {
      memory.fill(0, address, address + length)
      memory.set(bytes, address)
    }
    this.cycle = 0
    this.prepare()
  }

  private prepare(): void {
    this.module.prepare()
    this.settle()
  }

  private settle(): void {
    if (this.failed() || this.module.settle() !== 0 || this.failed()) throw new NeedsEngine('the circuit has failed')
    if (this.wrote()) throw new NeedsEngine('the circuit has written a text')
  }

  private failed(): boolean {
    return little(this.memory, 0, 4) !== 0
  }

  private wrote(): boolean {
    return little(this.memory, this.circuit.events, 4) !== 0
  }

  private put(address: number, width: number, value: bigint): void {
    const bytes = bytesOfWidth(width)
    for (let i = 0; i < bytes; i++) this.memory[address + i] = Number((value >> BigInt(8 * i)) & 0xffn)
  }
}

function little(bytes: Uint8Array, at: number, size: number): number {
  let value = 0
  for (let i = size - 1; i >= 0; i--) value = (value << 8) | (bytes[at + i] ?? 0)
  return value >>> 0
}

function same(a: Uint8Array, b: Uint8Array, at: number, length: number): boolean {
  for (let i = at; i < at + length; i++) if (a[i] !== b[i]) return false
  return true
}

function joined(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** A file as it is used: bytes are base64 there, and the addresses of nets a list. */
export function decode(file: unknown): Precompiled {
  const object = file as Record<string, unknown>
  const result = object.result as Record<string, unknown>
  const pieces = object.start as Record<string, unknown>[]
  const precompiled: unknown = {
    ...object,
    result: { ...result, tables: bytesOf(result.tables) },
    code: bytesOf(object.code),
    constants: bytesOf(object.constants),
    nets: Uint32Array.from(object.nets as number[]),
    start: pieces.map((piece) => ({ ...piece, bytes: bytesOf(piece.bytes) })),
  }
  validate('Precompiled', precompiled)
  return precompiled as Precompiled // checked above
}

function bytesOf(base64: unknown): Uint8Array {
  return Uint8Array.from(atob(String(base64 ?? '')), (character) => character.charCodeAt(0))
}
