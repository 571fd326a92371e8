import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { filePagePlugin } from '../embed/build-plugins/file-page.ts'
import { packagesPlugin } from '../embed/build-plugins/packages.ts'
import { serviceWorkerPlugin } from '../embed/build-plugins/service-worker.ts'
import { lessonsPlugin } from './build-plugins/lessons.ts'
import { libraryPlugin } from './build-plugins/library.ts'
import { typescriptLibsPlugin } from './build-plugins/typescript-libs.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export default defineConfig({
  root: path('.'),
  plugins: [
    lessonsPlugin(),
    libraryPlugin(path('src/components/components.gen.json')),
    packagesPlugin('app-site', 'page'),
    filePagePlugin('app-site', path('src/file/main.ts')),
    serviceWorkerPlugin('app-site', {
      documents: {
        '/': 'index.html',
        '/play': 'play.html',
        '/components': 'components.html',
        '/learn': 'learn.html',
        '/embed-demo': 'embed-demo.html',
      },
      redirects: path('public/_redirects'),
    }),
  ],
  build: {
    target: ['chrome120', 'firefox128', 'safari17.5'],
    // Fonts and pictures stay files: the page's policy has no data: fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One small file opens the sandbox: a browser asks for six files of a server at a time, and the engine
            // behind it takes longest.
            {
              name: 'early',
              test: /app-site\/src\/state\/(preload|sandbox-origin)\.ts$|embed\/client\/src\/|preload-helper/,
            },
            // The editor component changes rarely: in a file of its own it stays in caches.
            { name: 'codemirror', test: /node_modules\/(@codemirror|@lezer|style-mod|w3c-keyname|crelt|@marijn)\// },
          ],
        },
      },
      input: {
        editor: path('index.html'),
        play: path('play.html'),
        embed: path('embed.html'),
        demo: path('embed-demo.html'),
        components: path('components.html'),
        learn: path('learn.html'),
        studio: path('studio.html'),
        // Static hosts answer with it where nothing is, and so does `simten serve`.
        missing: path('404.html'),
      },
    },
  },
  worker: { format: 'es', plugins: () => [typescriptLibsPlugin(), packagesPlugin('app-site', 'workers')] },
  server: { port: 3001, strictPort: true },
  test: { environment: 'node', pool: 'threads', testTimeout: 60_000 },
})
