import { COMMANDS, type CommandName } from '@simten/client/commands.gen'
import { joinPath, shownPath } from '@simten/client/path'
import type { CompileResult } from '../engine.ts'

/** A line of the palette. */
export interface PaletteEntry {
  readonly kind: 'command' | 'part' | 'signal'
  readonly label: string
  /** Small print: the component of a part, the width of a signal. */
  readonly detail: string
  readonly keys?: string
  readonly command?: CommandName
  /** Path of the part, or name of the signal. */
  readonly name?: string
}

/** Parts that are listed at most; a larger circuit is searched on its upper levels. */
const MAX_PARTS = 5_000
const MAX_SIGNALS = 5_000

/** The commands that a page performs, as entries. */
export function commandEntries(performs: (name: CommandName) => boolean): PaletteEntry[] {
  return COMMANDS.flatMap((command): PaletteEntry[] => {
    if ('question' in command || 'files' in command || command.name === 'palette' || !performs(command.name)) return []
    const keys = 'shortcut' in command ? command.shortcut : 'keys' in command ? command.keys.map(inWords).join(' ') : ''
    const label = command.summary.replace(/\.$/, '')
    return [{ kind: 'command', label, detail: '', command: command.name, ...(keys !== '' && { keys }) }]
  })
}

const inWords = (key: string) => (key.length === 1 ? key.toUpperCase() : key)

/** A name as the user's text has it: without the frame of switches and lamps. */
const shownName = (name: string) => (name.startsWith('dut.') ? name.slice(4) : name)

/** The parts of a circuit on all its levels, the upper levels first. */
export function partEntries({ circuit, library = {} }: CompileResult): PaletteEntry[] {
  const entries: PaletteEntry[] = []
  let level: { path: readonly string[]; of: NonNullable<CompileResult['circuit']> }[] = []
  if (circuit) level = [{ path: [], of: circuit }]
  while (level.length > 0 && entries.length < MAX_PARTS) {
    const next: typeof level = []
    for (const { path, of } of level) {
      for (const { id, label, componentRef } of of.nodes) {
        const inside = [...path, id]
        const name = joinPath(inside)
        if (entries.length === MAX_PARTS) return entries
        entries.push({ kind: 'part', label: label ?? shownName(name), detail: componentRef, name })
        const below = library[componentRef]
        if (below && below.nodes.length > 0) next.push({ path: inside, of: below })
      }
    }
    level = next
  }
  return entries
}

/** The signals of a circuit. */
export function signalEntries({ design }: CompileResult): PaletteEntry[] {
  const entries: PaletteEntry[] = []
  for (const { path, net } of design?.signals ?? []) {
    if (entries.length === MAX_SIGNALS) break
    const width = design?.nets[net] ?? 1
    entries.push({
      kind: 'signal',
      label: shownName(shownPath(path)),
      detail: width === 1 ? '1 bit' : `${width} bits`,
      name: path,
    })
  }
  return entries
}
