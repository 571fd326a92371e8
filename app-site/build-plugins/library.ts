import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** What the editor needs to know of a component before the type checker is there. */
export interface LibraryEntry {
  name: string
  factory: boolean
  description: string
}

/**
 * Takes the names of the standard library out of its reference while the page is built: the reference itself is too large
 * for the first load.
 */
export function libraryPlugin(reference: string): Plugin {
  const id = 'virtual:library'
  return {
    name: 'simten-library',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(resolved) {
      if (resolved !== `\0${id}`) return undefined
      this.addWatchFile(reference)
      return `export const library = ${JSON.stringify(libraryEntries(readFileSync(reference, 'utf8')))}`
    },
  }
}

/** The components of the reference, in its order. */
export function libraryEntries(reference: string): LibraryEntry[] {
  const entries = JSON.parse(reference) as { name: string; kind: string; factory: boolean; summary: string }[]
  return entries
    .filter((e) => e.kind === 'component')
    .map(({ name, factory, summary }) => ({ name, factory, description: summary }))
}
