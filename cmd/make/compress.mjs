// Writes the brotli and gzip forms of every file that gains by it beside the file, as the server and static hosts want
// them. Results are kept by the hash of the content, so that only what changed is compressed again.
// Usage: node compress.mjs quick|tested|small FOLDER...
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [effort, ...folders] = process.argv.slice(2)
const cache = join('build', 'cache', 'compressed')
const endings = new Set(['.bin', '.css', '.html', '.js', '.json', '.map', '.mjs', '.svg', '.txt', '.wasm'])
const smallest = 1024 // bytes; below, the headers weigh more than the gain

/**
 * Quality 5 takes under a second for the engine, 11 over a minute. Most files are small enough for 11; the tables of a
 * chip have up to 68 MB, of which 11 would take minutes. Tests ask how small the engine gets, not its companions.
 */
const quality = (path, size) => {
  if (size <= 4_000_000) return 11
  if (size > 50_000_000 || effort === 'quick') return 5
  return effort === 'small' || basename(path).startsWith('engine') ? 11 : 5
}

const forms = [
  {
    suffix: '.br',
    kinds: (path, size) => {
      const wanted = quality(path, size)
      return wanted === 11 ? ['br11'] : ['br11', 'br5'] // a better one from before is welcome
    },
    make: (content, kind) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: kind === 'br11' ? 11 : 5,
          [constants.BROTLI_PARAM_LGWIN]: kind === 'br11' ? 24 : 22,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
  },
  {
    suffix: '.gz',
    kinds: () => ['gz'],
    make: (content) => promisify(gzip)(content, { level: content.length > 50_000_000 ? 5 : 9 }),
  },
]

function* files(folder) {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else if (entry.isFile()) yield path
  }
}

async function compress(path) {
  const { size } = statSync(path)
  if (size < smallest || !endings.has(extname(path))) return
  const content = readFileSync(path)
  const hash = createHash('sha256').update(content).digest('hex')
  for (const form of forms) {
    const kinds = form.kinds(path, size)
    const kept = (kind) => join(cache, `${hash}.${kind}`)
    let kind = kinds.find((k) => existsSync(kept(k)))
    if (kind === undefined) {
      kind = kinds.at(-1)
      const packed = await form.make(content, kind)
      writeFileSync(`${kept(kind)}.part`, packed)
      renameSync(`${kept(kind)}.part`, kept(kind))
    }
    copyFileSync(kept(kind), path + form.suffix)
    const now = new Date()
    utimesSync(path + form.suffix, now, now) // newer than the file: the server trusts it
  }
}

mkdirSync(cache, { recursive: true })
// One at a time per folder is enough: the pool below keeps both kinds of work going at once.
await Promise.all(
  folders.map(async (folder) => {
    for (const path of files(folder)) await compress(path)
  }),
)
