import { steppedCounter } from '../support/bare.ts'
import { slowLoop, tickLoop, unseenLoop } from '../support/circuits.ts'
import { expect, test } from '../support/test.ts'

/** Giving up on work that does not end by itself must be over, and everything else well, after this many ms; else it is
 * stopped after 5 s. */
const soon = 4_000

const endless: Record<string, { source: string }> = {
  compile: { source: unseenLoop },
  set: { source: slowLoop },
  tick: { source: tickLoop },
}

for (const [kind, { source }] of Object.entries(endless)) {
  test(`an endless ${kind} that is given up on ends, and other slots are unharmed`, async ({ client }) => {
    const result = await client.evaluate(
      async (client, { kind, source, good }) => {
        const other = client.slot('other')
        await other.compile(good)
        await other.set({ step: 2 })
        await other.tick(10)
        const before = await other.snapshot()
        const slot = client.slot('endless')
        await slot.compile(kind === 'compile' ? good : source)
        await new Promise((resolve) => setTimeout(resolve, 1_500)) // a spare worker is there
        const controller = new AbortController()
        const { signal } = controller
        const work: Promise<unknown> =
          kind === 'compile'
            ? slot.compile(source, { signal })
            : kind === 'set'
              ? slot.set({ a: 1 }, { signal })
              : slot.tick(1, { signal })
        setTimeout(() => controller.abort(), 200)
        const code = await work.catch((error: { code: string }) => error.code)
        const began = performance.now()
        const after = await other.snapshot()
        const answered = performance.now() - began
        const status = await slot.pause()
        await Promise.all([slot.dispose(), other.dispose()])
        return { code, same: before === after, answered, cycle: status?.cycle }
      },
      { kind, source, good: steppedCounter },
    )
    expect(result).toMatchObject({ code: 'ABORTED', same: true, cycle: 0 })
    expect(result.answered).toBeLessThan(soon)
  })
}

const waiting: Record<string, unknown[]> = {
  run: [0],
  pause: [],
  reset: [],
  seek: [3],
  move: [-1],
  undo: [],
  snapshot: [],
  restore: ['AAAA'],
  dispose: [],
}

for (const [kind, args] of Object.entries(waiting)) {
  test(`a ${kind} that is given up on while the worker is busy is not done later`, async ({ client }) => {
    const result = await client.evaluate(
      async (client, { kind, args, good, endless }) => {
        const slot = client.slot('a')
        await slot.compile(good)
        await slot.tick(10)
        await slot.seek(4)
        await slot.tick(2)
        const before = JSON.stringify(slot.status)
        const blocker = new AbortController()
        const busy = client.slot('busy')
        const blocked = busy.compile(endless, { signal: blocker.signal })
        const controller = new AbortController()
        const method = slot[kind as keyof typeof slot] as (...args: unknown[]) => Promise<unknown>
        const work = method.call(slot, ...args, { signal: controller.signal })
        const began = performance.now()
        controller.abort()
        const code = await work.catch((error: { code: string }) => error.code)
        const took = performance.now() - began
        blocker.abort()
        await blocked.catch(() => {})
        const status = JSON.stringify(await (kind === 'dispose' ? client.slot('a') : slot).pause())
        await Promise.all([client.slot('a').dispose(), busy.dispose()])
        return { code, took, same: status === before }
      },
      { kind, args, good: steppedCounter, endless: unseenLoop },
    )
    expect(result).toMatchObject({ code: 'ABORTED', same: true })
    expect(result.took).toBeLessThan(soon)
  })
}

/** Ten million cycles of it take seconds on any machine: each step waits for the one before. */
const slowCounter = `circuit('Slow', {
  inputs: {},
  outputs: { value: bus(32) },
  state: { n: reg(32) },
  eval: ({ n }) => ({ value: n }),
  onTick: ({ n }) => {
    let x = n
    for (let i = 0; i < 400; i++) x = Math.imul(x ^ (x >>> 7), 0x9e3779b1) + i
    return { n: x }
  },
})`

test('a long tick that is given up on stops where it is, in the same worker', async ({ client }) => {
  const result = await client.evaluate(async (client, source) => {
    const slot = client.slot('a')
    let revived = 0
    slot.on('revived', () => revived++)
    await slot.compile(source)
    const controller = new AbortController()
    const tick = slot.tick(10_000_000, { signal: controller.signal })
    setTimeout(() => controller.abort(), 20)
    const code = await tick.catch((error: { code: string }) => error.code)
    const first = await slot.pause()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const second = await slot.pause()
    await slot.dispose()
    return { code, revived, first: first?.cycle ?? 0, second: second?.cycle ?? 0 }
  }, slowCounter)
  expect(result.code).toBe('ABORTED')
  expect(result.revived).toBe(0)
  expect(result.first).toBeLessThan(10_000_000)
  expect(result.second).toBe(result.first)
})
