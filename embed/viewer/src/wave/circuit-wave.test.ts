// @vitest-environment happy-dom

import type { Asking, FindQuestion, FindResult, WaveQuestion, WaveResult } from '@simten/client/protocol.gen'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Status } from '../protocol.ts'
import type { CircuitWave, WaveRowsDetail } from './circuit-wave.ts'
import './circuit-wave.ts'
import { counter, halfAdder } from '../../test/support/fixtures.ts'
import type { Model } from '../../test/support/model.ts'
import { plainPicture, type Recorded } from '../../test/wave/source.ts'

type Event = 'frame' | 'status' | 'revived' | 'compiled' | 'asking'

/** The count of 8 bits that stands still for ten cycles at each number, and its lowest bit. */
const count = Array.from({ length: 2000 }, (_, i) => BigInt(Math.floor(i / 10) % 256))

class Source {
  status: Status = {
    cycle: 999,
    running: false,
    cyclesPerSecond: 0,
    achieved: 0,
    history: { first: 0, last: 999 },
  }
  readonly asked: WaveQuestion[] = []
  readonly searches: FindQuestion[] = []
  readonly sought: number[] = []
  readonly values: Model
  private readonly callbacks = new Map<Event, Set<(argument: Asking) => void>>()
  private readonly rows: Recorded[] = [
    { signal: 'dut.enable', width: 1, values: count.map(() => 1n) },
    { signal: 'dut.clear', width: 1, values: count.map(() => 0n) },
    { signal: 'dut.count', width: 8, values: count },
    { signal: 'dut.count & 1', width: 1, values: count.map((c) => c & 1n) },
  ]

  constructor(readonly model = counter()) {
    this.values = model
  }

  get compiled() {
    return this.model.compiled
  }

  on(event: Event, callback: ((argument: Asking) => void) | (() => void)): () => void {
    const set = this.callbacks.get(event) ?? new Set()
    this.callbacks.set(event, set.add(callback))
    return () => set.delete(callback)
  }

  tell(event: Event): void {
    for (const callback of this.callbacks.get(event) ?? []) callback({ request: 1, done: 0.5 })
  }

  become(change: Partial<Status>): void {
    this.status = { ...this.status, ...change }
    this.tell('status')
  }

  async wave(q: WaveQuestion): Promise<WaveResult> {
    this.asked.push(q)
    const to = Math.min(q.to || Number.MAX_SAFE_INTEGER, this.status.history?.last ?? 0)
    const known = q.signals.map((s) => this.rows.find((r) => r.signal === s))
    const picture = plainPicture(
      known.map((r) => r ?? { signal: '', width: 1, values: count }),
      q.from,
      to,
      q.pixels,
      q,
    )
    picture.rows = picture.rows.map((row, i) =>
      known[i]
        ? row
        : {
            signal: q.signals[i] ?? '',
            width: 0,
            cells: '',
            error: { code: 'INVALID_REQUEST', message: 'Nothing is called so.' },
          },
    )
    return picture
  }

  async find(q: FindQuestion): Promise<FindResult> {
    this.searches.push(q)
    const values = this.rows.find((r) => r.signal === q.condition.when)?.values ?? []
    const last = this.status.history?.last ?? 0
    const to = q.to === 0 ? last : Math.min(q.to, last)
    const cycles = []
    for (let c = Math.max(1, q.from); c <= to; c++) if (values[c] !== values[c - 1]) cycles.push(c)
    const found = q.last ? cycles.slice(-1) : cycles.slice(0, 1)
    return { cycles: found, count: found.length }
  }

  async seek(cycle: number): Promise<void> {
    this.sought.push(cycle)
    this.become({ cycle })
  }
}

const WIDTH = 800

beforeEach(() => {
  // happy-dom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
})

afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

const settled = async (wave: CircuitWave) => {
  for (let i = 0; i < 4; i++) {
    await new Promise((r) => setTimeout(r, 20))
    await wave.updateComplete
  }
}

async function mount(source = new Source(), rows?: CircuitWave['rows']) {
  const wave = document.createElement('circuit-wave')
  const saved: WaveRowsDetail['rows'][] = []
  wave.addEventListener('wave-rows', (e) => saved.push((e as CustomEvent<WaveRowsDetail>).detail.rows))
  wave.rows = rows
  wave.source = source
  document.body.append(wave)
  await settled(wave)
  return { wave, source, saved }
}

/** Elements in the shadow tree, also in those inside of it. */
const all = (wave: CircuitWave, selector: string) =>
  [wave, ...wave.renderRoot.querySelectorAll('signal-search, row-names, row-settings')].flatMap((e) => [
    ...(e.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
  ])
const one = (wave: CircuitWave, selector: string) => all(wave, selector)[0] as HTMLElement
const names = (wave: CircuitWave) => all(wave, '.name').map((n) => n.textContent)
const values = (wave: CircuitWave) => all(wave, '.value').map((n) => n.textContent)
const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...more }))
const point = (target: Element, type: string, x: number, y: number, more: PointerEventInit = {}) =>
  target.dispatchEvent(
    new PointerEvent(type, { clientX: x, clientY: y, button: 0, pointerId: 1, bubbles: true, ...more }),
  )

const type = async (wave: CircuitWave, text: string) => {
  const field = one(wave, '[role=combobox]') as HTMLInputElement
  field.value = text
  field.dispatchEvent(new InputEvent('input'))
  await settled(wave)
  return field
}

describe('circuit-wave', () => {
  it('shows the ports of the circuit at first, and asks about them', async () => {
    const { wave, source, saved } = await mount()
    expect(names(wave)).toEqual(['enable', 'clear', 'count'])
    expect(source.asked[0]).toMatchObject({ signals: ['dut.enable', 'dut.clear', 'dut.count'], from: 0 })
    expect(one(wave, '.head b').textContent).toBe('999')
    expect(saved).toEqual([])
  })

  it('says what to do where there is nothing to show', async () => {
    const none = await mount(Object.assign(new Source(), { status: undefined }))
    expect(one(none.wave, '.empty').textContent).toContain('No clock')
    const { wave } = await mount(new Source(halfAdder()))
    expect(wave.renderRoot.textContent).toContain('No clock, no waves')
    wave.source = undefined
    await settled(wave)
    expect(one(wave, '.empty').textContent).toContain('No circuit runs yet')
    const begins = new Source()
    begins.status = { ...begins.status, cycle: 0, history: { first: 0, last: 0 } }
    const { wave: fresh } = await mount(begins)
    expect(one(fresh, '.hint').textContent).toContain('Run or step')
  })

  it('adds what was found, and an expression as it stands', async () => {
    const { wave, saved } = await mount()
    press(await type(wave, 'regq'), 'Enter')
    await settled(wave)
    expect(names(wave).at(-1)).toBe('count_reg.q')
    press(await type(wave, 'dut.count & 1'), 'Enter')
    await settled(wave)
    expect(saved.at(-1)?.map((r) => r.signal)).toEqual([
      'dut.enable',
      'dut.clear',
      'dut.count',
      'dut.count_reg.q',
      'dut.count & 1',
    ])
    const found = await type(wave, 'count')
    expect(all(wave, '[role=option]').length).toBeGreaterThan(2)
    expect(found.getAttribute('aria-activedescendant')).toBe('found-0')
    press(found, 'ArrowDown')
    await settled(wave)
    expect(all(wave, '[role=option]')[1]?.getAttribute('aria-selected')).toBe('true')
    press(found, 'Escape')
    await settled(wave)
    expect(found.value).toBe('')
  })

  it('shows the error of a row in it, and the others', async () => {
    const { wave } = await mount(undefined, [{ signal: 'nope' }, { signal: 'dut.count & 1' }])
    expect(one(wave, '.problem').getAttribute('aria-label')).toBe('Nothing is called so.')
    expect(values(wave)).toEqual(['', '1'])
  })

  it('reads the values of the cycle at the cursor, in the radix of the row', async () => {
    const { wave, source } = await mount(undefined, [
      { signal: 'dut.count', radix: 'dec' },
      { signal: 'dut.count & 1' },
    ])
    await source.seek(731)
    source.values.net = () => undefined // what is live is of another cycle until a frame comes
    await settled(wave)
    expect(values(wave)).toEqual(['73', '1'])
    wave.rows = [{ signal: 'dut.count', radix: 'bin' }]
    await settled(wave)
    expect(values(wave)).toEqual(['0b0100_1001'])
  })

  it('goes by keys: cycles, changes, ends, rows', async () => {
    const { wave, source } = await mount(undefined, [{ signal: 'dut.clear' }, { signal: 'dut.count' }])
    const canvas = one(wave, 'canvas')
    press(canvas, 'ArrowLeft')
    await settled(wave)
    press(canvas, 'ArrowDown')
    press(canvas, 'ArrowLeft', { shiftKey: true })
    await settled(wave)
    press(canvas, 'ArrowLeft', { shiftKey: true })
    await settled(wave)
    press(canvas, 'ArrowRight', { shiftKey: true })
    await settled(wave)
    press(canvas, 'Home')
    await settled(wave)
    press(canvas, 'ArrowLeft', { shiftKey: true })
    await settled(wave)
    press(canvas, 'End')
    await settled(wave)
    expect(source.sought).toEqual([998, 990, 980, 990, 0, 999])
    expect(source.searches[0]).toEqual({
      condition: { when: 'dut.count', on: 'change' },
      from: 0,
      to: 997,
      last: true,
      limit: 1,
    })
  })

  it('tells readers of the screen the value around the cursor', async () => {
    const { wave, source } = await mount(undefined, [{ signal: 'dut.count' }])
    one(wave, 'canvas').focus()
    await source.seek(125)
    source.values.net = () => undefined
    await new Promise((r) => setTimeout(r, 400))
    await settled(wave)
    expect(one(wave, '#said').textContent).toBe('count: value 0x0C in cycle 125, since 120, until 129')
  })

  it('seeks where it is clicked and dragged, and measures from a marker', async () => {
    const { wave, source } = await mount()
    const canvas = one(wave, 'canvas')
    point(canvas, 'pointerdown', 392, 100)
    point(canvas, 'pointermove', 196, 100)
    point(canvas, 'pointerup', 196, 100)
    await settled(wave)
    expect(source.sought).toEqual([500, 250])
    expect(all(wave, '.row')[2]?.classList.contains('selected')).toBe(true)
    point(canvas, 'pointerdown', 392, 100, { shiftKey: true })
    point(canvas, 'pointerup', 392, 100, { shiftKey: true })
    await settled(wave)
    expect(source.sought).toEqual([500, 250])
    expect(one(wave, '.measure').textContent).toBe('Δ 250 cycles · 1/250 of the clock')
    press(canvas, 'm')
    await settled(wave)
    expect(one(wave, '.measure').textContent).toBe('Marker at 250')
    press(canvas, 'm')
    await settled(wave)
    expect(one(wave, '.measure').textContent).toBe('')
  })

  it('zooms to what is chosen on the ruler, and asks about that more finely', async () => {
    const long = new Source()
    long.status = { ...long.status, cycle: 1999, history: { first: 0, last: 1999 } }
    const { wave, source } = await mount(long)
    expect(source.asked.every((q) => q.to - q.from + 1 > q.pixels || q.pixels === 1 || q.to === 1999)).toBe(true)
    const before = source.asked.length
    const canvas = one(wave, 'canvas')
    point(canvas, 'pointerdown', 600, 10)
    point(canvas, 'pointermove', 640, 10)
    point(canvas, 'pointerup', 640, 10)
    await settled(wave)
    expect(source.sought).toEqual([])
    const finer = source.asked.slice(before)
    expect(finer.some((q) => q.to - q.from + 1 === q.pixels && q.from <= 1530 && q.to >= 1632)).toBe(true)
  })

  it('changes rows: radix, curve, colour, order, removal', async () => {
    const { wave, saved } = await mount()
    one(wave, '.row:nth-child(3) .more').click()
    await settled(wave)
    const radix = one(wave, 'select') as HTMLSelectElement
    radix.value = 'signed'
    radix.dispatchEvent(new Event('change'))
    await settled(wave)
    radix.value = 'fixed'
    radix.dispatchEvent(new Event('change'))
    await settled(wave)
    const point = one(wave, 'input[type=number]') as HTMLInputElement
    for (const text of ['4', '-1', '2.5', '']) {
      point.value = text
      point.dispatchEvent(new Event('change'))
      await settled(wave)
    }
    expect(saved.at(-1)?.[2]).toEqual({ signal: 'dut.count', radix: 'fixed', point: 4 })
    radix.value = 'signed'
    radix.dispatchEvent(new Event('change'))
    await settled(wave)
    one(wave, 'input[type=checkbox]').click()
    await settled(wave)
    one(wave, '[data-colour=ok]').click()
    await settled(wave)
    one(wave, '[aria-label="Move up"]').click()
    await settled(wave)
    expect(saved.at(-1)).toEqual([
      { signal: 'dut.enable' },
      { signal: 'dut.count', radix: 'signed', analog: true, colour: 'ok' },
      { signal: 'dut.clear' },
    ])
    expect(one(wave, '.title').textContent).toBe('count')
    press(all(wave, '.name')[0] as HTMLElement, 'ArrowDown', { altKey: true })
    await settled(wave)
    press(all(wave, '.name')[2] as HTMLElement, 'Delete')
    await settled(wave)
    expect(saved.at(-1)?.map((r) => r.signal)).toEqual(['dut.count', 'dut.enable'])
  })

  it('puts a row where its name is dragged to', async () => {
    const { wave, saved } = await mount()
    for (const [i, row] of all(wave, '.row').entries()) {
      row.getBoundingClientRect = () => ({ top: 28 * i, bottom: 28 * i + 28 }) as DOMRect
    }
    const name = all(wave, '.name')[0] as HTMLElement
    point(name, 'pointerdown', 10, 14)
    point(name, 'pointermove', 10, 16)
    point(name, 'pointerup', 10, 16)
    await settled(wave)
    expect(saved).toEqual([])
    point(name, 'pointerdown', 10, 14)
    point(name, 'pointermove', 10, 60)
    await settled(wave)
    expect(all(wave, '.row')[2]?.classList.contains('target')).toBe(true)
    point(name, 'pointerup', 10, 60)
    await settled(wave)
    expect(names(wave)).toEqual(['clear', 'enable', 'count'])
    expect(saved).toHaveLength(1)
  })

  it('pans with one finger, zooms with two, and seeks where it is tapped', async () => {
    const long = new Source()
    long.status = { ...long.status, cycle: 1999, history: { first: 0, last: 1999 } }
    const { wave, source } = await mount(long)
    const canvas = one(wave, 'canvas')
    const touch = (type: string, id: number, x: number) =>
      point(canvas, type, x, 100, { pointerId: id, pointerType: 'touch' })
    touch('pointerdown', 1, 392)
    touch('pointerup', 1, 392)
    await settled(wave)
    expect(source.sought).toEqual([1000])
    touch('pointerdown', 1, 382)
    touch('pointerdown', 2, 402)
    touch('pointermove', 2, 582)
    touch('pointermove', 1, 382)
    touch('pointerup', 2, 582)
    touch('pointerup', 1, 382)
    expect(source.sought).toEqual([1000])
    touch('pointerdown', 1, 392)
    touch('pointermove', 1, 300)
    touch('pointerup', 1, 300)
    touch('pointerdown', 1, 500)
    touch('pointerup', 1, 500)
    await settled(wave)
    // Between the fingers was cycle 1000, which then was at 482 and at 390; a cycle is ten times as wide as it was.
    const expected = 1000 + (500 - 390) * (2000 / 784 / 10)
    expect(Math.abs((source.sought[1] ?? 0) - expected)).toBeLessThan(2)
  })

  it('asks why a signal has its value, and has the run stop where a row changes', async () => {
    const { wave } = await mount(undefined, [{ signal: 'dut.count' }, { signal: 'dut.count & 1' }])
    const events: unknown[] = []
    for (const name of ['circuit-why', 'circuit-break']) {
      wave.addEventListener(name, (e) => events.push([name, (e as CustomEvent<unknown>).detail]))
    }
    const questions = () => all(wave, '.questions button')
    one(wave, '.row:nth-child(1) .more').click()
    await settled(wave)
    for (const button of questions()) button.click()
    one(wave, '.row:nth-child(2) .more').click()
    await settled(wave)
    expect(questions()).toHaveLength(0)
    expect(events).toEqual([
      ['circuit-why', { signal: 'dut.count' }],
      ['circuit-break', { signal: 'dut.count' }],
    ])
  })

  it('follows a run at its end until it is panned away, and again after End', async () => {
    const { wave, source } = await mount()
    const follows = () => one(wave, '.toggle').getAttribute('aria-pressed')
    const canvas = one(wave, 'canvas')
    for (let i = 0; i < 9; i++) press(canvas, '+')
    source.become({ running: true, cycle: 1500, history: { first: 0, last: 1500 } })
    await settled(wave)
    await settled(wave)
    expect(one(wave, '.head b').textContent).toBe('1\u202f500')
    expect(source.asked.at(-1)?.to).toBe(1500)
    canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -400, cancelable: true }))
    await settled(wave)
    expect(follows()).toBe('false')
    source.become({ running: false })
    press(canvas, 'End')
    await settled(wave)
    expect(follows()).toBe('true')
  })

  it('leaves the wheel to the page at its end, but never sideways: that would lead to the page before', async () => {
    const { wave } = await mount()
    const canvas = one(wave, 'canvas')
    const taken = (init: WheelEventInit) => {
      const wheel = new WheelEvent('wheel', { ...init, cancelable: true })
      canvas.dispatchEvent(wheel)
      return wheel.defaultPrevented
    }
    for (let i = 0; i < 20 && taken({ deltaY: -4000 }); i++) await settled(wave)
    expect(taken({ deltaY: -400 })).toBe(false)
    expect(taken({ deltaX: -400 })).toBe(true)
    expect(taken({ deltaX: 400 })).toBe(true)
  })

  it('forgets what it knows when the run branches, even if it is longer afterwards', async () => {
    const { wave, source } = await mount()
    const before = source.asked.length
    source.become({ cycle: 1400, history: { first: 0, last: 1400, undo: { cycle: 500, last: 999 } } })
    await settled(wave)
    expect(source.asked.slice(before).some((q) => q.from === 0)).toBe(true)
    const again = source.asked.length
    source.become({ cycle: 100, history: { first: 0, last: 100, undo: { cycle: 500, last: 999 } } })
    await settled(wave)
    expect(source.asked.slice(again).some((q) => q.from === 0)).toBe(true)
    const rest = source.asked.length
    source.become({ cycle: 50 })
    await settled(wave)
    expect(source.asked.slice(rest).filter((q) => q.pixels > 1)).toEqual([])
  })

  it('saves the values of its cycles as CSV, as VCD and for WaveDrom', async () => {
    const { wave, source } = await mount(undefined, [{ signal: 'dut.count', radix: 'dec' }, { signal: 'dut.clear' }])
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`)
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const [, , table, dump, diagram] = all(wave, '.export button')
    table?.click()
    await settled(wave)
    dump?.click()
    await settled(wave)
    diagram?.click()
    await settled(wave)
    expect(clicked).toHaveBeenCalledTimes(3)
    const lines = (await files[0]?.text())?.split('\r\n') ?? []
    expect(lines[0]).toBe('cycle,dut.count,dut.clear')
    expect(lines[124]).toBe('123,12,0')
    expect(lines).toHaveLength(1002)
    const changes = (await files[1]?.text()) ?? ''
    expect(changes).toMatch(
      /\$scope module dut \$end\n\$var wire \d+ " count \[\d+:0\] \$end\n\$var wire 1 # clear \$end\n/,
    )
    expect(changes).toContain('\n#1230\n1!\n')
    const { signal } = JSON.parse((await files[2]?.text()) ?? '') as { signal: { wave: string }[] }
    expect(signal[1]?.wave.slice(0, 21)).toBe('=.........=.........=')
    expect(source.asked.every((q) => q.pixels <= 8192)).toBe(true)
  })
})
