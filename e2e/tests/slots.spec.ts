import { bareSandbox, steppedCounter } from '../support/bare.ts'
import { expect, test } from '../support/test.ts'

test('32 slots with circuits of one name run side by side, share the time and do not mix; there is no 33rd', async ({
  page,
}) => {
  const sandbox = await bareSandbox(page)
  const result = await sandbox.evaluate(async (client, source) => {
    const slots = Array.from({ length: 32 }, (_, i) => client.slot(`slot ${i}`))
    for (const slot of slots) await slot.compile(source)
    await Promise.all(slots.map((slot, i) => slot.set({ step: i })))
    const refused = await client
      .slot('one too many')
      .compile(source)
      .then(
        () => 'it compiled',
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      )
    await Promise.all(slots.map((slot) => slot.run(0)))
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    await Promise.all(slots.map((slot) => slot.pause()))
    const cycles = slots.map((slot) => slot.status?.cycle ?? 0)
    const values = slots.map((slot) => slot.values.number(slot.values.net('__top__.value') ?? -1))
    await slots[0]?.dispose()
    const another = await client.slot('now there is room').compile(source)
    client.dispose()
    return { refused, cycles, values, another: another.main }
  }, steppedCounter)
  expect(result.refused).toMatch(/^OVERLOADED: This page already has 32 slots/)
  expect(result.another).toBe('Stepped')
  result.cycles.forEach((cycles, i) => {
    expect(result.values[i]).toBe((cycles * (i + 1)) % 2 ** 32)
  })
  expect(Math.min(...result.cycles)).toBeGreaterThan(1_000)
  expect(Math.max(...result.cycles) / Math.min(...result.cycles)).toBeLessThan(10)
})
