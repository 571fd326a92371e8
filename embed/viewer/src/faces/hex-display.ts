/** Seven-segment digits: an output of several bits, in hexadecimal and beside it in decimal. */
import { css } from 'lit'
import { grouped, largest } from '../format/number.ts'
import { label, svg } from '../svg.ts'
import { type Face, named } from './face.ts'
import { allSegments, DIGIT, digitPaths } from './segments.ts'
import { blank, hexDigits, type PortShape, pin, rect, STUB, sideName } from './shape.ts'
import { monoWidth, shorten } from './text.ts'

/** Wires up to which a display shows its number in decimal, too: no place is kept for longer ones. */
const DECIMAL_WIRES = 64
const decimalEnd = 1n << BigInt(DECIMAL_WIRES)

/** Space between two digits, and around them all. */
const GAP = 7
const PADDING = 10

const digitsOf = (component: string, wires: number): number => (component === 'SevenSegment' ? 1 : hexDigits(wires))

export const hexDisplay: Face = {
  kind: 'hex',
  shows: 'value',
  takes: (d) => named(d, ['HexDisplay', 'SevenSegment'], 1),
  measure(d) {
    const input = d.inputs[0] as PortShape
    const digits = digitsOf(d.component, input.width)
    const panel = digits * DIGIT.width + (digits - 1) * GAP + 2 * PADDING
    const decimal = monoWidth(largest(Math.min(input.width, DECIMAL_WIRES)).toString(), 12) + 10
    return {
      ...blank(d, 'hex'),
      caption: '',
      width: STUB + panel + Math.max(sideName(d.label), decimal),
      height: 44,
      body: { x: STUB, y: 0, width: panel, height: 44 },
      pins: [pin(input, 'in', 'west', 0, 22)],
    }
  },
  draw(node, bind) {
    const { shape } = node
    const { x, y, width, height } = shape.body
    const count = digitsOf(node.component, shape.pins[0]?.width ?? 4)
    const digits: SVGPathElement[] = []
    const parts: SVGElement[] = [rect(shape, 'panel', 6)]
    for (let i = 0; i < count; i++) {
      const left = x + PADDING + i * (DIGIT.width + GAP)
      const at = `translate(${left + 1} ${y + (height - DIGIT.height) / 2}) skewX(-4)`
      const on = svg('path', { class: 'segment', transform: at })
      digits.unshift(on)
      parts.push(svg('path', { class: 'ghost', transform: at, d: allSegments }), on)
    }
    const decimal = label('0', x + width + 10, y + height / 2 + 15, 'decimal')
    const more = label('', x + 1, y + height / 2 + 12, 'decimal')
    bind(0, (v) => {
      let rest = BigInt(v)
      for (const digit of digits) {
        digit.setAttribute('d', digitPaths[Number(rest & 15n)] ?? '')
        rest >>= 4n
      }
      decimal.textContent = v < decimalEnd ? grouped(v) : ''
      // Digits that have no place are not left out in silence.
      more.textContent = rest > 0n ? '…' : ''
    })
    const name = label(shorten(node.label, 18), x + width + 10, y + height / 2 - 1, 'name')
    return [...parts, name, decimal, more]
  },
  styles: css`
    .segment {
      fill: var(--st-panel-high);
    }
    .ghost {
      fill: var(--st-panel-text);
      opacity: 0.07;
    }
  `,
}
