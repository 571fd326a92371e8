/** The multiplexer: a trapezoid with its select input below. */
import { label, svg } from '../svg.ts'
import { type Face, named } from './face.ts'
import { blank, type PortShape, pin, STUB } from './shape.ts'

export const multiplexer: Face = {
  kind: 'mux',
  takes: (d) => named(d, ['Mux'], 3, 1),
  measure(d) {
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
  },
  draw({ shape }) {
    const { x, width, height } = shape.body
    return [
      svg('path', { class: 'outline', d: `M${x} 0L${x + width} 12V${height - 12}L${x} ${height}Z` }),
      label('0', x + 7, 24.5, 'port'),
      label('1', x + 7, 44.5, 'port'),
    ]
  },
  caption: ({ body }) => ({ x: body.x + body.width / 2 + 8, y: body.height + 14, anchor: 'start' }), // beside its select
}
