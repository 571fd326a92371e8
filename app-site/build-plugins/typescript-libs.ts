import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
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
const lackingFiles = /sharedmemory/

/** The names that the engine lacks (Lacking in engine/source/features.go), each as its owner and its own name. */
function lackingNames(): Map<string, Set<string>> {
  const table = readFileSync(new URL('../../engine/source/features.go', import.meta.url), 'utf8')
  const names = new Map<string, Set<string>>()
  for (const [, name = ''] of (table.split('var Newer')[0] ?? '').matchAll(/\{"([\w.]+)", \d{4}/g)) {
    const dot = name.lastIndexOf('.')
    const owner = name
      .slice(0, Math.max(dot, 0))
      .replace(/^(\w+)$/, '$1Constructor')
      .replace('.prototype', '')
    names.set(owner, (names.get(owner) ?? new Set()).add(name.slice(dot + 1)))
  }
  return names
}

/** A declaration file without what the engine lacks. */
function withoutLacking(text: string, names: Map<string, Set<string>>): string {
  const out: ts.Node[] = []
  const has = (owner: string, name: ts.Node | undefined): boolean =>
    name !== undefined && ts.isIdentifier(name) && names.get(owner)?.has(name.text) === true
  for (const statement of ts.createSourceFile('lib.d.ts', text, ts.ScriptTarget.Latest).statements) {
    if (ts.isModuleDeclaration(statement) && has('', statement.name)) out.push(statement)
    if (!ts.isInterfaceDeclaration(statement)) continue
    if (has('', statement.name)) out.push(statement)
    else out.push(...statement.members.filter((m) => has(statement.name.text, m.name)))
  }
  for (const node of out.reverse()) text = text.slice(0, node.pos) + text.slice(node.end)
  return text
}

/** The declaration files of the TypeScript package that `rootLib` and `newer` refer to, by file name. */
export function typescriptLibs(): Record<string, string> {
  const folder = dirname(createRequire(import.meta.url).resolve('typescript'))
  const files: Record<string, string> = {}
  const names = lackingNames()
  const visit = (name: string): void => {
    if (files[name] !== undefined) return
    let text = lackingFiles.test(name) ? '' : withoutLacking(readFileSync(join(folder, name), 'utf8'), names)
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
