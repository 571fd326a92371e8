import { test as base, expect, type Frame, type Page } from '@playwright/test'
import { sandboxUrl } from './servers.js'

/** What must not happen on any page: policy violations, errors on the console, uncaught exceptions. */
export interface Guard {
  /** Complaints that are part of the test. */
  allow(pattern: RegExp): void
}

/** Every test fails when the page, the sandbox frame or a worker complains about anything. */
export const test = base.extend<{ guard: Guard }>({
  guard: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const allowed: RegExp[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => complaints.push(`exception: ${error.error().message}`))
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`policy violation: ${event.effectiveDirective} blocked ${event.blockedURI} on ${location.href}`)
        })
      })
      await use({ allow: (pattern) => allowed.push(pattern) })
      expect(complaints.filter((c) => !allowed.some((pattern) => pattern.test(c)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The hidden frame of the sandbox. */
export async function sandboxFrame(page: Page): Promise<Frame> {
  const find = () => page.frames().find((f) => f.url().startsWith(sandboxUrl))
  await expect.poll(() => find()?.url()).toBeDefined()
  const frame = find()
  if (!frame) throw new Error('the sandbox frame went away')
  return frame
}
