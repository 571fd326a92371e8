// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { examples } from '../examples/catalogue.ts'
import { PageRun } from './page-run.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const log: string[] = []
  const run = new PageRun({
    changed: (state) => void log.push(`changed ${state.online ? 'online' : 'offline'} ${state.text.slice(0, 5)}`),
    connected: () => void log.push('connected'),
    frame: () => void log.push('frame'),
    offline: () => void log.push('offline'),
  })
  return { run, log }
}

it('tells the page what has changed, but for the status of the run', () => {
  const { run, log } = open()
  run.start(undefined)
  log.length = 0
  run.store.update({ status: { cycle: 1, running: true, cyclesPerSecond: 1, achieved: 1 } })
  expect(log).toEqual([])
  run.store.update({ text: 'hello' })
  expect(log).toEqual(['changed online hello'])
})

it('tells when the network is gone and back', () => {
  const { run, log } = open()
  run.start(undefined)
  log.length = 0
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  expect(log).toEqual(['changed offline ', 'offline', 'changed online '])
})

it('opens a text and draws what is known of it before there is an engine', () => {
  const { run } = open()
  const [first] = examples
  run.start(first?.text)
  run.open({ text: first?.text ?? '', origin: 'example', example: first?.id }, undefined)
  run.showPicture()
  expect(run.state).toMatchObject({ origin: 'example', example: first?.id })
  expect(run.state.picture?.circuit).toBeDefined()
})

it('has no past to show without a slot', async () => {
  const { run } = open()
  await expect(run.seek(3)).resolves.toBeUndefined()
})
