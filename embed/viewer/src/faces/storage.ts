/** Flip-flop and register, which keep a value from clock edge to clock edge. */
import { hex } from '../format/number.ts'
import { label, svg } from '../svg.ts'
import { type Face, named } from './face.ts'
import { blank, fit, hexDigits, PITCH, pin, portNames, rect, type Shape, STUB } from './shape.ts'
import { monoWidth } from './text.ts'

/** Small triangle of the clock at the lower edge: the clock is implicit and has no wire. */
function clockMark(shape: Shape): SVGElement {
  const x = shape.body.x + shape.body.width / 2
  const bottom = shape.body.y + shape.body.height
  return svg('path', { class: 'clock', d: `M${x - 6} ${bottom}L${x} ${bottom - 8}L${x + 6} ${bottom}` })
}

const flipflopNames: Readonly<Record<string, string>> = { d: 'D', q: 'Q', q_bar: 'Q\u0305' }

export const flipflop: Face = {
  kind: 'flipflop',
  takes: (d) => named(d, ['DFlipFlop']),
  measure(d) {
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
  },
  draw: ({ shape }) => [
    rect(shape, 'outline', 3),
    clockMark(shape),
    ...portNames(shape, (p) => flipflopNames[p.name] ?? p.name),
  ],
}

export const register: Face = {
  kind: 'register',
  takes: (d) => named(d, ['Register']),
  measure(d) {
    const digits = hexDigits(d.outputs[0]?.width ?? 1)
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
  },
  draw({ shape }, bind) {
    const parts: SVGElement[] = [rect(shape, 'outline', 3), clockMark(shape), ...portNames(shape, (p) => p.name)]
    const out = shape.pins.findIndex((p) => p.direction === 'out')
    const stored = shape.pins[out]
    if (!stored) return parts
    const text = label('', shape.body.x + shape.body.width / 2 + 4, shape.body.height / 2 + 5, 'stored', 'middle')
    fit(text, '0'.repeat(stored.width === 1 ? 1 : hexDigits(stored.width)), shape.body)
    bind(out, (v) => {
      text.textContent = stored.width === 1 ? v.toString() : hex(v, stored.width).slice(2)
    })
    return [...parts, text]
  },
}
