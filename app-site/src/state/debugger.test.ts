import { expect, it } from 'vitest'
import type { Condition, Status } from '../engine.ts'
import { conditionOf, type Debugged, Debugger, type DebugState, signalOf } from './debugger.ts'

/** A slot whose run is a counter: an expression "n" is true in the cycles that n divides. */
class Counted implements Debugged {
  status: Status
  until: Condition | undefined
  readonly did: string[] = []

  constructor(cycle: number, last: number, running = false) {
    this.status = { cycle, running, cyclesPerSecond: 10, achieved: 0, history: { first: 0, last } }
  }

  async find({ condition, from, to, last, limit, count }: Parameters<Debugged['find']>[0]) {
    if (condition.when.includes('wrong'))
      throw { message: "Nothing is called 'wrong'.", advice: "Did you mean 'right'?" }
    const divisors = [...condition.when.matchAll(/\d+/g)].map(([n]) => Number(n))
    let cycles = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((c) =>
      divisors.some((n) => c % n === 0),
    )
    const all = cycles.length
    if (last) cycles.reverse()
    cycles = cycles.slice(0, limit)
    return { cycles, count: count ? all : cycles.length }
  }

  async seek(cycle: number) {
    this.did.push(`seek ${cycle}`)
    this.status = { ...this.status, cycle }
    return this.status
  }

  async run(speed: number) {
    this.did.push(`run ${speed} until ${this.until?.when}`)
    return this.status
  }

  async pause() {
    this.did.push('pause')
    this.status = { ...this.status, running: false }
    return this.status
  }

  async runTo(cycle: number) {
    this.did.push(`run to ${cycle}`)
    return this.status
  }

  async why({ signal, cycle }: Parameters<Debugged['why']>[0]) {
    return { steps: [{ cycle, signal, value: 1, width: 1, text: 'It is so.', kind: 'constant' as const, causes: [] }] }
  }
}

function debug(slot: Counted) {
  let state: DebugState | undefined
  const d = new Debugger((s) => {
    state = s
  })
  d.attach(slot)
  return { d, slot, now: () => state as DebugState }
}

it('makes every run stop at the breakpoints that are on', async () => {
  const { d, slot, now } = debug(new Counted(0, 0, true))
  expect(await d.add(' x7 ', 'rise')).toBe(true)
  expect(slot.until?.when).toBe('rise(x7)')
  expect(slot.did).toEqual(['run 10 until rise(x7)'])
  await d.add('x11', 'change')
  expect(slot.until?.when).toBe('rise(x7) || changed(x11)')
  d.toggle(now().breakpoints[0]?.id ?? 0)
  expect(slot.until?.when).toBe('changed(x11)')
  for (const b of now().breakpoints) d.remove(b.id)
  expect(slot.until).toBeUndefined()
})

it('refuses an expression that is wrong, with its reason, and keeps what there is', async () => {
  const { d, slot, now } = debug(new Counted(0, 0))
  expect(await d.add('wrong', 'rise')).toBe(false)
  expect(now().told).toEqual({ text: "Nothing is called 'wrong'. Did you mean 'right'?", tone: 'bad' })
  expect(now().breakpoints).toEqual([])
  expect(slot.until).toBeUndefined()
})

it('goes on through the recorded cycles first, and back through them', async () => {
  const { d, slot, now } = debug(new Counted(10, 30))
  await d.add('x7', 'rise')
  await d.proceed()
  expect(slot.did).toEqual(['seek 14'])
  expect(now().breakpoints[0]).toMatchObject({ here: true, hits: 3 }) // 0, 7, 14
  await d.reverse()
  await d.reverse()
  await d.reverse()
  expect(slot.status.cycle).toBe(0)
  expect(now().told?.text).toMatch(/first cycle/)
  slot.status = { ...slot.status, cycle: 29 }
  slot.did.length = 0
  await d.proceed()
  expect(slot.did).toEqual(['seek 30', 'run 0 until rise(x7)'])
})

it('searches for an expression without a breakpoint', async () => {
  const { d, slot, now } = debug(new Counted(10, 30))
  await d.search('x12', false)
  expect(slot.status.cycle).toBe(12)
  await d.search('x29', true)
  expect(slot.status.cycle).toBe(0)
  await d.search('x31', false)
  expect(now().told?.text).toBe('It does not happen after this cycle.')
})

it('pauses to tell what made a value', async () => {
  const { d, slot, now } = debug(new Counted(5, 5, true))
  await d.explain('dut.count.q')
  expect(slot.did).toEqual(['pause'])
  expect(now().why).toMatchObject({ signal: 'count.q', cycle: 5, steps: [{ text: 'It is so.' }] })
})

it('shows a cycle that is not reached yet', async () => {
  const { d, slot } = debug(new Counted(5, 9))
  await d.runTo(12)
  expect(slot.did).toEqual(['run to 12'])
})

it('writes names that are none of the language as texts', () => {
  expect(signalOf('dut.alu.out')).toBe('alu.out')
  expect(signalOf('__top__.x')).toBe('x')
  expect(signalOf("dut.'a b'.out")).toBe(`signal("'a b'.out")`)
  expect(conditionOf({ when: 'a', on: 'fall' })).toBe('fall(a)')
})
