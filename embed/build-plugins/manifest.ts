import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'

/**
 * The analyzer's command. It brings native code that does not survive the end of a thread, so it has a process of its
 * own.
 */
const analyzer = createRequire(import.meta.url).resolve('@custom-elements-manifest/analyzer/cem.js')

/** Where it writes, from the folder `embed`. */
const outFolder = '../build/manifest'

/** The parts of a custom elements manifest (schema 1.0.0) that are looked at here. */
export interface Manifest {
  readonly schemaVersion: string
  readonly modules: { path: string; declarations: Declaration[]; exports: unknown[] }[]
}

interface Declaration {
  readonly name: string
  readonly tagName?: string
  readonly customElement?: boolean
  attributes?: { name: string; fieldName?: string }[]
  members?: { kind: string; name: string; privacy?: string }[]
  events?: { name: string; description?: string }[]
}

/**
 * The manifest of an element for editors and documentation tools, read from its source: attributes, properties,
 * methods, events, slots and parts with their comments.
 */
export async function manifestOf(root: string, file: string, observed: (name: string) => boolean): Promise<Manifest> {
  const options = ['analyze', '--litelement', '--quiet', '--globs', file, '--outdir', outFolder]
  await promisify(execFile)(process.execPath, [analyzer, ...options], { cwd: root })
  const manifest: Manifest = JSON.parse(await readFile(join(root, outFolder, 'custom-elements.json'), 'utf8'))
  for (const { declarations } of manifest.modules) {
    for (const declaration of declarations.filter((d) => d.customElement)) {
      // The analyzer takes a property without an attribute for one with it, and a variable for the name of an event.
      declaration.attributes = declaration.attributes?.filter(({ name }) => observed(name)) ?? []
      declaration.members = declaration.members?.filter(({ privacy }) => privacy !== 'private') ?? []
      declaration.events = declaration.events?.filter(({ description }) => description !== undefined) ?? []
    }
  }
  return {
    ...manifest,
    modules: manifest.modules.filter(({ declarations }) => declarations.some((d) => d.customElement)),
  }
}

/** Puts the manifest of `<circuit-embed>` beside its script. */
export function manifestPlugin(root: string): Plugin {
  return {
    name: 'custom-elements-manifest',
    async generateBundle() {
      const source = await this.fs.readFile(`${root}/${elementFile}`, { encoding: 'utf8' })
      const manifest = await manifestOf(root, elementFile, attributesIn(source))
      this.emitFile({
        type: 'asset',
        fileName: 'custom-elements.json',
        source: `${JSON.stringify(manifest, undefined, 2)}\n`,
      })
    },
  }
}

/** The source of the element, from the folder `embed`. */
export const elementFile = 'element/src/circuit-embed/circuit-embed.ts'

/** The names that the comment of a class documents as attributes, and `title`, which means `heading`. */
export function attributesIn(source: string): (name: string) => boolean {
  const names = new Set([...source.matchAll(/^ \* @attr ([\w-]+)/gm)].map((m) => m[1]))
  return (name) => names.has(name) || name === 'title'
}
