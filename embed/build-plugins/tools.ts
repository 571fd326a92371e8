import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const yosys = `${root}node_modules/@yowasp/yosys/gen/`

/** The files that each program of others is made of, by the name by which it asks for them. */
const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  yosys: Object.fromEntries(
    ['yosys.core.wasm', 'yosys.core2.wasm', 'yosys.core3.wasm', 'yosys.core4.wasm'].map((name) => [name, yosys + name]),
  ),
  importer: { 'importer.wasm': `${root}build/wasm/importer.wasm` },
}

/** The names of files of programs among those that are built: they are loaded when wanted, and not kept before. */
export const toolFiles: readonly string[] = Object.values(programs)
  .flatMap((files) => Object.keys(files))
  .map((name) => `/assets/${name.slice(0, name.lastIndexOf('.'))}-`)

const listId = 'virtual:tools'
const resources = './resources-yosys.js'

/**
 * Gives the module `virtual:tools`, a list of the files of each program with their sizes, and puts our own list of files
 * in the place of that of a package, which would have the worker fetch them: it has no network.
 */
export function toolsPlugin(): Plugin {
  return {
    name: 'simten-tools',
    enforce: 'pre',
    resolveId(id) {
      if (id === listId) return `\0${listId}`
      if (id === resources) return fileURLToPath(new URL('../../sandbox-site/src/tools/resources.ts', import.meta.url))
      return undefined
    },
    load(id) {
      if (id !== `\0${listId}`) return undefined
      const imports: string[] = []
      const lists = Object.entries(programs).map(([program, files]) => {
        const list = Object.entries(files).map(([name, path]) => {
          imports.push(`import url${imports.length} from ${JSON.stringify(`${path}?url`)}`)
          return `{ name: ${JSON.stringify(name)}, url: url${imports.length - 1}, bytes: ${statSync(path).size} }`
        })
        return `${JSON.stringify(program)}: [${list.join(', ')}]`
      })
      return `${imports.join('\n')}\nexport const tools = { ${lists.join(', ')} }\n`
    },
  }
}
