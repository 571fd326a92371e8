import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import type { Release } from '../offline/src/release.ts'
import { packagesPlugin } from './packages.ts'

const entry = fileURLToPath(new URL('../offline/src/service-worker.ts', import.meta.url))

/** The name of the service worker, at the root of its origin. */
const SCRIPT = 'sw.js'

export interface OfflineOptions {
  /** The file of each document that works without a network, by its path. */
  readonly documents: Readonly<Record<string, string>>
  /** A `_redirects` file with further paths of these documents. */
  readonly redirects?: string
  /** The beginnings of names of files that pages read from the cache themselves. */
  readonly direct?: readonly string[]
  /** The beginnings of names of files that are kept by pages that want them, and not beforehand. */
  readonly wanted?: readonly string[]
}

/** Builds the service worker of an origin, with the list of all files that the build has made. */
export function serviceWorkerPlugin(workspace: string, options: OfflineOptions): Plugin {
  let folder = ''
  return {
    name: 'simten-service-worker',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle(error?: Error) {
      if (error || !existsSync(folder)) return
      await build({
        configFile: false,
        logLevel: 'error',
        plugins: [packagesPlugin(workspace, 'service-worker')],
        define: {
          RELEASE: JSON.stringify(releaseOf(folder, options)),
          // Else Workbox brings its checks and its log along.
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          target: ['chrome120', 'firefox128', 'safari17.5'],
          outDir: folder,
          emptyOutDir: false,
          copyPublicDir: false,
          modulePreload: false,
          // Service workers that are modules are too new for some browsers.
          rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: SCRIPT } },
        },
      })
    },
  }
}

/** Files that no page loads: settings of static hosts, settings of the server, lists for readers. */
const others = new Set(['_headers', '_redirects', 'config.json', 'licenses.txt', 'sbom.cdx.json', SCRIPT])
const otherEndings = new Set(['.br', '.gz', '.html', '.map'])

/** The release that is in a folder. */
export function releaseOf(folder: string, { documents, redirects, direct = [], wanted = [] }: OfflineOptions): Release {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'))
    .filter((name) => !others.has(name.slice(1)) && !otherEndings.has(extname(name)))
    .filter((name) => !wanted.some((beginning) => name.startsWith(beginning)))
    .sort()
  const paths = Object.entries(documents)
  return {
    files: [
      ...paths.map(([url, file]) => ({ url, revision: hashOf(join(folder, file)) })),
      ...names.map((url) => ({ url, revision: url.startsWith('/assets/') ? null : hashOf(join(folder, url)) })),
    ],
    documents: [
      ...paths.map(([url]) => [url, url] as const),
      ...(redirects === undefined ? [] : routesOf(readFileSync(redirects, 'utf8'), documents)),
    ],
    direct: names.filter((name) => direct.some((beginning) => name.startsWith(beginning))),
  }
}

/** The lines of a `_redirects` file that lead to one of the documents. */
function routesOf(text: string, documents: Readonly<Record<string, string>>): [string, string][] {
  return text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([from, to]) => (from && to && !from.startsWith('#') && to in documents ? [[from, to]] : []))
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
}
