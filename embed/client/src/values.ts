import type { DesignInfo, Frame } from './protocol.gen.ts'
import { type Lookup, lookupOf } from './signals.ts'
import { type Picture, type State, States } from './states.ts'

/** The part of a design that reading its frames needs. */
type Readable = Pick<DesignInfo, 'nets' | 'signals'> & Partial<Pick<DesignInfo, 'states' | 'pictures'>>

/**
 * The present value of every net of one compiled circuit, fed by frames. All values are unsigned and fit the net's
 * width; they are kept as 32-bit limbs, least significant first.
 */
export class Values {
  private readonly limbs: Uint32Array
  /** First limb of each net, and behind them the end. */
  private readonly offsets: Uint32Array
  private readonly widths: readonly number[]
  private readonly signal: Lookup
  private readonly texts = new Map<string, string>()
  private readonly states: States

  /** Without a design there are no nets. */
  constructor(design?: Readable) {
    this.states = new States(design?.states, design?.pictures)
    this.widths = design?.nets ?? []
    this.offsets = new Uint32Array(this.widths.length + 1)
    this.widths.forEach((width, net) => {
      this.offsets[net + 1] = (this.offsets[net] ?? 0) + limbsOf(width)
    })
    this.limbs = new Uint32Array(this.offsets[this.widths.length] ?? 0)
    this.signal = lookupOf(design)
  }

  /** Takes over what changed. A frame that does not fit the design is ignored as a whole; false says so. */
  apply(frame: Frame): boolean {
    let total = 0
    for (const net of frame.nets) {
      const width = this.widths[net]
      if (width === undefined) return false
      total += limbsOf(width)
    }
    if (total !== frame.limbs.length || !this.states.fits(frame)) return false
    let at = 0
    for (const net of frame.nets) {
      const start = this.offsets[net] ?? 0
      const end = this.offsets[net + 1] ?? start
      this.limbs.set(frame.limbs.subarray(at, at + end - start), start)
      at += end - start
    }
    this.states.apply(frame)
    if (frame.whole) this.texts.clear()
    for (const [path, text] of Object.entries(frame.texts ?? {})) this.texts.set(path, text)
    return true
  }

  /** The low 53 bits of a net, exactly. An unknown net reads 0. */
  number(net: number): number {
    const [low, high] = this.pair(net)
    return low + (high & 0x1fffff) * 2 ** 32
  }

  /** A net of any width. An unknown net reads 0. */
  bigint(net: number): bigint {
    let value = 0n
    const start = this.offsets[net] ?? 0
    for (let i = (this.offsets[net + 1] ?? start) - 1; i >= start; i--)
      value = (value << 32n) | BigInt(this.limbs[i] ?? 0)
    return value
  }

  /** Wires of a net; 0 when it is unknown. */
  width(net: number): number {
    return this.widths[net] ?? 0
  }

  /** The net of a signal path: "<node path>.<port>", "__top__.<port>" at the top. */
  net(path: string): number | undefined {
    return this.signal(path)?.net
  }

  /** Whether anything drives a signal path. */
  driven(path: string): boolean {
    return this.signal(path)?.driven ?? false
  }

  /** Text state of a node (a console), by node path. */
  text(nodePath: string): string | undefined {
    return this.texts.get(nodePath)
  }

  /** A state field that frames carry, by node path and name. */
  state(nodePath: string, field: string): State | undefined {
    return this.states.state(nodePath, field)
  }

  /** The content of a display, by node path. */
  picture(nodePath: string): Picture | undefined {
    return this.states.picture(nodePath)
  }

  private pair(net: number): [number, number] {
    const start = this.offsets[net]
    const end = this.offsets[net + 1]
    if (start === undefined || end === undefined) return [0, 0]
    return [this.limbs[start] ?? 0, end - start > 1 ? (this.limbs[start + 1] ?? 0) : 0]
  }
}

const limbsOf = (width: number): number => Math.ceil(width / 32)
