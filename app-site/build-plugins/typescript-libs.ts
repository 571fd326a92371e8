import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Where the declarations of the language's own library start. It has no DOM: circuits run without one. */
export const rootLib = 'lib.es2023.d.ts'

/** The features of newer versions that the engine has (Newer in engine/source/features.go). */
const newer = [
  'es2024.collection',
  'es2024.object',
  'es2024.promise',
  'es2024.string',
  'es2025.collection',
  'es2025.iterator',
  'es2025.promise',
  'es2025.regexp',
  'esnext.array',
  'esnext.disposable',
  'esnext.error',
  'esnext.typedarrays',
]

/** Atomics and SharedArrayBuffer, which the engine lacks, have files of their own. */
const lacking = /sharedmemory/

/** The declaration files of the TypeScript package that `rootLib` and `newer` refer to, by file name. */
export function typescriptLibs(): Record<string, string> {
  const folder = dirname(createRequire(import.meta.url).resolve('typescript'))
  const files: Record<string, string> = {}
  const visit = (name: string): void => {
    if (files[name] !== undefined) return
    let text = lacking.test(name) ? '' : readFileSync(join(folder, name), 'utf8')
    if (name === rootLib) text += newer.map((lib) => `/// <reference lib="${lib}" />\n`).join('')
    files[name] = text
    for (const [, lib] of text.matchAll(/^\/\/\/ <reference lib="([\w.]+)"/gm)) visit(`lib.${lib}.d.ts`)
  }
  visit(rootLib)
  return files
}

/** Gives the declarations to the language worker as one module, `virtual:typescript-libs`. */
export function typescriptLibsPlugin(): Plugin {
  const id = 'virtual:typescript-libs'
  return {
    name: 'simten-typescript-libs',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}`
        ? `export const rootLib = ${JSON.stringify(rootLib)}\nexport const libs = ${JSON.stringify(typescriptLibs())}`
        : undefined,
  }
}
