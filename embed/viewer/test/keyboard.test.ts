// @vitest-environment happy-dom

import { Values } from '@simten/client/values'
import { describe, expect, it } from 'vitest'
import { Capture, keyboardOf } from '../src/canvas/keyboard-capture.ts'
import { fill, litPixels } from '../src/canvas/pictures.ts'
import { shapeOf } from '../src/faces/registry.ts'
import { characterCode, scanCode } from '../src/keyboard/codes.ts'
import { Typist } from '../src/keyboard/typist.ts'
import { buildScene, type Scene } from '../src/scene/scene.ts'
import { fixtures } from './support/fixtures.ts'

describe('codes of keys', () => {
  it.each([
    ['ArrowUp', 0x48],
    ['ArrowLeft', 0x4b],
    ['ArrowRight', 0x4d],
    ['ArrowDown', 0x50],
    ['Escape', 1],
    ['Digit1', 2],
    ['Digit0', 11],
    ['KeyQ', 0x10],
    ['KeyA', 0x1e],
    ['KeyZ', 0x2c],
    ['KeyM', 0x32],
    ['Enter', 0x1c],
    ['Space', 0x39],
    ['Slash', 0x35],
    ['ShiftLeft', undefined],
    ['F1', undefined],
    ['', undefined],
  ])('scan code of %s', (code, wanted) => expect(scanCode({ key: '', code })).toBe(wanted))

  it.each([
    ['a', 97],
    ['A', 65],
    ['ä', 0xe4],
    ['Enter', 10],
    ['Backspace', 8],
    ['Delete', 127],
    ['€', undefined],
    ['😀', undefined],
    ['Shift', undefined],
    ['ArrowUp', undefined],
  ])('character of %s', (key, wanted) => expect(characterCode({ key, code: '' })).toBe(wanted))
})

describe('a typist', () => {
  it('hands over one character after the other, with a count', () => {
    const sent: number[] = []
    const typist = new Typist((value) => sent.push(value))
    for (const c of 'hi!') typist.type(c.charCodeAt(0), 0)
    expect(sent).toEqual([256 + 104])
    typist.look(0) // not taken yet
    expect(typist.length).toBe(2)
    typist.look(256 + 104)
    typist.look(512 + 105)
    expect(sent).toEqual([256 + 104, 512 + 105, 768 + 33])
    typist.type(33, 768 + 33) // the same character again
    expect(sent.at(-1)).toBe(1024 + 33)
  })

  it('takes the last character back once it was taken, so that a reset does not repeat it', () => {
    const sent: number[] = []
    const typist = new Typist((value) => sent.push(value))
    typist.type(65, 0)
    typist.look(0)
    typist.look(256 + 65)
    expect(sent).toEqual([256 + 65, 0])
    typist.look(256 + 65)
    typist.look(0) // a reset, or an earlier cycle
    expect(sent).toEqual([256 + 65, 0])
    typist.type(66, 0)
    typist.look(3 * 256 + 9) // another time, in which it was not taken
    expect(sent).toEqual([256 + 65, 0, 256 + 66])
  })

  it('goes on after the receiver went back in time', () => {
    const sent: number[] = []
    const typist = new Typist((value) => sent.push(value))
    typist.type(65, 5 * 256 + 1)
    typist.type(66, 5 * 256 + 1)
    typist.look(256 + 7)
    expect(sent).toEqual([6 * 256 + 65, 2 * 256 + 66])
  })

  it('keeps its numbers within 32 bits and its queue bounded', () => {
    const sent: number[] = []
    const typist = new Typist((value) => sent.push(value))
    typist.type(65, 2 ** 32 - 1)
    expect(sent).toEqual([65])
    let taken = 0
    for (let i = 0; i < 1000; i++) if (typist.type(66, 2 ** 32 - 1)) taken++
    expect(taken).toBe(256)
  })
})

/** A scene with one node for each component; nodes are named after them unless a name is given. */
function sceneOf(nodes: [component: string, label: string][]): Scene {
  const scene = buildScene(fixtures.parts().compiled, [])
  const template = scene.nodes[0]
  if (!template) throw new Error('the fixture is empty')
  const port = { name: 'p', width: 8, bus: true }
  scene.nodes = nodes.map(([component, label]) => {
    const shape = shapeOf({
      ...{ component, label, icon: '', composite: false, arguments: {} },
      ...{ inputs: component === 'Input' ? [] : [port], outputs: [port] },
    })
    const keys = { Input: 'scan', UART_RX: 'characters' } as const
    const codes = keys[component as keyof typeof keys]
    const { interactive: _, ...rest } = template
    return {
      ...rest,
      key: `n:${label}`,
      path: label,
      label,
      component,
      shape,
      ...(codes && { keys: { name: label, codes } }),
      ...(component === 'Switch' && { interactive: { name: label, width: 1 } }),
    }
  })
  return scene
}

function capture(scene: Scene, values?: Values) {
  const sent: [string, number][] = []
  const taken = new Capture({
    scene: () => scene,
    values: () => values,
    element: () => undefined,
    set: (name, value) => sent.push([name, value]),
  })
  const node = (label: string) => {
    const found = scene.nodes.find((n) => n.label === label)
    if (!found) throw new Error(label)
    return found
  }
  const press = (key: string, code = key, more: KeyboardEventInit = {}) =>
    taken.key(new KeyboardEvent('keydown', { key, code, ...more }))
  const lift = (code: string) => taken.keyUp(new KeyboardEvent('keyup', { key: code, code }))
  return { taken, sent, node, press, lift }
}

describe('the captured keyboard', () => {
  it('goes to the circuit between click and Escape, and at no other time', () => {
    const { taken, sent, node, press } = capture(sceneOf([['Input', 'keyboard']]))
    expect(press('ArrowUp')).toBe(false)
    expect(taken.take(node('keyboard'))).toBe(true)
    expect(press('ArrowUp')).toBe(true)
    expect(press('ArrowUp', 'ArrowUp', { repeat: true })).toBe(true)
    expect(press('Escape')).toBe(true)
    expect(taken.active).toBe(false)
    expect(press('ArrowDown')).toBe(false)
    expect(sent).toEqual([['keyboard', 0x48]])
  })

  it('leaves Tab, shortcuts and keys without a code to the page', () => {
    const { taken, sent, node, press } = capture(sceneOf([['Input', 'keyboard']]))
    taken.take(node('keyboard'))
    expect(press('Tab')).toBe(false)
    expect(press('r', 'KeyR', { ctrlKey: true })).toBe(false)
    expect(press('F5')).toBe(false)
    expect(sent).toEqual([])
  })

  it('is taken by a display beside the only keyboard, and by nothing else', () => {
    const one = sceneOf([
      ['Input', 'keyboard'],
      ['Screen', 'screen'],
      ['Adder', 'sum'],
    ])
    const [keyboard, screen, sum] = one.nodes
    if (!keyboard || !screen || !sum) throw new Error('too few')
    expect(keyboardOf(one, screen)).toBe(keyboard)
    expect(keyboardOf(one, sum)).toBeUndefined()
    const { taken, sent, node, press } = capture(one)
    expect(taken.take(node('sum'))).toBe(false)
    expect(taken.take(node('screen'))).toBe(true)
    press('ArrowLeft')
    expect(sent).toEqual([['keyboard', 0x4b]])
    const two = sceneOf([
      ['Input', 'keyboard'],
      ['UART_RX', 'rx'],
      ['Screen', 'screen'],
    ])
    const display = two.nodes[2]
    expect(display && keyboardOf(two, display)).toBeUndefined()
  })

  it('keeps the last key, and a switch of its name is 1 while any key is down', () => {
    const { taken, sent, node, press, lift } = capture(
      sceneOf([
        ['Input', 'keyboard'],
        ['Switch', 'keyboardHeld'],
        ['Switch', 'pause'],
      ]),
    )
    taken.take(node('keyboard'))
    press('ArrowLeft')
    press('ArrowLeft', 'ArrowLeft', { repeat: true })
    press('ArrowRight')
    lift('ArrowRight')
    lift('ArrowLeft')
    lift('ArrowLeft')
    expect(sent.splice(0)).toEqual([
      ['keyboard', 0x4b],
      ['keyboardHeld', 1],
      ['keyboard', 0x4d],
      ['keyboard', 0x4b],
      ['keyboardHeld', 0],
    ])
    press('ArrowUp')
    press('Escape') // lets go of everything
    expect(sent).toEqual([
      ['keyboard', 0x48],
      ['keyboardHeld', 1],
      ['keyboardHeld', 0],
    ])
    lift('ArrowUp')
    expect(sent).toHaveLength(3)
  })

  it('types into a receiver when it has taken the last character', () => {
    const values = new Values({
      ...{ nets: [], signals: [], pictures: [] },
      states: [{ path: 'rx', field: 'seen', kind: 'number', width: 32, cells: 1 }],
    })
    const { taken, sent, node, press } = capture(sceneOf([['UART_RX', 'rx']]), values)
    taken.take(node('rx'))
    press('a', 'KeyA')
    press('b', 'KeyB')
    taken.look()
    expect(sent).toEqual([['rx', 256 + 97]])
    const frame = { nets: new Uint32Array(), limbs: new Uint32Array() }
    values.apply({ ...frame, ranges: Uint32Array.of(0, 0, 4), bytes: Uint8Array.of(97, 1, 0, 0) })
    taken.look()
    expect(sent).toEqual([
      ['rx', 256 + 97],
      ['rx', 512 + 98],
    ])
  })
})

describe('pictures', () => {
  const picture = (bytes: number[], cellWidth: number, cells: number, bits: number, width: number, height: number) => ({
    ...{ path: 's', state: 0, width, height, bits },
    memory: {
      info: { path: 'ram', field: 'memory', kind: 'memory' as const, width: cellWidth, cells },
      bytes: Uint8Array.from(bytes),
      version: 1,
    },
  })

  it.each([
    ['a byte a pixel', picture([0, 1, 255, 0], 8, 4, 8, 2, 2), [0, 9, 9, 0]],
    ['two bytes a pixel', picture([0, 1, 0, 0, 1, 0, 0, 0], 16, 4, 16, 2, 2), [9, 0, 9, 0]],
    ['a bit a cell', picture([1, 0, 0, 1], 1, 4, 1, 2, 2), [9, 0, 0, 9]],
    [
      'the lowest bit first',
      picture([0b10000001, 0b10], 16, 1, 1, 16, 1),
      [9, 0, 0, 0, 0, 0, 0, 9, 0, 9, 0, 0, 0, 0, 0, 0],
    ],
    ['four bits a pixel', picture([0x10, 0x02], 8, 2, 4, 2, 2), [0, 9, 9, 0]],
    ['more pixels than cells', picture([1], 8, 1, 8, 2, 2), [9, 0, 0, 0]],
  ])('%s', (_, p, wanted) => {
    const pixels = new Uint32Array(p.width * p.height)
    const lit = wanted.filter((v) => v === 9).length
    expect(fill(pixels, p, 9)).toBe(lit)
    expect([...pixels]).toEqual(wanted)
    expect(litPixels(p)).toBe(lit)
  })
})
