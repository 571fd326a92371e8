// @vitest-environment happy-dom

import type { Deposit, InspectResult } from '@simten/client/protocol.gen'
import { afterEach, expect, it, vi } from 'vitest'
import { fixtures } from '../../test/support/fixtures.ts'
import type { Model } from '../../test/support/model.ts'
import { fromBase64, toBase64, toCells, wordAt } from '../memory/cells.ts'
import { buildScene } from '../scene/scene.ts'
import { CircuitInspector, type Memories, type Subject } from './circuit-inspector.ts'
import { coveredEnds, isAside } from './side.ts'

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

/** Answers as the engine does for a memory of 100 words of 12 bits whose word is its address, and takes deposits. */
function memory(): Memories & {
  asked: number[]
  deposits: Deposit[]
  words: number[]
  status: { cycle: number; running: boolean }
} {
  const words = Array.from({ length: 100 }, (_, i) => i)
  return {
    asked: [],
    deposits: [],
    words,
    status: { cycle: 3, running: false },
    async inspect(_, first = 0, { cells } = {}): Promise<InspectResult> {
      if (cells !== undefined) this.asked.push(first)
      const some = words.slice(first, first + (cells ?? 64))
      const given = cells === undefined ? { words: some } : { words: [], data: toBase64(toCells(some, 12)) }
      return {
        line: 12,
        column: 3,
        fields: [
          { name: 'cells', kind: 'memory', width: 12, cells: 100, first, ...given },
          { name: 'count', kind: 'number', width: 8, cells: 1, words: [this.words.length] },
        ],
      }
    },
    async deposit(deposits) {
      this.deposits.push(...deposits)
      for (const { first = 0, cells = '', field } of deposits) {
        const bytes = fromBase64(cells)
        if (field === 'cells')
          for (let i = 0; i < bytes.length / 2; i++) words[first + i] = Number(wordAt(bytes, i, 12))
      }
    },
    async changes({ from, to }) {
      return { changes: [{ signal: `r${from}to${to}`, node: 'dut.r', width: 8, before: 1, after: 255 }] }
    },
  }
}

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

it('shows the words of a memory, goes to any address, and edits them by the keyboard', async () => {
  vi.useFakeTimers()
  const model = fixtures.counter()
  const memories = memory()
  const inspector = await shown(nodeOf(model, 'dut.count_reg'), model, { memories })
  expect(text(inspector, 'h3')).toContain('cells100 words of 12 bits')
  const view = inspector.renderRoot.querySelector('circuit-memory')
  if (!view) throw new Error('the memory is not shown')
  const ready = async () => {
    await vi.advanceTimersByTimeAsync(1)
    for (let i = 0; i < 6; i++) {
      await view.updateComplete
      await Promise.resolve()
    }
  }
  await ready()
  const lines = () =>
    [...view.renderRoot.querySelectorAll('[role=row]')].map((row) =>
      [...row.children].map((e) => (e.textContent ?? '').trim()).join(' '),
    )
  expect(lines()).toHaveLength(10)
  expect(lines()[1]).toBe('04 004 005 006 007')
  const key = (name: string, to: Element | null = view.renderRoot.querySelector('.grid')) =>
    to?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
  const entry = () => view.renderRoot.querySelector<HTMLInputElement>('.entry')
  const type = (value: string) => {
    const input = entry()
    if (!input) throw new Error('nothing is edited')
    input.value = value
    input.dispatchEvent(new Event('input'))
  }
  key('ArrowDown')
  key('ArrowRight')
  key('Enter')
  await ready()
  expect(entry()?.value).toBe('0x005')
  type('0xabc')
  key('Enter', entry())
  await ready()
  expect(memories.deposits).toEqual([
    { node: 'dut.count_reg', field: 'cells', first: 5, cells: toBase64(toCells([0xabc], 12)) },
  ])
  expect(lines()[1]).toBe('04 004 ABC 006 007')
  expect([...view.renderRoot.querySelectorAll('.changed')].map((e) => e.getAttribute('data-at'))).toEqual(['5'])
  key('Enter')
  await ready()
  type('nonsense')
  key('Enter', entry())
  await ready()
  expect(view.renderRoot.querySelector('.message')?.textContent).toContain('nonsense is not a number')
  key('Escape', entry())
  await ready()
  expect(memories.deposits).toHaveLength(1)
  const address = view.renderRoot.querySelector<HTMLInputElement>('[aria-label="Go to address"]')
  if (!address) throw new Error('there is no field for the address')
  address.value = 'ff'
  address.dispatchEvent(new Event('change'))
  await ready()
  expect(view.renderRoot.querySelector('.message')?.textContent).toBe('Addresses go from 0 to 0x63.')
  address.value = '0x60'
  address.dispatchEvent(new Event('change'))
  await ready()
  expect(lines().at(-1)).toBe('60 060 061 062 063')
  memories.status.running = true
  inspector.refresh()
  await ready()
  key('Enter')
  await ready()
  expect(entry()).toBeNull()
  expect(view.renderRoot.querySelector('.message')?.textContent).toBe('Pause the run to edit.')
})

it('edits a register, and compares two cycles', async () => {
  const model = fixtures.counter()
  const memories = memory()
  const inspector = await shown(nodeOf(model, 'dut.count_reg'), model, { memories })
  const parts: string[] = []
  inspector.addEventListener('circuit-part', (e) => parts.push((e as CustomEvent<{ path: string }>).detail.path))
  click(inspector, '[aria-label="Edit count"]')
  await settled(inspector)
  const entry = inspector.renderRoot.querySelector<HTMLInputElement>('input.entry')
  if (!entry) throw new Error('nothing is edited')
  expect(entry.value).toBe('100')
  entry.value = '-1'
  entry.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  await settled(inspector)
  expect(memories.deposits).toEqual([{ node: 'dut.count_reg', field: 'count', cells: toBase64(new Uint8Array([255])) }])
  const cycle = inspector.renderRoot.querySelector<HTMLInputElement>('[aria-label="Cycle to compare with"]')
  if (!cycle) throw new Error('there is nothing to compare with')
  cycle.value = '1'
  click(inspector, '.compare .run')
  await settled(inspector)
  await settled(inspector)
  expect(text(inspector, '.changes li')).toEqual(['r1to3 0x01 → 0xFF'])
  click(inspector, '.changes button')
  expect(parts).toEqual(['dut.r'])
})

it('leads to the place in the source where that can be shown', async () => {
  const model = fixtures.counter()
  const inspector = await shown(nodeOf(model, 'dut.count_reg'), model, { memories: memory() })
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
