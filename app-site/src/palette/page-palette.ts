import type { CommandName } from '@simten/client/commands.gen'
import type { CommandPalette } from '../elements/command-palette/command-palette.ts'
import type { CompileResult } from '../engine.ts'
import { commandEntries, type PaletteEntry, partEntries, signalEntries } from './entries.ts'

/** A page with a palette. */
export interface PaletteHost {
  /** The element; it is loaded when it is wanted first. */
  readonly palette: CommandPalette | null
  readonly compiled: CompileResult | undefined
  /** The commands of the page. */
  readonly performs: ReadonlySet<CommandName>
  perform(command: CommandName): void
  /** Selects a part by its path. */
  show(path: string): void
  /** Shows a signal in the waveforms; absent where the page has none for this circuit. */
  watch?: ((signal: string) => void) | undefined
}

/** The commands of a circuit, which `<circuit-stage>` performs. */
export const stageCommands: readonly CommandName[] = [
  ...(['run', 'step', 'reset', 'back', 'now', 'undo', 'runTo', 'bookmark', 'slower', 'faster'] as const),
  ...(['fit', 'zoomIn', 'zoomOut', 'unpin', 'arrange'] as const),
]

/** Opens the palette of a page, and does what is chosen there. */
export class PagePalette {
  constructor(private readonly host: PaletteHost) {}

  /** Opens the palette at Ctrl-K, and at / outside of texts with the parts only; true when the key was one of these. */
  key(event: KeyboardEvent): boolean {
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      this.open('all')
    } else if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !writes(event)) {
      this.open('parts')
    } else return false
    event.preventDefault()
    return true
  }

  open(what: 'all' | 'parts'): void {
    void import('../elements/command-palette/command-palette.ts').then(() => {
      const { palette, compiled } = this.host
      if (!palette) return
      if (palette.isOpen) palette.close()
      const parts = compiled ? partEntries(compiled) : []
      if (what === 'parts') {
        palette.open(parts, 'Search for a part')
        return
      }
      const clocked = compiled?.design?.sequential === true
      const commands = commandEntries((name) => this.host.performs.has(name) && (clocked || !ofClock.has(name)))
      const signals = compiled && this.host.watch ? signalEntries(compiled) : []
      palette.open([...commands, ...parts, ...signals], 'Search commands, parts and signals')
    })
  }

  readonly choose = ({ detail: { command, kind, name = '' } }: CustomEvent<PaletteEntry>): void => {
    if (command === 'findPart') this.open('parts')
    else if (command !== undefined) this.host.perform(command)
    else if (kind === 'part') this.host.show(name)
    else this.host.watch?.(name)
  }
}

/** The commands that need a clock. */
const ofClock: ReadonlySet<CommandName> = new Set(
  stageCommands.filter((name) => !['fit', 'zoomIn', 'zoomOut', 'unpin', 'arrange'].includes(name)),
)

/** Whether a key goes to a text. */
function writes(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0]
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}
