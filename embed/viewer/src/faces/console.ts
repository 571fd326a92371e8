/** A console: the last lines of the text that its node has written. */
import { css } from 'lit'
import { label, svg } from '../svg.ts'
import { type Face, named } from './face.ts'
import { panelShape } from './panel.ts'
import { rect } from './shape.ts'

/** Lines and columns, and sizes in user units. A letter is 6.6 units wide. */
const LINES = 9
const COLUMNS = 58
const PADDING = 12
const LINE = 15

/** The last lines of a text, wrapped, as a console shows them. */
export function consoleLines(text: string): string[] {
  const rows: string[] = []
  for (const line of text.slice(-LINES * COLUMNS * 2).split('\n')) {
    let rest = line.replace(/\r/g, '').replace(/\t/g, '  ')
    do {
      rows.push(rest.slice(0, COLUMNS))
      rest = rest.slice(COLUMNS)
    } while (rest !== '')
  }
  if (rows[rows.length - 1] === '') rows.pop()
  return rows.slice(-LINES)
}

export const terminal: Face = {
  kind: 'console',
  shows: 'text',
  takes: (d) => named(d, ['Console', 'UART_TX']),
  measure: (d) => panelShape(d, 'console', 408, 160),
  draw({ shape }) {
    const { x, y } = shape.body
    const lines = svg('g', { class: 'screen' })
    for (let i = 0; i < LINES; i++) lines.append(label('', x + PADDING, y + 2 * PADDING + i * LINE, 'teletype'))
    return [rect(shape, 'panel', 6), lines]
  },
  styles: css`
    .teletype {
      fill: var(--st-panel-text);
      white-space: pre;
    }
  `,
}
