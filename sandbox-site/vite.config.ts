import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { packagesPlugin } from '../embed/build-plugins/packages.ts'
import { serviceWorkerPlugin } from '../embed/build-plugins/service-worker.ts'
import { toolFiles, toolsPlugin } from '../embed/build-plugins/tools.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export default defineConfig({
  root: path('.'),
  plugins: [
    toolsPlugin(),
    packagesPlugin('sandbox-site', 'page'),
    // The document for pages in frames is not among them: nobody keeps files on behalf of a stranger's page. The
    // engine is read from the cache by the page (src/engine-module.ts).
    serviceWorkerPlugin('sandbox-site', {
      documents: { '/': 'index.html' },
      direct: ['/assets/engine-'],
      wanted: toolFiles,
    }),
  ],
  build: {
    target: ['chrome120', 'firefox128', 'safari17.5'],
    // The policy has no data: sources; the engine must be a file with the right type to be compiled while it loads.
    assetsInlineLimit: 0,
    // The polyfill would need an inline script.
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es', plugins: () => [toolsPlugin(), packagesPlugin('sandbox-site', 'workers')] },
  server: { port: 3002, strictPort: true },
  test: { environment: 'node', pool: 'threads', testTimeout: 60_000, include: ['{src,test}/**/*.test.ts'] },
})
