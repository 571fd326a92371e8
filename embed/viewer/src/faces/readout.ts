/** Numbers that are only shown: at the end of a wire, and in the middle of one. */
import { label } from '../svg.ts'
import { type Face, named } from './face.ts'
import { blank, fieldWidth, type PortShape, pin, rect, STUB, sideLabel, sideName } from './shape.ts'

export const readout: Face = {
  kind: 'readout',
  shows: 'value',
  takes: (d) => named(d, ['Output'], 1),
  measure(d) {
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
  },
  draw(node, bind) {
    const { x, y, width, height } = node.shape.body
    const text = label('0', x + width - 10, y + height / 2 + 5, 'number', 'end')
    bind(0, (v) => {
      text.textContent = v.toString()
    })
    return [rect(node.shape, 'outline thin', 6), text, sideLabel(node, false)]
  },
}

export const probe: Face = {
  kind: 'probe',
  takes: (d) => named(d, ['Probe'], 1, 1),
  measure(d) {
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
  },
  draw({ shape }, bind) {
    const { x, y, width, height } = shape.body
    const text = label('0', x + width / 2, y + height / 2 + 4.5, 'number', 'middle')
    bind(0, (v) => {
      text.textContent = v.toString()
    })
    return [rect(shape, 'outline thin', height / 2), text]
  },
}
