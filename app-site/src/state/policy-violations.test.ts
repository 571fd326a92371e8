import { expect, it } from 'vitest'
import { withRefused } from './policy-violations.ts'
import type { Refused } from './state.ts'

const error = (message: string) => ({ code: 'DENIED', message, advice: 'Do something.' })

it('refusals are listed once and counted', () => {
  let list: readonly Refused[] = []
  for (const message of ['a', 'b', 'a', 'a']) list = withRefused(list, error(message))
  expect(list.map((r) => [r.message, r.count])).toEqual([
    ['a', 3],
    ['b', 1],
  ])
})

it('A267 a flood of different refusals stays bounded, and the newest are kept', () => {
  let list: readonly Refused[] = []
  for (let i = 0; i < 1000; i++) list = withRefused(list, error(String(i)))
  expect(list).toHaveLength(50)
  expect(list.at(-1)?.message).toBe('999')
})
