import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Facts about a component that the editor needs before the type checker is there. */
export interface LibraryEntry {
  name: string
  factory: boolean
  /** The options that say how large a part is, with their defaults; they are written out when the name is completed. */
  sizes?: readonly (readonly [name: string, value: string])[]
  description: string
}

/**
 * Takes the names of the standard library out of its reference while the page is built: the reference itself is too
 * large for the first load.
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
  const entries = JSON.parse(reference) as ReferenceEntry[]
  return entries
    .filter((e) => e.kind === 'component')
    .map(({ name, factory, summary, options }) => {
      const sizes = sizesAmong(options ?? [])
      return { name, factory, ...(sizes.length > 0 ? { sizes } : {}), description: summary }
    })
}

interface ReferenceEntry {
  name: string
  kind: string
  factory: boolean
  summary: string
  options?: readonly { name: string; default?: string }[]
}

/** Options that are written out at most. */
const maxSizes = 3

/** The first options up to the last that is a width or a height; none when there is no such option among the first. */
function sizesAmong(options: NonNullable<ReferenceEntry['options']>): [string, string][] {
  const leading = options.slice(0, maxSizes)
  const unknown = leading.findIndex((o) => !/^\d+$/.test(o.default ?? ''))
  const numbers = unknown === -1 ? leading : leading.slice(0, unknown)
  const last = numbers.findLastIndex((o) => /width|height$/i.test(o.name))
  return numbers.slice(0, last + 1).map((o) => [o.name, o.default ?? ''])
}
