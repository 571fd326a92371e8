import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The packages that were found so far in a build, by the file that notes it: each worker has a plugin of its own. */
const found = new Map<string, Set<string>>()

/**
 * Notes the packages of npm that are in what is built, as folders below the root, in build/packages/<workspace>: their
 * licences have to come along (cmd/notices). `part` tells the page from its workers, which are built one by one.
 */
export function packagesPlugin(workspace: string, part: string): Plugin {
  return {
    name: 'simten-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      const folder = join(root, 'build', 'packages', workspace)
      const note = join(folder, `${part}.json`)
      const packages = found.get(note) ?? new Set()
      found.set(note, packages)
      for (const output of Object.values(bundle)) {
        const files = output.type === 'chunk' ? Object.keys(output.modules) : output.originalFileNames
        for (const file of files) {
          const name = packageOf(workspace, file)
          if (name !== undefined) packages.add(name)
        }
      }
      mkdirSync(folder, { recursive: true })
      writeFileSync(note, `${JSON.stringify([...packages].sort())}\n`)
    },
  }
}

/**
 * The folder below the root of the package that a module or a file of a bundle is from; undefined for our own. Modules
 * have whole paths, files those from the folder of the workspace on.
 */
export function packageOf(workspace: string, file: string): string | undefined {
  const path = file.replace(/^\0/, '').replace(/\?.*$/, '')
  const inside = /^(?:.*\/)?node_modules\/(?:@[^/]+\/[^/]+|[^/@]+)(?=\/)/.exec(path)
  if (inside) return relative(root, resolve(root, workspace, inside[0]))
  // Helpers that come with the bundler.
  const helper = /^(vite|rolldown)\//.exec(path)?.[1]
  return helper && file !== path ? `node_modules/${helper}` : undefined
}
