import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*/{src,test}/**/*.test.ts', 'build-plugins/*.test.ts'],
    environment: 'node',
    pool: 'threads',
    testTimeout: 60_000,
  },
})
