import type { JSHandle, Page } from '@playwright/test'
import type { Sandbox } from '@simten/client'
import { sandboxUrl } from './servers.ts'

/** An address of the app's origin, with its policy, at which no script runs and nothing is drawn. */
export const bare = '/config.json'

/** The client of the sandbox on a page without any element: what a program on the page works with. */
export async function bareSandbox(page: Page): Promise<JSHandle<Sandbox>> {
  await page.goto(bare)
  return page.evaluateHandle(async (origin) => {
    const path = '/embed/simten-embed.js'
    const client = (await import(path)) as { Sandbox: new (options: { origin: string }) => Sandbox }
    const sandbox = new client.Sandbox({ origin })
    return Object.assign(window, { sandbox }).sandbox
  }, sandboxUrl)
}

/** The client that `bareSandbox` made on a page. */
export function sandboxOf(page: Page): Promise<JSHandle<Sandbox>> {
  return page.evaluateHandle(() => Reflect.get(window, 'sandbox') as Sandbox)
}

/** A counter with a step and a memory, as its own circuit: nothing of it is in the library. */
export const steppedCounter = `circuit('Stepped', {
  inputs: { step: bus(8) },
  outputs: { value: bus(32), seen: bus(8) },
  state: { n: reg(32), ram: mem(16, 8) },
  eval: ({ n, ram }) => ({ value: n, seen: ram[n & 15] }),
  onTick: ({ n, step, ram }) => {
    ram[n & 15] = step
    return { n: n + step + 1, ram }
  },
})`
