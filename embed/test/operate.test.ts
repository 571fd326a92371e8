// @vitest-environment happy-dom
import Elk from 'elkjs/lib/elk.bundled.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CircuitCanvas } from '../src/canvas/circuit-canvas'
import { fixtures } from './support/fixtures'
import type { Model } from './support/model'

vi.mock('../src/layout/engine', async (original) => {
  const elk = new Elk()
  return {
    ...(await original<object>()),
    workerEngine: () => (graph: Parameters<typeof elk.layout>[0]) => elk.layout(graph),
  }
})

/** A canvas with the picture of a model. */
async function mount(model: Model): Promise<CircuitCanvas> {
  const canvas = new CircuitCanvas()
  canvas.compiled = model.compiled
  canvas.values = model
  document.body.append(canvas)
  await vi.waitFor(() => expect(canvas.renderRoot.querySelector('g.node')).not.toBeNull())
  return canvas
}

const node = (canvas: CircuitCanvas, path: string) => canvas.renderRoot.querySelector(`[data-node="n:${path}"]`)
const nameOf = (canvas: CircuitCanvas, path: string) => node(canvas, path)?.getAttribute('aria-label')

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

describe('what a screen reader is told of the parts', () => {
  it('is brought up to date when the values rest, and not for each of them', async () => {
    const model = fixtures.counter()
    const canvas = await mount(model)
    expect(nameOf(canvas, 'dut.count_reg')).toContain('q 0')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    model.set('enable', 1)
    for (let i = 1; i <= 2; i++) {
      model.tick()
      canvas.refresh()
      vi.advanceTimersByTime(500)
      expect(nameOf(canvas, 'dut.count_reg')).toContain('q 0')
    }
    vi.advanceTimersByTime(500)
    expect(nameOf(canvas, 'dut.count_reg')).toContain('q 2')
  })
})
