import type { BitstreamResult, Device, Slot, Tool } from '../engine.ts'
import { granted } from '../state/grant.ts'
import type { Exporting } from './verilog-export.ts'

export interface BitstreamState {
  /** Under way. */
  readonly busy: boolean
  /** How far it is, when programs are at work. */
  readonly progress: Tool | undefined
  /** The file with its report, or why there is none. */
  readonly result: BitstreamResult | undefined
  /** The name of the file. */
  readonly name: string
  readonly problem: string | undefined
}

/** Nothing is made yet. */
export const noBitstream: BitstreamState = {
  busy: false,
  progress: undefined,
  result: undefined,
  name: '',
  problem: undefined,
}

/** The page around it, as far as it needs it. */
export interface Making extends Pick<Exporting, 'state' | 'changed'> {
  readonly slot: Pick<Slot, 'export' | 'bitstream' | 'on'> | undefined
}

/** Makes the file of a page's circuit for a chip. */
export class Bitstream {
  current = noBitstream
  private work: AbortController | undefined

  constructor(private readonly page: Making) {}

  async make(device: Device, pins: string): Promise<void> {
    this.cancel()
    const mine = new AbortController()
    const { signal } = mine
    this.work = mine
    this.update({ ...noBitstream, busy: true })
    const { slot } = this.page
    const end = slot?.on('tool', (progress) => this.work === mine && this.update({ progress }))
    try {
      if (!slot) throw new Error('There is no circuit that runs. Mend the text first.')
      const { text, lock, strict } = this.page.state
      const compile = {
        source: text,
        file: 'circuit.ts',
        grant: granted,
        ...(lock && { lock }),
        ...(strict && { strict }),
      }
      const { text: verilog, top, diagnostics } = await slot.export({ compile }, { signal })
      if (verilog === '') throw new Error(diagnostics[0]?.message ?? 'The circuit has no form in Verilog.')
      const name = top.replace(/[^A-Za-z0-9_$]/g, '')
      const circuit = { verilog, top: name, device, ...(pins.trim() !== '' && { pins }) }
      const result = await slot.bitstream(circuit, { signal })
      if (this.work === mine) this.update({ result, name: `${name}_${device}.bin` })
    } catch (error) {
      const { message, advice } = error as { message?: string; advice?: string }
      if (this.work === mine) this.update({ problem: [message, advice].filter(Boolean).join(' ') })
    } finally {
      end?.()
      if (this.work === mine) {
        this.work = undefined
        this.update({ busy: false, progress: undefined })
      }
    }
  }

  /** Gives up what is under way; the programs are ended. */
  cancel(): void {
    this.work?.abort()
    this.work = undefined
    if (this.current.busy) this.update({ busy: false, progress: undefined })
  }

  private update(patch: Partial<BitstreamState>): void {
    this.current = { ...this.current, ...patch }
    this.page.changed()
  }
}

/** The bytes of the file. */
export function bytesOf({ data = '' }: BitstreamResult): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
}
