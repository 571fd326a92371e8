import { defineConfig } from 'vitest/config'

// Two processors are common, and of those one would be left idle.
export default defineConfig({
  test: { projects: ['embed', 'sandbox-site', 'app-site'], maxWorkers: '100%' },
})
