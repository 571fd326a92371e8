// @vitest-environment happy-dom
import Elk from 'elkjs/lib/elk.bundled.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixtures } from '../../test/support/fixtures.ts'
import { circuit, harness, Model } from '../../test/support/model.ts'
import { consoleLines } from '../faces/console.ts'
import { Layouter } from '../layout/layout.ts'
import type { Values } from '../protocol.ts'
import { buildScene } from '../scene/scene.ts'
import { Drawing } from './drawing.ts'

const elk = new Elk()

async function draw(model: Model, path: string[] = []): Promise<Drawing> {
  const scene = buildScene(model.compiled, path)
  return new Drawing(scene, await new Layouter((g) => elk.layout(g)).layout(scene))
}

const all = (d: Drawing, selector: string): Element[] =>
  [d.back, d.front].flatMap((layer) => [...layer.querySelectorAll(selector)])
const nodeOf = (d: Drawing, key: string): Element => d.node(key) as Element

it('A038 A251 shows markup and control characters in names as text', async () => {
  const evil = '<img src=x onerror=alert(1)></text><script>{{7*7}}%s\u001b[31m\u2028'
  const { compiled } = fixtures.halfAdder()
  const named = JSON.parse(JSON.stringify(compiled).replaceAll('HalfAdder', JSON.stringify(evil).slice(1, -1)))
  const scene = buildScene(named, [])
  const drawing = new Drawing(scene, await new Layouter((g) => elk.layout(g)).layout(scene))
  expect(all(drawing, '.frame-name')[0]?.textContent).toBe(evil)
  expect(all(drawing, 'img, script')).toHaveLength(0)
})

describe('a half adder with its harness', () => {
  let model: Model
  let drawing: Drawing
  beforeAll(async () => {
    model = fixtures.halfAdder()
    drawing = await draw(model)
    drawing.update(model)
  })

  it('draws the inside of dut in a frame with its name', () => {
    expect(all(drawing, '.frame')).toHaveLength(1)
    expect(all(drawing, '.frame-name')[0]?.textContent).toBe('HalfAdder')
    expect(all(drawing, '.node')).toHaveLength(6)
  })

  it('draws one wire for each net, from the switch through the frame to the gates', () => {
    expect(all(drawing, '.net')).toHaveLength(4)
    expect(all(drawing, '.dots')).toHaveLength(2)
  })

  it('follows the values', () => {
    model.set('a', 1)
    expect(drawing.update(model)).toBe(2) // a and sum
    expect(all(drawing, '.net.high')).toHaveLength(2)
    expect(nodeOf(drawing, 'n:a').querySelector('.toggle')?.classList.contains('on')).toBe(true)
    expect(nodeOf(drawing, 'n:sum').querySelector('.lamp')?.classList.contains('on')).toBe(true)
    expect(nodeOf(drawing, 'n:carry').querySelector('.digit')?.textContent).toBe('0')
    expect(drawing.update(model)).toBe(0)
    model.set('b', 1)
    drawing.update(model)
    expect(nodeOf(drawing, 'n:sum').querySelector('.lamp')?.classList.contains('on')).toBe(false)
    expect(nodeOf(drawing, 'n:carry').querySelector('.digit')?.textContent).toBe('1')
  })

  it('selects every piece of a net, and nodes', () => {
    drawing.select('a.out')
    expect(all(drawing, '.halo')).toHaveLength(1)
    drawing.select('dut.xor1.a') // the same net, named at its other end
    expect(all(drawing, '.halo')).toHaveLength(1)
    drawing.select('dut.xor1')
    expect(all(drawing, '.halo')).toHaveLength(0)
    expect(nodeOf(drawing, 'n:dut.xor1').classList.contains('selected')).toBe(true)
    drawing.select(undefined)
    expect(all(drawing, '.selected, .halo')).toHaveLength(0)
  })

  it('puts a badge on the faulty node, or on the composite that holds it', () => {
    drawing.setFaults([{ path: 'dut.xor1', message: 'broken' }])
    expect(nodeOf(drawing, 'n:dut.xor1').querySelector('.fault title')?.textContent).toBe('broken')
    drawing.setFaults([])
    expect(all(drawing, '.fault')).toHaveLength(0)
  })

  it('writes no style attribute, which the page would block', () => {
    expect(all(drawing, '[style]')).toHaveLength(0)
  })
})

describe('a counter', () => {
  it('shows buses with width and value, and the digits of the display', async () => {
    const model = fixtures.counter()
    const drawing = await draw(model)
    model.set('enable', 1)
    for (let i = 0; i < 42; i++) model.tick()
    drawing.update(model)
    expect(all(drawing, '.pill-text').map((t) => t.textContent)).toContain('0x2A')
    expect(all(drawing, '.width').every((t) => t.textContent === '8')).toBe(true)
    expect(nodeOf(drawing, 'n:dut.count_reg').querySelector('.stored')?.textContent).toBe('2A')
    expect(nodeOf(drawing, 'n:count').querySelector('.decimal')?.textContent).toBe('42')
    expect(nodeOf(drawing, 'n:count').querySelectorAll('.segment')).toHaveLength(2)
  })
})

describe('a display', () => {
  const shown = async (width: number, value: bigint): Promise<Element> => {
    const held = circuit('Held', { x: width }, { y: width }, {}, [['x', 'y']])
    const drawing = await draw(new Model(harness(held), [held]))
    const values: Values = {
      number: () => Number(value),
      bigint: () => value,
      width: () => width,
      net: () => 0,
      driven: () => true,
      text: () => undefined,
    }
    drawing.update(values)
    return nodeOf(drawing, 'n:y')
  }
  const words = (node: Element) => [...node.querySelectorAll('.decimal')].map((t) => t.textContent)
  const digit = async (of: string): Promise<string | null> =>
    (await shown(4, BigInt(`0x${of}`))).querySelector('.segment')?.getAttribute('d') ?? null

  it('has as many digits as its width needs', async () => {
    for (const [width, digits] of [
      [4, 1],
      [9, 3],
      [16, 4],
      [32, 8],
      [128, 32],
      [256, 32],
    ] as const) {
      expect((await shown(width, 0n)).querySelectorAll('.segment'), `${width}`).toHaveLength(digits)
    }
  })

  it('shows the digits of a number wider than a byte, the highest first', async () => {
    const node = await shown(16, 0xbeadn)
    const paths = await Promise.all([...'dab'].map(digit))
    const drawn = [...node.querySelectorAll('.segment')].map((s) => s.getAttribute('d'))
    expect(new Set(drawn).size).toBe(4)
    for (const path of paths) expect(drawn).toContain(path)
    expect(words(node)).toEqual(['48\u202f813', ''])
  })

  it('says that a number has more digits than there is place for', async () => {
    expect(words(await shown(64, 2n ** 64n - 1n))[1]).toBe('')
    expect(words(await shown(128, 2n ** 127n))).toEqual(['', ''])
    expect(words(await shown(256, 2n ** 128n))).toEqual(['', '…'])
    expect(words(await shown(256, 5n))).toEqual(['5', ''])
  })
})

describe('an adder of adders', () => {
  it('opens a level and reads the nets inside', async () => {
    const model = fixtures.rippleAdder()
    model.set('a', 1)
    model.set('b', 1)
    const drawing = await draw(model, ['dut', 'fa0'])
    drawing.update(model)
    expect(drawing.scene.nodes.filter((n) => n.role !== 'node').map((n) => n.label)).toEqual([
      'a',
      'b',
      'carry_in',
      'sum',
      'carry_out',
    ])
    expect(drawing.scene.links.every((l) => l.net >= 0)).toBe(true)
    const carry = drawing.scene.links.find((l) => l.path === 'dut.fa0.carry.out')
    expect(model.number(carry?.net ?? -1)).toBe(1)
    // a double click selects the node before it opens it; on its level there is nothing of it to see
    expect(drawing.shows('dut.fa0')).toBe(false)
    expect(drawing.shows('dut.fa0.carry')).toBe(true)
    expect(drawing.shows('dut.fa0.carry.out')).toBe(true)
  })

  it('marks composites as openable', async () => {
    const { scene } = await draw(fixtures.rippleAdder())
    expect(scene.nodes.filter((n) => n.opens).map((n) => n.path)).toEqual([...Array(8).keys()].map((i) => `dut.fa${i}`))
  })
})

describe('a closed harness', () => {
  it('shows the circuit as a box between its switches and lamps', async () => {
    const scene = buildScene(fixtures.halfAdder().compiled, [], true)
    expect(scene.frame).toBeUndefined()
    expect(scene.nodes.find((n) => n.path === 'dut')).toMatchObject({ opens: true, component: 'HalfAdder' })
    expect(scene.links).toHaveLength(4)
    expect(scene.links.every((l) => l.net >= 0)).toBe(true)
  })
})

describe('parts', () => {
  it('dashes what nothing drives', async () => {
    const drawing = await draw(fixtures.parts())
    const open = all(drawing, '.net.open')
    expect(open).toHaveLength(2) // the carry of fa and the seven-segment display
  })
})

describe('value pills', () => {
  it('cover neither each other nor the edges of the frame', async () => {
    const number = (e: Element, name: string) => Number(e.getAttribute(name))
    for (const make of Object.values(fixtures)) {
      const drawing = await draw(make())
      const rects = all(drawing, '.pill rect').map((r) => ({
        left: number(r, 'x'),
        right: number(r, 'x') + number(r, 'width'),
        top: number(r, 'y'),
        bottom: number(r, 'y') + number(r, 'height'),
      }))
      rects.forEach((a, i) => {
        for (const b of rects.slice(i + 1)) {
          expect(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).toBe(false)
        }
        for (const frame of all(drawing, '.frame rect')) {
          for (const edge of [number(frame, 'x'), number(frame, 'x') + number(frame, 'width')]) {
            expect(a.left < edge && edge < a.right).toBe(false)
          }
        }
      })
    }
  })
})

describe('consoleLines', () => {
  it('wraps and keeps the last lines', () => {
    expect(consoleLines('')).toEqual([])
    expect(consoleLines('a\nb\n')).toEqual(['a', 'b'])
    expect(consoleLines('x'.repeat(64))).toEqual(['x'.repeat(58), 'x'.repeat(6)])
    expect(consoleLines('0\n1\n2\n3\n4\n5\n6\n7\n8\n9')).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  })
})

it('shows a bus that carries nothing as such, and a wire from end to end under the pointer', async () => {
  const model = fixtures.counter()
  const drawing = await draw(model)
  drawing.update(model)
  const buses = () => all(drawing, '.net.bus').length
  const zero = () => all(drawing, '.net.bus.zero').length
  const before = zero()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(buses()) // the constant 1
  model.set('enable', 1)
  model.tick()
  model.tick()
  drawing.update(model)
  expect(zero()).toBeLessThan(before)
  const trace = () => all(drawing, '.trace')[0]?.getAttribute('d')
  const wire = all(drawing, '.hit').at(-1)
  drawing.trace(wire?.getAttribute('data-wire') ?? undefined)
  expect(trace()).toBe(wire?.getAttribute('d'))
  drawing.trace(undefined)
  expect(trace()).toBe('')
})

it('has for each box one name that fills it, to be read from afar', async () => {
  const drawing = await draw(fixtures.rippleAdder())
  const names = all(drawing, 'text.afar') as SVGTextElement[]
  const boxes = drawing.scene.nodes.filter((n) => n.shape.kind === 'box' || n.shape.kind === 'operator')
  expect(names.length).toBe(boxes.length)
  for (const name of names) {
    const size = Number.parseFloat(name.style.getPropertyValue('--fit'))
    expect(size).toBeGreaterThan(12)
  }
})
