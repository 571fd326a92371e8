import { expect, it } from 'vitest'
import { initialState, looksAlike } from './state.ts'

it('renders nothing anew for the status of a run, and everything else', () => {
  const status = { cycle: 5, running: true, cyclesPerSecond: 0, achieved: 9 }
  expect(looksAlike({ ...initialState, status }, initialState)).toBe(true)
  expect(looksAlike({ ...initialState, status, broken: true }, initialState)).toBe(false)
})
