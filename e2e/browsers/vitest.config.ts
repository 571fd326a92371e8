import { defineConfig } from 'vitest/config'

/** The main roads in browsers other than Chromium; cmd/make says which one, and where the two origins are. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    testTimeout: 120_000,
    fileParallelism: false,
    retry: 1,
    pool: 'forks',
    // Node 20 has a WebSocket behind this flag; later ones have it anyway.
    execArgv: ['--experimental-websocket'],
  },
})
