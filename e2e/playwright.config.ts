import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { thorough } from '../invariants/thorough/thorough.ts'
import { appUrl, sandboxUrl, startServers } from './support/servers.ts'

const systemChromium = '/usr/bin/chromium'
const executablePath = process.env.SIMTEN_CHROMIUM ?? (existsSync(systemChromium) ? systemChromium : undefined)
const root = fileURLToPath(new URL('..', import.meta.url))
const program = process.env.SIMTEN_PROGRAM ?? `${root}build/simten`
const port = (url: string) => new URL(url).port

const alone = ['abort', 'collateral', 'history', 'hostile', 'recovery', 'slots'].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  timeout: 180_000,
  // An endless loop is stopped after 5 s; a machine that does other things besides may need several times as long.
  expect: { timeout: 20_000 },
  retries: 1,
  // Tests with this tag look at more of what others look at already; `make thorough` runs them.
  ...(thorough ? {} : { grepInvert: /@thorough/ }),
  // One page keeps two processors busy; where there are more, two browsers run at a time, each with its profile. Tests
  // that measure how long something takes, or wait for the seconds that an endless loop may last, have the machine to
  // themselves: `make test` runs one project after the other.
  workers: availableParallelism() < 4 ? 1 : 2,
  projects: [
    { name: 'shared', testIgnore: alone },
    { name: 'alone', testMatch: alone, workers: 1 },
  ],
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    baseURL: appUrl,
    actionTimeout: 60_000, // a press that finds nothing fails before the test does, and says so
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium's own process sandbox cannot be set up by root, as in most containers.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  ...(startServers
    ? {
        webServer: {
          command: `"${program}" serve --root "${root}" --app-port ${port(appUrl)} --sandbox-port ${port(sandboxUrl)}`,
          url: appUrl,
          reuseExistingServer: false,
          timeout: 20_000,
        },
      }
    : {}),
})
