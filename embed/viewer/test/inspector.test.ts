// @vitest-environment happy-dom

import type { InspectResult } from '@simten/client/protocol.gen'
import { afterEach, expect, it, vi } from 'vitest'
import { CircuitInspector, type Memories, type Subject } from '../src/inspector/circuit-inspector.ts'
import { coveredEnds, isAside } from '../src/inspector/side.ts'
import { buildScene } from '../src/scene/scene.ts'
import { fixtures } from './support/fixtures.ts'
import type { Model } from './support/model.ts'

const nodeOf = (model: Model, path: string): Subject => {
  const node = buildScene(model.compiled, []).nodes.find((n) => n.path === path)
  if (!node) throw new Error(`no node ${path}`)
  return { kind: 'node', node }
}

async function shown(subject: Subject, model: Model, more: Partial<CircuitInspector> = {}): Promise<CircuitInspector> {
  const inspector = new CircuitInspector()
  Object.assign(inspector, { subject, values: model, ...more })
  document.body.append(inspector)
  await settled(inspector)
  return inspector
}

async function settled(inspector: CircuitInspector): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await inspector.updateComplete
    await Promise.resolve()
  }
}

const text = (inspector: CircuitInspector, selector: string): string[] =>
  [...inspector.renderRoot.querySelectorAll(selector)].map((e) => (e.textContent ?? '').replace(/\s+/g, ' ').trim())

const click = (inspector: CircuitInspector, selector: string): void =>
  inspector.renderRoot.querySelector<HTMLElement>(selector)?.click()

/** Answers as the engine does for a memory of 100 words of 12 bits whose word is its address. */
const memory = (asked: [string, number][]): Memories => ({
  inspect: async (node, first = 0): Promise<InspectResult> => {
    asked.push([node, first])
    const words = Array.from({ length: Math.min(64, 100 - first) }, (_, i) => first + i)
    return { line: 12, column: 3, fields: [{ name: 'cells', kind: 'memory', width: 12, cells: 100, first, words }] }
  },
})

afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

it('tells what a part is, and its ports with their values in every base, live', async () => {
  const model = fixtures.counter()
  const inspector = await shown(nodeOf(model, 'dut.count_reg'), model, {
    docs: (component) =>
      component === 'Register' ? { text: 'Keeps a word.', href: '/components#Register' } : undefined,
  })
  expect(text(inspector, 'h2')).toEqual(['count_regRegister'])
  expect(inspector.renderRoot.querySelector('section')?.getAttribute('aria-label')).toBe('Inspector: count_reg')
  expect(text(inspector, '.about')).toEqual(['Keeps a word. Reference'])
  expect(inspector.renderRoot.querySelector('a')?.getAttribute('href')).toBe('/components#Register')
  const q = () => text(inspector, '.ports li').find((line) => line.startsWith('q'))
  expect(q()).toBe('q out · 8 bits 0 0x00 0b0000_0000')
  model.set('enable', 1)
  for (let i = 0; i < 10; i++) model.tick()
  inspector.refresh()
  await settled(inspector)
  expect(q()).toBe('q out · 8 bits 10 0x0A 0b0000_1010')
})

it('shows the words of a memory page by page, and asks again when values change, but not all the time', async () => {
  vi.useFakeTimers()
  const model = fixtures.counter()
  const asked: [string, number][] = []
  const inspector = await shown(nodeOf(model, 'dut.count_reg'), model, { memories: memory(asked) })
  expect(text(inspector, 'h3').at(-1)).toBe('cells100 words of 12 bits')
  expect(text(inspector, '[role=row]')).toHaveLength(16)
  expect(text(inspector, '[role=row]')[1]).toBe('04004005006007')
  expect(inspector.renderRoot.querySelectorAll('.zero')).toHaveLength(1)
  click(inspector, '[aria-label="Later words"]')
  await settled(inspector)
  expect(asked).toEqual([
    ['dut.count_reg', 0],
    ['dut.count_reg', 64],
  ])
  expect(text(inspector, '[role=rowheader]')[0]).toBe('40')
  expect(inspector.renderRoot.querySelector<HTMLButtonElement>('[aria-label="Later words"]')?.disabled).toBe(true)
  for (let i = 0; i < 50; i++) inspector.refresh()
  await vi.advanceTimersByTimeAsync(49)
  expect(asked).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.at(-1)).toEqual(['dut.count_reg', 64])
  const input = inspector.renderRoot.querySelector<HTMLInputElement>('input')
  if (!input) throw new Error('there is no field for the address')
  for (const [typed, first] of [
    ['0x10', 16],
    ['9', 9],
    ['ff', 99],
    ['nonsense', 99],
  ] as const) {
    input.value = typed
    input.dispatchEvent(new Event('change'))
    await settled(inspector)
    expect(asked.at(-1)).toEqual(['dut.count_reg', first])
  }
})

it('leads to the place in the source where that can be shown', async () => {
  const model = fixtures.counter()
  const inspector = await shown(nodeOf(model, 'dut.count_reg'), model, { memories: memory([]) })
  expect(text(inspector, '.place')).toEqual([])
  inspector.sourced = true
  await settled(inspector)
  expect(text(inspector, '.place')).toEqual(['Line 12'])
  const places: unknown[] = []
  inspector.addEventListener('circuit-source', (e) => places.push((e as CustomEvent).detail))
  click(inspector, '.place button')
  expect(places).toEqual([{ line: 12, column: 3 }])
})

it('forgets what another part remembers, also when the answer comes late', async () => {
  const model = fixtures.counter()
  const answers: ((result: InspectResult) => void)[] = []
  const inspector = await shown(nodeOf(model, 'dut.count_reg'), model, {
    memories: { inspect: () => new Promise((resolve) => answers.push(resolve)) },
  })
  inspector.subject = nodeOf(model, 'count')
  await settled(inspector)
  const number = { name: 'q', kind: 'number', width: 70, cells: 1, words: ['1180591620717411303423'] } as const
  answers[1]?.({ fields: [] })
  answers[0]?.({ line: 1, fields: [{ ...number, words: [...number.words] }] })
  await settled(inspector)
  expect(text(inspector, 'h3')).not.toContain('q70 bits')
})

it('stands at the other side when what is selected is where it stands first', () => {
  const at = (x: number, y: number) => ({ x, y, width: 60, height: 40 })
  const wide = { width: 1200, height: 800 }
  expect([100, 830, 950].map((x) => isAside(at(x, 400), wide))).toEqual([false, false, true])
  expect(coveredEnds(wide, true, 300)).toEqual({ top: 0, bottom: 0 })
  const phone = { width: 360, height: 600 }
  expect([100, 300, 480].map((y) => isAside(at(300, y), phone))).toEqual([false, true, true])
  const middle = { width: 800, height: 700 }
  expect([100, 300, 500].map((y) => isAside(at(700, y), middle))).toEqual([false, false, true])
})

it('is a sheet at one end of a narrow canvas', async () => {
  expect(coveredEnds({ width: 360, height: 600 }, false, 1000)).toEqual({ top: 0, bottom: 332 })
  expect(coveredEnds({ width: 360, height: 600 }, true, 100)).toEqual({ top: 156, bottom: 0 })
  expect(coveredEnds({ width: 360, height: 600 }, false, 0)).toEqual({ top: 0, bottom: 0 })
  expect(coveredEnds({ width: 800, height: 700 }, false, 1000)).toEqual({ top: 0, bottom: 302 })
  expect(coveredEnds({ width: 800, height: 500 }, false, 1000)).toEqual({ top: 0, bottom: 0 })

  const model = fixtures.counter()
  const inspector = await shown(nodeOf(model, 'dut.count_reg'), model)
  let closed = 0
  inspector.addEventListener('inspector-close', () => closed++)
  const finger = (type: string, clientY: number) =>
    inspector.renderRoot
      .querySelector('.top')
      ?.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', clientY, bubbles: true }))
  for (const [from, to] of [
    [400, 410],
    [400, 380],
    [400, 460],
  ] as const) {
    finger('pointerdown', from)
    finger('pointerup', to)
  }
  expect(closed).toBe(1)
})

it('ends with what is remembered last, however the questions and the changes meet', async () => {
  vi.useFakeTimers()
  const model = fixtures.counter()
  let present = 0
  const inspector = await shown(nodeOf(model, 'dut.count_reg'), model, {
    memories: {
      inspect: async () => {
        const told = present
        await new Promise((resolve) => setTimeout(resolve, 30))
        return { fields: [{ name: 'value', kind: 'number', width: 8, cells: 1, words: [told] }] }
      },
    },
  })
  await vi.advanceTimersByTimeAsync(30)
  for (let i = 0; i < 40; i++) {
    present++
    inspector.refresh()
    await vi.advanceTimersByTimeAsync(7)
  }
  await vi.advanceTimersByTimeAsync(200)
  await settled(inspector)
  expect(text(inspector, '.value').at(-1)).toBe('40')
})
