import type { Frame, PictureInfo, StateInfo } from './protocol.gen.ts'

/** A state field that frames carry: a number, or the cells of a memory. */
export interface State {
  readonly info: StateInfo
  /** Numbers and cells as bytes, see {@link StateInfo}; changes with every frame. */
  readonly bytes: Uint8Array
  /** Grows whenever the bytes change. */
  readonly version: number
}

/** The content of a display. */
export interface Picture extends PictureInfo {
  readonly memory: State
}

/** The state that frames carry beside the nets: of displays, consoles and receivers, and of what they are wired to. */
export class States {
  private readonly states: { info: StateInfo; bytes: Uint8Array; version: number }[]
  private readonly byName = new Map<string, State>()
  private readonly pictures = new Map<string, Picture>()

  constructor(infos: readonly StateInfo[] = [], pictures: readonly PictureInfo[] = []) {
    this.states = infos.map((info) => ({ info, bytes: new Uint8Array(info.cells * cellBytes(info.width)), version: 0 }))
    for (const state of this.states) this.byName.set(key(state.info.path, state.info.field), state)
    for (const picture of pictures) {
      const memory = this.states[picture.state]
      if (memory) this.pictures.set(picture.path, { ...picture, memory })
    }
  }

  /** Whether the ranges of a frame lie inside the states and fit its bytes. */
  fits({ ranges, bytes }: Frame): boolean {
    if (!ranges) return bytes === undefined || bytes.length === 0
    if (ranges.length % 3 !== 0) return false
    let total = 0
    for (let i = 0; i < ranges.length; i += 3) {
      const [index = 0, first = 0, count = 0] = ranges.subarray(i, i + 3)
      const state = this.states[index]
      if (!state || first + count > state.bytes.length) return false
      total += count
    }
    return total === (bytes?.length ?? 0)
  }

  /** Takes over what changed. The frame must fit. */
  apply({ ranges, bytes, whole }: Frame): void {
    if (whole) {
      for (const state of this.states) {
        state.bytes.fill(0)
        state.version++
      }
    }
    if (!ranges || !bytes) return
    let at = 0
    for (let i = 0; i < ranges.length; i += 3) {
      const [index = 0, first = 0, count = 0] = ranges.subarray(i, i + 3)
      const state = this.states[index]
      state?.bytes.set(bytes.subarray(at, at + count), first)
      if (state) state.version++
      at += count
    }
  }

  /** A state field of a node; undefined when frames do not carry it. */
  state(path: string, field: string): State | undefined {
    return this.byName.get(key(path, field))
  }

  /** The content of a display, by its node path. */
  picture(path: string): Picture | undefined {
    return this.pictures.get(path)
  }
}

/** Neither part contains a line break. */
const key = (path: string, field: string): string => `${path}\n${field}`

/** Bytes of one cell of a width. */
function cellBytes(width: number): number {
  if (width <= 8) return 1
  if (width <= 16) return 2
  return width <= 32 ? 4 : 8 * Math.ceil(width / 64)
}

/** The low 32 bits of a cell; 0 where there is none. */
export function cell(state: State, address: number): number {
  const size = cellBytes(state.info.width)
  let value = 0
  for (let i = Math.min(size, 4) - 1; i >= 0; i--) value = value * 256 + (state.bytes[address * size + i] ?? 0)
  return value
}
