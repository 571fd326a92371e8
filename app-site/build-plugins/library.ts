import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What the editor needs to know of a component. */
export interface LibraryEntry {
  name: string
  factory: boolean
  description: string | undefined
}

/**
 * Reads the names of the standard library out of engine/std while the page is built, so that completion offers what the
 * engine has and no second list exists.
 */
export function libraryPlugin(folder: string): Plugin {
  const id = 'virtual:library'
  return {
    name: 'simten-library',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(resolved) {
      if (resolved !== `\0${id}`) return undefined
      const entries = sources(folder).flatMap((file) => {
        this.addWatchFile(file)
        return libraryEntries(readFileSync(file, 'utf8'))
      })
      entries.sort((a, b) => a.name.localeCompare(b.name, 'en'))
      return `export const library = ${JSON.stringify(entries)}`
    },
  }
}

function sources(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? sources(path) : /(?<!\.test|\.d)\.ts$/.test(path) ? [path] : []))
}

/** The circuit('Name', …) calls of a library source: an object is a single, a function makes a factory. */
export function libraryEntries(source: string): LibraryEntry[] {
  const calls = [...source.matchAll(/\bcircuit\(\s*'([A-Za-z_]\w*)'\s*,\s*(\{|\(|[a-zA-Z_]\w*\s*=>|function\b)/g)]
  return calls.map((call, i) => {
    const body = source.slice(call.index, calls[i + 1]?.index)
    const description = /\bdescription:\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/.exec(body)
    return {
      name: call[1] ?? '',
      factory: call[2] !== '{',
      description: (description?.[1] ?? description?.[2])?.replaceAll(/\\(.)/g, '$1'),
    }
  })
}
