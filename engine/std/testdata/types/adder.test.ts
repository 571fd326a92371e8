// A file of tests, as docs/language.md shows one, and the mistakes that the editor must mark in it.
import { simulateCircuit } from '@simten/core/api'
import { simulate } from '@simten/core/sim'
import { declareOracle, verify } from '@simten/core/verify'
import { beforeEach, describe, expect, test } from '@simten/test'
import { it } from 'vitest'

const Sum = circuit('Sum', {
  inputs: { a: bus(8), b: bus(8) },
  outputs: { sum: bus(8), wide: bus(64), carry: bit },
  eval: ({ a, b }) => ({ sum: a + b, wide: 1n, carry: a + b > 255 }),
})

describe('an adder', () => {
  beforeEach(() => undefined)

  test('wraps, with a carry', () => {
    const sim = simulate(Sum)
    sim.set({ a: 200, b: 100 })
    sim.set({ a: true, 'inner.rom': new Map([[0, 1]]) })
    const sum: number = sim.get('sum')
    const wide: bigint = sim.get('wide')
    const inner: number | bigint = sim.get('inner.q')
    expect([sum, wide, inner]).toHaveLength(3)
    expect(sim.read().carry, 'the carry').not.toBe(0)
    // @ts-expect-error an output is no text
    const text: string = sim.read().sum
    // @ts-expect-error no such output
    expect(sim.read().summ).toBe(text)
    // @ts-expect-error an input takes a number
    sim.set({ a: 'high' })
    // @ts-expect-error the speed is missing
    sim.run({})
    const end = sim.watchPort('sum', (value) => value.toFixed())
    end()
    const moment = sim.stepBack()
    expect(moment?.cycle ?? -1).toBe(sim.historyIndex)
    sim.restore(sim.snapshot())
    sim.session.startAutoRun(10)
    sim.dispose()
  })

  test.each([
    [1, 2],
    [3, 4],
  ])('%d and %d', (a, b) => expect(a).toBeLessThan(b))
  test.skip('later', { timeout: 5 }, () => undefined)
  test.todo('more')
  // @ts-expect-error there is no such check
  it('asks', () => expect(1).toBeOne())
  it('waits', async () => {
    await expect(Promise.resolve(1)).resolves.not.toBe(2)
    expect.assertions(1)
  })
  // @ts-expect-error a circuit, not its name
  it('names', () => simulate('Sum'))
})

declareOracle({ tier: 'A', type: 'table', independence_basis: 'written by hand' })
verify.exhaustive('all', [2, 2], (a, b) => a + b < 3)
// @ts-expect-error there is no such tier
declareOracle({ tier: 'F', type: 'table', independence_basis: '' })
verify.run()

const run = simulateCircuit({ source: '', ticks: 3 })
if (!('error' in run)) run.signals.q?.map((course) => course.count + run.ticks)
