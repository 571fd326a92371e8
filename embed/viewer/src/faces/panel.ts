/** The dark panel of displays and consoles, with the pins beside it. */
import { css } from 'lit'
import { blank, type Described, PITCH, type PinPlace, pin, type Shape, STUB } from './shape.ts'

const FIRST_PIN = 22

/** A panel of some width and least height, with inputs at its left and outputs at its right. */
export function panelShape(d: Described, kind: string, panel: number, minHeight: number): Shape {
  const rows = Math.max(d.inputs.length, d.outputs.length)
  const height = Math.max(minHeight, 2 * FIRST_PIN + (rows - 1) * PITCH)
  const left = d.inputs.length > 0 ? STUB : 0
  const width = left + panel + (d.outputs.length > 0 ? STUB : 0)
  const pins: PinPlace[] = [
    ...d.inputs.map((p, i) => pin(p, 'in', 'west', 0, FIRST_PIN + i * PITCH)),
    ...d.outputs.map((p, i) => pin(p, 'out', 'east', width, FIRST_PIN + i * PITCH)),
  ]
  return { ...blank(d, kind), width, height, body: { x: left, y: 0, width: panel, height }, pins }
}

export const panelStyles = css`
  .panel {
    fill: var(--st-panel);
    stroke: var(--st-panel-line);
    stroke-width: 1;
  }
`
