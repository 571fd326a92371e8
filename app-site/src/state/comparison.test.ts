import { expect, it } from 'vitest'
import type { CompareResult, Slot } from '../engine.ts'
import { type Compared, Comparison, type ComparisonState, noComparison } from './comparison.ts'

type Asked = Parameters<Slot['compare']>[0]

/** A slot that writes down what it is asked, and answers when the test says so. */
class Scripted {
  readonly did: string[] = []
  readonly answers: ((result: CompareResult | Error) => void)[] = []
  status: Compared['status'] = {
    cycle: 0,
    running: true,
    cyclesPerSecond: 10,
    achieved: 0,
    history: { first: 0, last: 0 },
  }
  formerSource: Compared['formerSource'] = { source: 'before' }
  compiled = {
    design: { sequential: true },
    kept: false,
    former: { cycle: 7, last: 9 },
  } as unknown as NonNullable<Compared['compiled']>

  async pause() {
    this.did.push('pause')
    if (this.status) this.status = { ...this.status, running: false }
    return this.status as NonNullable<Compared['status']>
  }

  async replay() {
    this.did.push('replay')
    if (this.status) this.status = { ...this.status, history: { first: 0, last: 9 } }
    return { missing: ['gone'] } as Awaited<ReturnType<Slot['replay']>>
  }

  compare(question: Asked, { signal }: { signal?: AbortSignal } = {}): Promise<CompareResult> {
    this.did.push(`compare with ${question.compile?.source}`)
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject({ code: 'ABORTED', message: 'given up' }))
      this.answers.push((result) => (result instanceof Error ? reject(result) : resolve(result)))
    })
  }
}

const equal = (limit: number) => ({ equal: true, last: limit }) as unknown as CompareResult

function comparing(slot = new Scripted()) {
  let state: ComparisonState = noComparison
  const comparison = new Comparison((s) => {
    state = s
  })
  comparison.attach(slot as unknown as Compared)
  comparison.recompiled()
  return { slot, comparison, state: () => state }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

it('offers the run before an edit until it is repeated, which stops the run of now and tells what is missing', async () => {
  const { slot, comparison, state } = comparing()
  expect(state().former).toEqual({ cycle: 7, last: 9 })
  expect(await comparison.keepRun()).toEqual(['gone'])
  expect(slot.did).toEqual(['pause', 'replay'])
  expect(state()).toMatchObject({ former: undefined, busy: undefined, hasBefore: true })
})

it('offers nothing where the run went on through the edit, or has no cycles', () => {
  const kept = new Scripted()
  kept.compiled = { ...kept.compiled, kept: true }
  expect(comparing(kept).state().former).toBeUndefined()
  const still = new Scripted()
  still.compiled = { ...still.compiled, design: { sequential: false } } as unknown as typeof still.compiled
  expect(comparing(still).state().former).toBeUndefined()
})

it('repeats the run before it compares with the text before the edit, and once only', async () => {
  const { slot, comparison, state } = comparing()
  const first = comparison.withFormer()
  await settled()
  slot.answers[0]?.(equal(9))
  await first
  expect(slot.did).toEqual(['pause', 'replay', 'compare with before'])
  expect(state().difference?.other).toBe('the text before the edit')
  const second = comparison.withFormer()
  await settled()
  slot.answers[1]?.(equal(9))
  await second
  expect(slot.did.slice(3)).toEqual(['compare with before'])
})

it('takes the answer of the last question alone', async () => {
  const { slot, comparison, state } = comparing()
  const first = comparison.withText('one', 'one')
  const second = comparison.withText('two', 'two')
  await settled()
  expect(state().busy).toBe('Comparing with two…')
  slot.answers[1]?.(equal(2))
  await Promise.all([first, second])
  expect(state()).toMatchObject({ busy: undefined, problem: undefined, difference: { other: 'two' } })
})

it('tells why it failed, and says nothing of what was given up', async () => {
  const { slot, comparison, state } = comparing()
  const failed = comparison.withText('one', 'one')
  slot.answers[0]?.(Object.assign(new Error('No run.'), { advice: 'Run it first.' }))
  await failed
  expect(state()).toMatchObject({ problem: 'No run. Run it first.', busy: undefined, difference: undefined })
  const stopped = comparison.withText('two', 'two')
  comparison.stop()
  await stopped
  expect(state()).toMatchObject({ problem: undefined, busy: undefined })
})
