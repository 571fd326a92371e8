// @vitest-environment happy-dom
import Elk from 'elkjs/lib/elk.bundled.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CircuitCanvas, type CircuitSetDetail } from '../src/canvas/circuit-canvas.ts'
import { LayoutPrefetch } from '../src/canvas/prefetch.ts'
import { fixtures } from './support/fixtures.ts'
import type { Model } from './support/model.ts'

vi.mock('../src/layout/engine.ts', async (original) => {
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
  await vi.waitFor(() => expect(canvas.renderRoot.querySelector('g.node')).not.toBeNull(), { timeout: 30_000 })
  return canvas
}

const node = (canvas: CircuitCanvas, path: string) => canvas.renderRoot.querySelector(`[data-node="n:${path}"]`)
const nameOf = (canvas: CircuitCanvas, path: string) => node(canvas, path)?.getAttribute('aria-label')

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

describe('the description of the parts for a screen reader', () => {
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

  it('is read out when the outputs rest, though frames come on', async () => {
    const model = fixtures.counter()
    const canvas = await mount(model)
    const said = () => canvas.shadowRoot?.querySelector('.unseen')?.textContent
    const before = said()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    model.set('enable', 1)
    model.tick()
    canvas.refresh()
    for (let i = 0; i < 60; i++) {
      vi.advanceTimersByTime(16)
      canvas.refresh()
    }
    expect(said()).not.toBe(before)
  })
})

describe('a click while the engine is busy', () => {
  /** The values that the canvas asks to set, and the answers. */
  async function busy(model: Model) {
    const canvas = await mount(model)
    const asked: { value: unknown; accept: () => void; refuse: (why: Error) => void }[] = []
    canvas.addEventListener('circuit-set', (e) => {
      const { value, until } = (e as CustomEvent<CircuitSetDetail>).detail
      until?.(new Promise<void>((accept, refuse) => asked.push({ value, accept, refuse })))
    })
    return { canvas, asked }
  }
  const flip = (canvas: CircuitCanvas, path: string, key = ' ') => {
    ;(node(canvas, path) as SVGGElement).focus()
    node(canvas, path)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
  }
  const isOn = (canvas: CircuitCanvas, path: string) => node(canvas, path)?.getAttribute('aria-checked')

  it('is seen at once, and the next one flips what it made', async () => {
    const model = fixtures.halfAdder()
    const { canvas, asked } = await busy(model)
    for (const on of ['true', 'false', 'true']) {
      flip(canvas, 'a')
      expect(isOn(canvas, 'a')).toBe(on)
    }
    expect(asked.map((a) => a.value)).toEqual([1, 0, 1])
    model.set('b', 1)
    canvas.refresh() // values of before the clicks do not take them back
    expect([isOn(canvas, 'a'), isOn(canvas, 'b')]).toEqual(['true', 'true'])
    asked[0]?.accept()
    await Promise.resolve()
    expect(isOn(canvas, 'a')).toBe('true')
  })

  it('counts on from the number that was set last', async () => {
    const { canvas, asked } = await busy(fixtures.rippleAdder())
    for (const _ of [1, 2, 3]) flip(canvas, 'a', 'ArrowUp')
    expect(asked.map((a) => a.value)).toEqual([1, 2, 3])
    expect(node(canvas, 'a')?.getAttribute('aria-valuenow')).toBe('3')
  })

  it('is taken back when it was refused, and forgotten with its circuit', async () => {
    const model = fixtures.halfAdder()
    const { canvas, asked } = await busy(model)
    flip(canvas, 'a')
    asked[0]?.refuse(new Error('overloaded'))
    await vi.waitFor(() => expect(isOn(canvas, 'a')).toBe('false'), { timeout: 30_000 })
    flip(canvas, 'a')
    expect(asked.at(-1)?.value).toBe(1)
    canvas.compiled = { ...model.compiled }
    await vi.waitFor(() => expect(isOn(canvas, 'a')).toBe('false'), { timeout: 30_000 })
  })
})

it('is held by nothing once it was taken away, though an update was under way', async () => {
  const canvas = await mount(fixtures.halfAdder())
  const listening: string[] = []
  const { addEventListener, removeEventListener } = window
  const added = vi.spyOn(window, 'addEventListener').mockImplementation((...args: unknown[]) => {
    const [type, , options] = args as [string, unknown, AddEventListenerOptions | undefined]
    listening.push(type)
    options?.signal?.addEventListener('abort', () => listening.splice(listening.indexOf(type), 1))
    Reflect.apply(addEventListener, window, args)
  })
  const removed = vi.spyOn(window, 'removeEventListener').mockImplementation((...args: unknown[]) => {
    if (listening.includes(args[0] as string)) listening.splice(listening.indexOf(args[0] as string), 1)
    Reflect.apply(removeEventListener, window, args)
  })
  canvas.requestUpdate()
  canvas.remove()
  await canvas.updateComplete
  expect(listening).toEqual([])
  document.body.append(canvas)
  await canvas.updateComplete
  expect(listening).toContain('keydown')
  canvas.remove()
  expect(listening).toEqual([])
  added.mockRestore()
  removed.mockRestore()
})

it('gives up what is laid out ahead before another picture is asked for', async () => {
  const canvas = await mount(fixtures.rippleAdder())
  const ended = vi.spyOn(LayoutPrefetch.prototype, 'end')
  canvas.compiled = fixtures.counter().compiled
  await canvas.updateComplete
  expect(ended).toHaveBeenCalledTimes(1) // the counter is not drawn yet, after which it is called again
  ended.mockRestore()
})
