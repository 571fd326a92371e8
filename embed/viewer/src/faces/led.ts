/** A lamp: an output of one bit. */
import { css } from 'lit'
import { label, svg } from '../svg.ts'
import { type Face, named } from './face.ts'
import { blank, type PortShape, pin, STUB, sideLabel, sideName } from './shape.ts'

export const led: Face = {
  kind: 'led',
  shows: 'value',
  takes: (d) => named(d, ['Led'], 1),
  measure: (d) => ({
    ...blank(d, 'led'),
    caption: '',
    width: STUB + 26 + sideName(d.label),
    height: 26,
    body: { x: STUB, y: 0, width: 26, height: 26 },
    pins: [pin(d.inputs[0] as PortShape, 'in', 'west', 0, 13)],
  }),
  draw(node, bind) {
    const { x, y, width } = node.shape.body
    const r = width / 2
    const digit = label('0', x + r, y + r + 4.5, 'digit', 'middle')
    const group = svg(
      'g',
      { class: 'lamp' },
      svg('circle', { class: 'glow', cx: x + r, cy: y + r, r: r + 6 }),
      svg('circle', { class: 'bulb', cx: x + r, cy: y + r, r: r - 1 }),
      digit,
    )
    bind(0, (v) => {
      group.setAttribute('class', v !== 0 ? 'lamp on' : 'lamp')
      digit.textContent = v !== 0 ? '1' : '0'
    })
    return [group, sideLabel(node, false)]
  },
  styles: css`
    .bulb {
      fill: var(--st-sunken);
      stroke: var(--st-low);
      stroke-width: 2;
    }
    .glow {
      fill: var(--st-high);
      opacity: 0;
    }
    .lamp .digit {
      fill: var(--st-muted);
    }
    .lamp.on .bulb {
      fill: var(--st-high);
      stroke: var(--st-high);
    }
    .lamp.on .glow {
      opacity: 0.2;
    }
    .lamp.on .digit {
      fill: var(--st-on-high);
    }
  `,
}
