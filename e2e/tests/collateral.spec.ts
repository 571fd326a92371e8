import { bareSandbox, steppedCounter } from '../support/bare.ts'
import { sandboxUrl } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

/** SIMTEN_TRIALS sets another number, for a long look by hand. */
const TRIALS = Number(process.env.SIMTEN_TRIALS ?? 5)
const SLOTS = 4

test(`A279 of the requests that were under way when ${TRIALS} workers died, none is refused and each is done once`, async ({
  page,
}) => {
  test.setTimeout(60_000 + TRIALS * 10_000)
  const sandbox = await bareSandbox(page)
  await sandbox.evaluate(
    async (client, { source, slots }) => {
      for (let i = 0; i < slots; i++) await client.slot(`slot ${i}`).compile(source)
    },
    { source: steppedCounter, slots: SLOTS },
  )
  const refused: string[] = []
  for (let trial = 0; trial < TRIALS; trial++) {
    const workers = page.workers().filter((worker) => worker.url().startsWith(sandboxUrl))
    const answers = sandbox.evaluate(async (client, slots) => {
      const requests = Array.from({ length: slots }, (_, i) => {
        const slot = client.slot(`slot ${i}`)
        return [slot.tick(5_000), slot.set({ step: i }), slot.tick(5_000), slot.snapshot()]
      })
      const settled = await Promise.allSettled(requests.flat())
      return settled.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    }, SLOTS)
    await page.waitForTimeout(trial % 10)
    for (const worker of workers) {
      await worker
        .evaluate(() => void setTimeout(() => Reflect.apply(Reflect.get(globalThis, 'none'), null, [])))
        .catch(() => {})
    }
    refused.push(...(await answers).map((reason) => `trial ${trial}: ${reason}`))
  }
  const cycles = await sandbox.evaluate(async (client, slots) => {
    const all = Array.from({ length: slots }, (_, i) => client.slot(`slot ${i}`))
    for (const slot of all) await slot.pause()
    const cycles = all.map((slot) => slot.status?.cycle)
    client.dispose()
    return cycles
  }, SLOTS)
  expect(refused).toEqual([])
  expect(cycles).toEqual(Array.from({ length: SLOTS }, () => TRIALS * 10_000))
})
