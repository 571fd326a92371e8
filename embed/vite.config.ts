import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { manifestPlugin } from './build-plugins/manifest.ts'
import { packagesPlugin } from './build-plugins/packages.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

// The embed as one script for any page: simten-embed.js, and beside it the layout's worker and what is loaded on
// demand.
export default defineConfig({
  root: path('.'),
  base: './',
  plugins: [packagesPlugin('embed', 'page'), manifestPlugin(path('.'))],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    outDir: path('dist'),
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: { 'simten-embed': path('element/src/standalone.ts') },
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'simten-[name]-[hash].js',
        assetFileNames: 'simten-[name]-[hash][extname]',
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [packagesPlugin('embed', 'workers')],
    rolldownOptions: { output: { entryFileNames: 'simten-[name]-[hash].js' } },
  },
})
