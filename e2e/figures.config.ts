import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** Measures instead of testing: `npm run figures -w e2e`, on a machine that does nothing else. */
export default defineConfig({ ...tests, testDir: './figures', timeout: 300_000 })
