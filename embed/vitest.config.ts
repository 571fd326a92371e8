import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*/{src,test}/**/*.test.ts', 'build-plugins/*.test.ts'],
    environment: 'node',
    pool: 'threads',
    testTimeout: 60_000,
    css: { include: /tokens\.css/ }, // pictures read the values of the tokens
    // Node takes the form of this package for servers, which sets no properties.
    alias: { '@lit/react': fileURLToPath(new URL('../node_modules/@lit/react/index.js', import.meta.url)) },
  },
})
