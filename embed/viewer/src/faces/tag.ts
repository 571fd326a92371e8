/** Tags with the name of a port: the ports of a composite, when its inside fills the canvas. */
import { label, svg } from '../svg.ts'
import type { Face } from './face.ts'
import { blank, type PortShape, pin, type Shape, STUB, TAG_TIP, tagOutline } from './shape.ts'
import { shorten, textWidth } from './text.ts'

/** The outline of a tag that points to the left, as of an output. */
function outputOutline({ x, y, width, height }: Shape['body']): string {
  const right = `H${x + width - 4}A4 4 0 0 1 ${x + width} ${y + 4}V${y + height - 4}A4 4 0 0 1 ${x + width - 4} ${y + height}`
  return `M${x} ${y + height / 2}L${x + TAG_TIP} ${y}${right}H${x + TAG_TIP}Z`
}

function tag(kind: string, direction: 'in' | 'out'): Face {
  const input = direction === 'in' // from inside, an input of the circuit is a source
  return {
    kind,
    takes: (d) => d.component === kind,
    measure(d) {
      const port = (input ? d.outputs[0] : d.inputs[0]) as PortShape
      const body = Math.max(36, textWidth(shorten(d.label, 18), 12) + 24)
      return {
        ...blank(d, kind),
        caption: '',
        glyph: shorten(d.label, 18),
        width: body + STUB,
        height: 24,
        body: { x: input ? 0 : STUB, y: 0, width: body, height: 24 },
        pins: [input ? pin(port, 'out', 'east', body + STUB, 12) : pin(port, 'in', 'west', 0, 12)],
      }
    },
    draw({ shape }) {
      const { x, y, width, height } = shape.body
      const middle = x + (width + (input ? -TAG_TIP : TAG_TIP) / 2) / 2
      return [
        svg('path', { class: 'outline thin', d: input ? tagOutline(shape.body) : outputOutline(shape.body) }),
        label(shape.glyph, middle, y + height / 2 + 4, 'port strong', 'middle'),
      ]
    },
  }
}

export const inputTag = tag('input-tag', 'in')
export const outputTag = tag('output-tag', 'out')
