/** A number field: an input of several bits. */
import { css } from 'lit'
import { formatValue } from '../format/number.ts'
import { label } from '../svg.ts'
import { type Face, named } from './face.ts'
import { blank, fieldWidth, type PortShape, pin, rect, STUB, sideLabel, sideName } from './shape.ts'

export const field: Face = {
  kind: 'field',
  control: 'number',
  takes: (d) => named(d, ['Input'], undefined, 1),
  measure(d) {
    const name = sideName(d.label)
    const out = d.outputs[0] as PortShape
    const body = fieldWidth(out.width)
    const width = name + body + STUB
    return {
      ...blank(d, 'field'),
      caption: '',
      width,
      height: 28,
      body: { x: name, y: 0, width: body, height: 28 },
      pins: [pin(out, 'out', 'east', width, 14)],
    }
  },
  draw(node, bind) {
    const { x, y, width, height } = node.shape.body
    const wires = node.shape.pins[0]?.width ?? 1
    const text = label('0', x + width - 10, y + height / 2 + 5, 'number', 'end')
    bind(0, (v) => {
      text.textContent = formatValue(v, wires, node.interactive?.base ?? 'dec')
    })
    return [sideLabel(node, true), rect(node.shape, 'field', 6), text]
  },
  styles: css`
    rect.field {
      fill: var(--st-surface);
      stroke: var(--st-low);
      stroke-width: 1.5;
    }
    .node.field {
      cursor: text;
    }
    .node.field text.number {
      font-size: calc(3.5 * var(--st-unit));
    }
    .node.interactive:hover rect.field {
      stroke: var(--st-accent);
    }
  `,
}
