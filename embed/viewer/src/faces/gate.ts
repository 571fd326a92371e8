/** Gates after the field's usual symbols: and, or, xor, and the triangle of buffer and inverter. */
import { svg } from '../svg.ts'
import type { Face } from './face.ts'
import { BUBBLE, blank, type Described, type PortShape, pin, type Shape, STUB } from './shape.ts'

interface Gate {
  kind: string
  inverted: boolean
}

const twoInputs: Readonly<Record<string, Gate>> = {
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
}

const oneInput: Readonly<Record<string, Gate>> = {
  Not: { kind: 'buffer', inverted: true },
  Buffer: { kind: 'buffer', inverted: false },
  BusNot: { kind: 'buffer', inverted: true },
}

/** The gate of a component with the ports of one. */
function gateOf(d: Described): Gate | undefined {
  if (d.composite || d.outputs.length !== 1) return undefined
  const gates = d.inputs.length === 2 ? twoInputs : d.inputs.length === 1 ? oneInput : {}
  return Object.hasOwn(gates, d.component) ? gates[d.component] : undefined
}

function measureTwoInputs(d: Described): Shape {
  const { kind, inverted } = gateOf(d) ?? { kind: 'and', inverted: false }
  const bodyWidth = kind === 'and' ? 42 : 46
  const width = STUB + bodyWidth + (inverted ? 2 * BUBBLE : 0) + STUB
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

function measureOneInput(d: Described): Shape {
  const inverted = gateOf(d)?.inverted ?? false
  const width = STUB + 30 + (inverted ? 2 * BUBBLE : 0) + STUB
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

/** A face whose outline is made of these paths, given as class and data, with a bubble at an inverting output. */
function gate(
  kind: string,
  measure: (d: Described) => Shape,
  paths: readonly (readonly [className: string, d: string])[],
  west: number,
): Face {
  return {
    kind,
    takes: (d) => gateOf(d)?.kind === kind,
    measure,
    draw({ shape }) {
      const { x, y, width } = shape.body
      const parts: SVGElement[] = paths.map(([className, d]) =>
        svg('path', { class: className, transform: `translate(${x} ${y})`, d }),
      )
      if (shape.inverted) {
        const out = shape.pins[shape.pins.length - 1]
        parts.push(svg('circle', { class: 'outline', cx: x + width + BUBBLE, cy: out?.y ?? 0, r: BUBBLE }))
      }
      return parts
    },
    stubEnd: (shape, p) => (p.side === 'west' ? shape.body.x + west : undefined),
  }
}

const FRONT = 'C26 0 38 8 46 20C38 32 26 40 12 40'

export const gates: readonly Face[] = [
  gate('and', measureTwoInputs, [['outline', 'M0 0H22A20 20 0 0 1 22 40H0Z']], 0),
  gate('or', measureTwoInputs, [['outline', `M0 0H12${FRONT}H0C7 27 7 13 0 0Z`]], 4),
  gate(
    'xor',
    measureTwoInputs,
    [
      ['outline', `M4 0H13${FRONT}H4C10 27 10 13 4 0Z`],
      ['outline open', 'M-2 0C4 13 4 27 -2 40'],
    ],
    -1,
  ),
  gate('buffer', measureOneInput, [['outline', 'M0 0L30 16L0 32Z']], 0),
]
