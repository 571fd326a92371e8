/** Geometry of the symbols: how large a node is and where its pins are, before anything is drawn. */
import { largest } from '../format/number.ts'
import { consoleShape, receiverShape, screenShape } from './displays.ts'
import { blank, type Described, type Kind, PITCH, type PortShape, pin, type Shape, STUB } from './shape.ts'
import { monoWidth, shorten, textWidth } from './text.ts'

export type { Described, Kind, PinPlace, PortShape, Shape, Side } from './shape.ts'

const gates: Record<string, { kind: Kind; inverted: boolean }> = {
  And: { kind: 'and', inverted: false },
  Nand: { kind: 'and', inverted: true },
  Or: { kind: 'or', inverted: false },
  Nor: { kind: 'or', inverted: true },
  Xor: { kind: 'xor', inverted: false },
  Xnor: { kind: 'xor', inverted: true },
  BusAnd: { kind: 'and', inverted: false },
  BusOr: { kind: 'or', inverted: false },
  BusXor: { kind: 'xor', inverted: false },
  BusXnor: { kind: 'xor', inverted: true },
  LogicAnd: { kind: 'and', inverted: false },
  LogicOr: { kind: 'or', inverted: false },
  Not: { kind: 'buffer', inverted: true },
  Buffer: { kind: 'buffer', inverted: false },
  BusNot: { kind: 'buffer', inverted: true },
}

/** Chooses the symbol of a component and measures it. */
export function shapeOf(d: Described): Shape {
  const gate = gates[d.component]
  const { inputs, outputs } = d
  if (gate && !d.composite) {
    if (inputs.length === 2 && outputs.length === 1) return twoInputGate(d, gate.kind, gate.inverted)
    if (inputs.length === 1 && outputs.length === 1) return oneInputGate(d, gate.inverted)
  }
  if (!d.composite) {
    switch (d.component) {
      case 'Switch':
      case 'Button':
        if (outputs.length === 1) return switchShape(d)
        break
      case 'Input':
        if (outputs.length === 1) return fieldShape(d)
        break
      case 'Led':
        if (inputs.length === 1) return ledShape(d)
        break
      case 'HexDisplay':
      case 'SevenSegment':
        if (inputs.length === 1) return hexShape(d)
        break
      case 'Output':
        if (inputs.length === 1) return readoutShape(d)
        break
      case 'Probe':
        if (inputs.length === 1 && outputs.length === 1) return probeShape(d)
        break
      case 'Constant':
        if (outputs.length === 1) return constantShape(d)
        break
      case 'Mux':
        if (inputs.length === 3 && outputs.length === 1) return muxShape(d)
        break
      case 'DFlipFlop':
        return flipflopShape(d)
      case 'Register':
        return registerShape(d)
      case 'Console':
      case 'UART_TX':
        return consoleShape(d)
      case 'UART_RX':
        return receiverShape(d)
      case 'Screen':
      case 'RasterDisplay':
        return screenShape(d)
    }
  }
  return boxShape(d)
}

/** Radius of the bubble of an inverting output. */
export const BUBBLE = 4

function twoInputGate(d: Described, kind: Kind, inverted: boolean): Shape {
  const bodyWidth = kind === 'and' ? 42 : 46
  const bubble = inverted ? 2 * BUBBLE : 0
  const width = STUB + bodyWidth + bubble + STUB
  const [a, b] = d.inputs as [PortShape, PortShape]
  return {
    ...blank(d, kind),
    width,
    height: 40,
    body: { x: STUB, y: 0, width: bodyWidth, height: 40 },
    inverted,
    pins: [
      pin(a, 'in', 'west', 0, 10),
      pin(b, 'in', 'west', 0, 30),
      pin(d.outputs[0] as PortShape, 'out', 'east', width, 20),
    ],
  }
}

function oneInputGate(d: Described, inverted: boolean): Shape {
  const bubble = inverted ? 2 * BUBBLE : 0
  const width = STUB + 30 + bubble + STUB
  return {
    ...blank(d, 'buffer'),
    width,
    height: 36,
    body: { x: STUB, y: 2, width: 30, height: 32 },
    inverted,
    pins: [
      pin(d.inputs[0] as PortShape, 'in', 'west', 0, 18),
      pin(d.outputs[0] as PortShape, 'out', 'east', width, 18),
    ],
  }
}

/** Space that a name written beside a symbol takes, with its gap. */
function sideName(label: string): number {
  return textWidth(shorten(label, 18), 13) + 10
}

function switchShape(d: Described): Shape {
  const name = sideName(d.label)
  const width = name + 44 + STUB
  return {
    ...blank(d, 'switch'),
    caption: '',
    width,
    height: 24,
    body: { x: name, y: 0, width: 44, height: 24 },
    pins: [pin(d.outputs[0] as PortShape, 'out', 'east', width, 12)],
  }
}

/** Width of a number field: the longest decimal number of the port, within reason. */
function fieldWidth(wires: number): number {
  const digits = Math.min(largest(Math.min(wires, 128)).toString().length, 20)
  return Math.max(44, monoWidth('0'.repeat(Math.max(digits, Math.ceil(Math.min(wires, 64) / 4) + 2)), 14) + 20)
}

function fieldShape(d: Described): Shape {
  const name = sideName(d.label)
  const out = d.outputs[0] as PortShape
  const field = fieldWidth(out.width)
  const width = name + field + STUB
  return {
    ...blank(d, 'field'),
    caption: '',
    width,
    height: 28,
    body: { x: name, y: 0, width: field, height: 28 },
    pins: [pin(out, 'out', 'east', width, 14)],
  }
}

function ledShape(d: Described): Shape {
  return {
    ...blank(d, 'led'),
    caption: '',
    width: STUB + 26 + sideName(d.label),
    height: 26,
    body: { x: STUB, y: 0, width: 26, height: 26 },
    pins: [pin(d.inputs[0] as PortShape, 'in', 'west', 0, 13)],
  }
}

/** Width and height of one seven-segment digit, and the gap between two. */
export const DIGIT = { width: 14, height: 24, gap: 7, padding: 10 }

/** Wires up to which a display shows its number in decimal, too: no place is kept for longer ones. */
export const DECIMAL_WIRES = 64

/** Number of hexadecimal digits that a display shows for a port. */
export function hexDigits(wires: number): number {
  return Math.max(1, Math.min(Math.ceil(wires / 4), 32))
}

function hexShape(d: Described): Shape {
  const input = d.inputs[0] as PortShape
  const digits = d.component === 'SevenSegment' ? 1 : hexDigits(input.width)
  const panel = digits * DIGIT.width + (digits - 1) * DIGIT.gap + 2 * DIGIT.padding
  const decimal = monoWidth(largest(Math.min(input.width, DECIMAL_WIRES)).toString(), 12) + 10
  return {
    ...blank(d, 'hex'),
    caption: '',
    width: STUB + panel + Math.max(sideName(d.label), decimal),
    height: 44,
    body: { x: STUB, y: 0, width: panel, height: 44 },
    pins: [pin(input, 'in', 'west', 0, 22)],
  }
}

function readoutShape(d: Described): Shape {
  const input = d.inputs[0] as PortShape
  const body = fieldWidth(input.width)
  return {
    ...blank(d, 'readout'),
    caption: '',
    width: STUB + body + sideName(d.label),
    height: 28,
    body: { x: STUB, y: 0, width: body, height: 28 },
    pins: [pin(input, 'in', 'west', 0, 14)],
  }
}

function probeShape(d: Described): Shape {
  const width = STUB + 28 + STUB
  return {
    ...blank(d, 'probe'),
    width,
    height: 24,
    body: { x: STUB, y: 0, width: 28, height: 24 },
    pins: [
      pin(d.inputs[0] as PortShape, 'in', 'west', 0, 12),
      pin(d.outputs[0] as PortShape, 'out', 'east', width, 12),
    ],
  }
}

/** The text of a constant's tag. */
export function constantText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint') {
    const text = value.toString()
    return text.length > 6 && /^\d+$/.test(text) ? `0x${BigInt(text).toString(16).toUpperCase()}` : shorten(text, 20)
  }
  return '0'
}

function constantShape(d: Described): Shape {
  const body = Math.max(26, monoWidth(constantText(d.arguments.value), 13) + 20)
  return {
    ...blank(d, 'constant'),
    glyph: constantText(d.arguments.value),
    width: body + STUB,
    height: 24,
    body: { x: 0, y: 0, width: body, height: 24 },
    pins: [pin(d.outputs[0] as PortShape, 'out', 'east', body + STUB, 12)],
  }
}

function muxShape(d: Described): Shape {
  const [in0, in1, sel] = d.inputs as [PortShape, PortShape, PortShape]
  const width = STUB + 34 + STUB
  return {
    ...blank(d, 'mux'),
    width,
    height: 66,
    body: { x: STUB, y: 0, width: 34, height: 60 },
    pins: [
      pin(in0, 'in', 'west', 0, 20),
      pin(in1, 'in', 'west', 0, 40),
      pin(sel, 'in', 'south', STUB + 17, 66),
      pin(d.outputs[0] as PortShape, 'out', 'east', width, 30),
    ],
  }
}

function flipflopShape(d: Described): Shape {
  const bodyWidth = 52
  const width = STUB + bodyWidth + STUB
  return {
    ...blank(d, 'flipflop'),
    width,
    height: 60,
    body: { x: STUB, y: 0, width: bodyWidth, height: 60 },
    pins: [
      ...d.inputs.map((p, i) => pin(p, 'in', 'west', 0, 20 + i * PITCH)),
      ...d.outputs.map((p, i) => pin(p, 'out', 'east', width, 20 + i * PITCH)),
    ],
  }
}

function registerShape(d: Described): Shape {
  const q = d.outputs[0]
  const digits = hexDigits(q?.width ?? 1)
  const bodyWidth = Math.max(92, 2 * 30 + monoWidth('0'.repeat(digits), 15) + 24)
  const width = STUB + bodyWidth + STUB
  const rows = Math.max(d.inputs.length, d.outputs.length, 2)
  const height = (rows - 1) * PITCH + 32
  return {
    ...blank(d, 'register'),
    width,
    height,
    body: { x: STUB, y: 0, width: bodyWidth, height },
    pins: [
      ...d.inputs.map((p, i) => pin(p, 'in', 'west', 0, 16 + i * PITCH)),
      ...d.outputs.map((p, i) => pin(p, 'out', 'east', width, 16 + i * PITCH)),
    ],
  }
}

/** Glyphs that stand for an operation; a box with one shows it large in its middle. */
const operators: Record<string, string> = {
  Adder: '+',
  Incrementer: '+1',
  Subtractor: '−',
  SignedAdder: '±+',
  Multiplier: '×',
  SignedMultiplier: '±×',
  WrappingMultiplier: '×',
  Divider: '÷',
  Modulo: 'mod',
  SignedDivider: '±÷',
  SignedModulo: '±mod',
  Comparator: '<=>',
  SignedComparator: '±<=>',
  LeftShifter: '≪',
  RightShifter: '≫',
  SignedRightShifter: '±≫',
  ReduceOr: '|a',
  ReduceAnd: '&a',
  ReduceXor: '^a',
  ReduceXnor: '~^a',
  LogicNot: '!',
  Decoder: 'DEC',
  Splitter: '⊢',
  Splitter8to8: '⊢',
  Combiner8to8: '⊣',
  Concat: '{ }',
  SignExtend: '±ext',
  ZeroExtend: '0ext',
  DynamicSlice: '[?]',
  AddressCombiner: '{ }',
  ROM: 'ROM',
  RAM: 'RAM',
  DualPortRAM: 'RAM',
  DualPortROM: 'ROM',
}

function range(high: number, low: number): string {
  return high === low ? `[${low}]` : `[${high}:${low}]`
}

function operatorOf(d: Described): string {
  if (d.composite) return ''
  const option = (name: string, or: number): number => {
    const value = d.arguments[name]
    return typeof value === 'number' ? value : or
  }
  if (d.component === 'BitSlice') return range(option('high', 7), option('low', 0))
  if (d.component === 'Slice') return range(option('offset', 0) + option('width', 1) - 1, option('offset', 0))
  return operators[d.component] ?? ''
}

/** Heights of the header of a box and of the room above its first pin. */
export const HEADER = 30
/** Room for the miniature of a composite's inside, in its header. */
export const PREVIEW = { width: 26, height: 14 }

function boxShape(d: Described): Shape {
  const glyph = operatorOf(d)
  const title = glyph === '' ? shorten(d.component, 22) : ''
  const rows = Math.max(d.inputs.length, d.outputs.length, 1)
  const names = (list: PortShape[]): number => Math.max(0, ...list.map((p) => textWidth(shorten(p.name, 16), 12)))
  const middle = glyph === '' ? 20 : monoWidth(glyph, 18) + 20
  const iconSpace = title !== '' && d.composite ? PREVIEW.width + 10 : title !== '' && d.icon !== '' ? 22 : 0
  const inside = names(d.inputs) + names(d.outputs) + 16 + middle
  const header = title === '' ? 0 : textWidth(title, 12) + 24 + iconSpace
  const bodyWidth = Math.max(64, inside, header)
  const top = title === '' ? 18 : HEADER + 14
  const height = top + (rows - 1) * PITCH + 18
  const left = d.inputs.length > 0 ? STUB : 0
  const width = left + bodyWidth + (d.outputs.length > 0 ? STUB : 0)
  // a short side is centred against the long one
  const start = (n: number): number => top + Math.floor((rows - n) / 2) * PITCH + (((rows - n) % 2) * PITCH) / 2
  return {
    ...blank(d, glyph === '' ? 'box' : 'operator'),
    glyph,
    title,
    width,
    height,
    body: { x: left, y: 0, width: bodyWidth, height },
    pins: [
      ...d.inputs.map((p, i) => pin(p, 'in', 'west', 0, start(d.inputs.length) + i * PITCH)),
      ...d.outputs.map((p, i) => pin(p, 'out', 'east', width, start(d.outputs.length) + i * PITCH)),
    ],
  }
}

/** The terminal of a composite's own port, when its inside fills the canvas. */
export function terminalShape(p: PortShape, direction: 'in' | 'out'): Shape {
  const body = Math.max(36, textWidth(shorten(p.name, 18), 12) + 24)
  const d: Described = {
    component: '',
    label: p.name,
    icon: '',
    composite: false,
    arguments: {},
    inputs: [],
    outputs: [],
  }
  return {
    ...blank(d, direction === 'in' ? 'input-tag' : 'output-tag'),
    caption: '',
    glyph: shorten(p.name, 18),
    width: body + STUB,
    height: 24,
    body: { x: direction === 'in' ? 0 : STUB, y: 0, width: body, height: 24 },
    pins: [direction === 'in' ? pin(p, 'out', 'east', body + STUB, 12) : pin(p, 'in', 'west', 0, 12)],
  }
}
