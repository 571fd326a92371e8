import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { projects: ['embed', 'sandbox-site', 'app-site'] } })
