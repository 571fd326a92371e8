/** A receiver of characters: a keyboard, and in words what to do with it. */
import { css } from 'lit'
import { label, svg } from '../svg.ts'
import { type Face, named } from './face.ts'
import { panelShape } from './panel.ts'
import { rect } from './shape.ts'

/** A keyboard, 36 by 22. */
function keyboardIcon(x: number, y: number): SVGElement {
  const row = (top: number, n: number, left: number): string =>
    Array.from({ length: n }, (_, i) => `M${left + i * 5.5} ${top}h2.5v2.5h-2.5Z`).join('')
  return svg(
    'g',
    { class: 'keys', transform: `translate(${x} ${y})` },
    svg('rect', { x: 0.5, y: 0.5, width: 35, height: 21, rx: 4 }),
    svg('path', { d: `${row(5, 5, 5.75)}${row(10, 5, 5.75)}M10 15h16v2.5h-16Z` }),
  )
}

export const receiver: Face = {
  kind: 'receiver',
  keys: 'characters',
  takes: (d) => named(d, ['UART_RX']),
  measure: (d) => panelShape(d, 'receiver', 148, 88),
  draw({ shape }) {
    const { x, y, width } = shape.body
    const middle = x + width / 2
    return [
      rect(shape, 'panel', 6),
      keyboardIcon(middle - 18, y + 18),
      label('click, then type', middle, y + 68, 'port hint idle', 'middle'),
      label('Esc lets go', middle, y + 68, 'port hint live', 'middle'),
    ]
  },
  styles: css`
    .keys {
      fill: none;
      stroke: var(--st-panel-text);
      stroke-width: 1;
    }
    .keys path {
      fill: var(--st-panel-text);
      stroke: none;
    }
    text.hint {
      fill: var(--st-panel-text);
    }
    .hint.live,
    .captured .hint.idle {
      display: none;
    }
    .captured .hint.live {
      display: initial;
    }
    .captured .caption {
      fill: var(--st-accent);
    }
  `,
}
