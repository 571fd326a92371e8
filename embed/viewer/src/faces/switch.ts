/** A switch: an input of one bit that a click turns over. */
import { css } from 'lit'
import { label, svg } from '../svg.ts'
import { type Face, named } from './face.ts'
import { blank, type PortShape, pin, STUB, sideLabel, sideName } from './shape.ts'

export const toggle: Face = {
  kind: 'switch',
  control: 'switch',
  takes: (d) => named(d, ['Switch', 'Button'], undefined, 1),
  measure(d) {
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
  },
  draw(node, bind) {
    const { x, y, width, height } = node.shape.body
    const r = height / 2
    const track = svg('rect', { class: 'track', x, y, width, height, rx: r })
    const knob = svg('circle', { class: 'knob', cx: x + r, cy: y + r, r: r - 4 })
    const digit = label('0', x + width - 13, y + r + 4.5, 'digit', 'middle')
    const group = svg('g', { class: 'toggle' }, track, digit, knob)
    bind(0, (v) => {
      const on = v !== 0
      group.setAttribute('class', on ? 'toggle on' : 'toggle')
      knob.setAttribute('cx', String(on ? x + width - r : x + r))
      digit.setAttribute('x', String(on ? x + 13 : x + width - 13))
      digit.textContent = on ? '1' : '0'
    })
    return [sideLabel(node, true), group]
  },
  ring: ({ body }) => body.height / 2 + 4,
  styles: css`
    .track {
      fill: var(--st-sunken);
      stroke: var(--st-low);
      stroke-width: 1.5;
    }
    .knob {
      fill: var(--st-low);
    }
    .toggle .digit {
      fill: var(--st-muted);
    }
    .toggle.on .track {
      fill: var(--st-high);
      stroke: var(--st-high);
    }
    .toggle.on .knob {
      fill: var(--st-on-high);
    }
    .toggle.on .digit {
      fill: var(--st-on-high);
    }
    .node.interactive:hover .track {
      stroke: var(--st-accent);
    }
  `,
}
