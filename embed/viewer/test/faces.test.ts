import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Face } from '../src/faces/face.ts'
import { faceOf, shapeOf, tagShape } from '../src/faces/registry.ts'
import type { Described, Shape } from '../src/faces/shape.ts'

const folder = new URL('../src/faces/', import.meta.url)

/** Every object of the type Face that a file of the folder exports, with the file. */
async function written(): Promise<{ file: string; face: Face }[]> {
  const found: { file: string; face: Face }[] = []
  for (const file of readdirSync(folder)) {
    if (file === 'registry.ts') continue
    const exported: Record<string, unknown> = await import(`../src/faces/${file.replace('.ts', '')}.ts`)
    for (const value of Object.values(exported).flat()) {
      if (typeof value === 'object' && value !== null && 'measure' in value) found.push({ file, face: value as Face })
    }
  }
  return found
}

const port = (name: string) => ({ name, width: 1, bus: false })
const described = (component: string, inputs: number, outputs: number, composite = false): Described => ({
  component,
  label: 'n',
  icon: '',
  composite,
  arguments: {},
  inputs: Array.from({ length: inputs }, (_, i) => port(`i${i}`)),
  outputs: Array.from({ length: outputs }, (_, i) => port(`o${i}`)),
})

it('knows every face that is written, under a name of its own', async () => {
  const all = await written()
  expect(all.length).toBeGreaterThan(15)
  for (const { file, face } of all) expect(faceOf({ kind: face.kind } as Shape), `${file} ${face.kind}`).toBe(face)
})

it('gives a composite a box, whatever its name is', () => {
  const folderFiles = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
  const names = new Set(
    folderFiles.flatMap((text) => [...text.matchAll(/'([A-Z]\w+)'|^ {2}(\w+): /gm)].map((m) => m[1] ?? m[2] ?? '')),
  )
  expect(names.size).toBeGreaterThan(40)
  for (const name of names) {
    for (const [inputs, outputs] of [
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 1],
      [3, 1],
    ] as const) {
      expect(shapeOf(described(name, inputs, outputs, true)).kind, name).toBe('box')
    }
  }
  expect(shapeOf(described('constructor', 1, 1)).kind).toBe('box')
})

it('keeps pins at the edges of what it measures', () => {
  const shapes = [
    'And',
    'Nor',
    'Not',
    'Mux',
    'Register',
    'DFlipFlop',
    'Constant',
    'Switch',
    'Input',
    'Led',
    'HexDisplay',
  ]
    .concat(['Output', 'Probe', 'Console', 'UART_RX', 'Screen', 'Adder', 'Anything'])
    .flatMap((name) =>
      [
        [0, 1],
        [1, 0],
        [1, 1],
        [2, 1],
        [3, 1],
        [2, 2],
      ].map(([i = 0, o = 0]) => shapeOf(described(name, i, o))),
    )
  for (const shape of [...shapes, tagShape(port('a'), 'in'), tagShape(port('a'), 'out')]) {
    for (const pin of shape.pins) {
      if (pin.side === 'west') expect(pin.x).toBe(0)
      if (pin.side === 'east') expect(pin.x).toBe(shape.width)
      if (pin.side === 'south') expect(pin.y).toBe(shape.height)
      expect(pin.y).toBeLessThanOrEqual(shape.height)
    }
  }
})
