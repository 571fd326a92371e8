/** A constant: a tag with its value. */
import { label, svg } from '../svg.ts'
import { type Face, named } from './face.ts'
import { blank, type PortShape, pin, STUB, TAG_TIP, tagOutline } from './shape.ts'
import { monoWidth, shorten } from './text.ts'

function constantText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint') {
    const text = value.toString()
    return text.length > 6 && /^\d+$/.test(text) ? `0x${BigInt(text).toString(16).toUpperCase()}` : shorten(text, 20)
  }
  return '0'
}

export const constant: Face = {
  kind: 'constant',
  takes: (d) => named(d, ['Constant'], undefined, 1),
  measure(d) {
    const body = Math.max(26, monoWidth(constantText(d.arguments.value), 13) + 20)
    return {
      ...blank(d, 'constant'),
      glyph: constantText(d.arguments.value),
      width: body + STUB,
      height: 24,
      body: { x: 0, y: 0, width: body, height: 24 },
      pins: [pin(d.outputs[0] as PortShape, 'out', 'east', body + STUB, 12)],
    }
  },
  draw({ shape }, bind) {
    const { x, y, width, height } = shape.body
    const text = label(shape.glyph, x + (width - TAG_TIP / 2) / 2, y + height / 2 + 4.5, 'number', 'middle')
    // the tag was measured for the value in the text; one that was entered since may need more room
    const room = Math.max(1, Math.floor((width - TAG_TIP - 4) / 8))
    bind(0, (v) => {
      text.textContent = shorten(constantText(v), room)
    })
    return [svg('path', { class: 'outline thin', d: tagOutline(shape.body) }), text]
  },
}
