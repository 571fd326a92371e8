import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Where the declarations of the language's own library start. It has no DOM: circuits run without one. */
export const rootLib = 'lib.es2023.d.ts'

/** The declaration files of the TypeScript package that `rootLib` refers to, by file name. */
export function typescriptLibs(): Record<string, string> {
  const folder = dirname(createRequire(import.meta.url).resolve('typescript'))
  const files: Record<string, string> = {}
  const visit = (name: string): void => {
    if (files[name] !== undefined) return
    const text = readFileSync(join(folder, name), 'utf8')
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
