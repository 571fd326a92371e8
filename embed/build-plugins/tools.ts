import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const yosys = `${root}node_modules/@yowasp/yosys/gen/`
const nextpnr = `${root}node_modules/@yowasp/nextpnr-ice40/gen/`
/** The files that Yosys reads when it makes netlists for iCE40, as JSON. */
const share = `${root}build/wasm/yosys-share.json`

/** The modules of programs: each is divided into four. */
const modulesOf = (folder: string, names: readonly string[]) =>
  Object.fromEntries(
    names
      .flatMap((name) => ['', '2', '3', '4'].map((n) => `${name}.core${n}.wasm`))
      .map((file) => [file, folder + file]),
  )

/** The files that each program of others is made of, by the name by which it asks for them. */
const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  yosys: modulesOf(yosys, ['yosys']),
  nextpnr: { ...modulesOf(nextpnr, ['nextpnr-ice40', 'icepack']), 'yosys-share.json': share },
  up5k: { 'chipdb-5k.bin': `${nextpnr}share/ice40/chipdb-5k.bin` },
  hx1k: { 'chipdb-1k.bin': `${nextpnr}share/ice40/chipdb-1k.bin` },
  importer: { 'importer.wasm': `${root}build/wasm/importer.wasm` },
}

/** The names of files of programs among those that are built: they are loaded when wanted, and not kept before. */
export const toolFiles: readonly string[] = Object.values(programs)
  .flatMap((files) => Object.keys(files))
  .map((name) => `/assets/${name.slice(0, name.lastIndexOf('.'))}-`)

const listId = 'virtual:tools'
const resources = new Set(['./resources-yosys.js', './resources-nextpnr-ice40.js'])

/** Writes the files that Yosys reads when it makes netlists for iCE40; those for other chips are left out. */
async function writeShare(): Promise<void> {
  const { filesystem } = await import(`${yosys}resources-yosys.js`)
  const texts = (folder: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(folder).flatMap(([name, file]) =>
        typeof file === 'string' ? [[name, file]] : file instanceof URL ? [[name, readFileSync(file, 'utf8')]] : [],
      ),
    )
  mkdirSync(dirname(share), { recursive: true })
  writeFileSync(share, JSON.stringify({ ...texts(filesystem.share), ice40: texts(filesystem.share.ice40) }))
}

/**
 * Gives the module `virtual:tools`, a list of the files of each program with their sizes, and puts our own list of files
 * in the place of that of a package, which would have the worker fetch them: it has no network.
 */
export function toolsPlugin(): Plugin {
  return {
    name: 'simten-tools',
    enforce: 'pre',
    resolveId(id) {
      if (id === listId) return `\0${id}`
      if (resources.has(id)) return fileURLToPath(new URL('../../sandbox-site/src/tools/resources.ts', import.meta.url))
      return undefined
    },
    async load(id) {
      if (id !== `\0${listId}`) return undefined
      await writeShare()
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
