/**
 * A circuit as the text of an SVG that stands alone: the drawing of the canvas with its values, its own colours, and
 * words for who cannot see it. It runs no script and asks for nothing from outside.
 */
import { outputs, readPin } from '../canvas/descriptions.ts'
import { Drawing } from '../canvas/drawing.ts'
import { fill } from '../canvas/pictures.ts'
import { faceOf } from '../faces/registry.ts'
import { BEZEL, MIN_WITH_GAPS, pixelSize } from '../faces/screen.ts'
import type { Placement } from '../layout/placement.ts'
import type { Picture, Values } from '../protocol.ts'
import type { Scene, SceneNode } from '../scene/scene.ts'
import { drawnBy, svg } from '../svg.ts'
import { escaped, onPaper, paper, written } from './paper.ts'
import { sheetFor, type Theme } from './sheet.ts'

/** Room around the drawing, in its units. */
const MARGIN = 20
/** Pixels of a display's side that a picture has at most; of a larger display it has every second one, or fewer. */
const MAX_PIXELS = 640

/** The parts of a picture. */
export interface Pictured {
  readonly scene: Scene
  readonly placement: Placement
  /** Without values every wire is 0, as before a circuit runs. */
  readonly values?: Values | undefined
  readonly theme: Theme
  /** The cycle whose values they are; it is told to who listens. */
  readonly cycle?: number | undefined
}

/** Draws a circuit. */
export function picture({ scene, placement, values, theme, cycle }: Pictured): string {
  const drawing = drawnBy(paper, () => {
    const made = new Drawing(scene, placement)
    if (values) made.update(values)
    for (const node of scene.nodes) addPixels(made, node, values)
    return made
  })
  const width = drawing.width + 2 * MARGIN
  const height = drawing.height + 2 * MARGIN
  const classes = new Set(['paper'])
  const back = written(onPaper(drawing.back), classes)
  const front = written(onPaper(drawing.front), classes)
  const name = escaped(nameOf(scene))
  const size = `width="${width}" height="${height}" viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${name}">
<title>${name}</title>
<desc>${escaped(wordsFor(scene, values, cycle))}</desc>
<style>
${sheetFor(classes, theme)}</style>
<rect class="paper" x="${-MARGIN}" y="${-MARGIN}" width="${width}" height="${height}"/>
${back}
${front}
</svg>
`
}

/** The name of a picture: the circuit that a harness was made for, and the level that is shown. */
function nameOf({ circuit, frame, path }: Scene): string {
  const name = frame ? frame.component : circuit
  return path.length === 0 ? name : `${path.join(' › ')}: ${name}`
}

/** The picture in words. */
function wordsFor(scene: Scene, values: Values | undefined, cycle: number | undefined): string {
  const parts = scene.nodes.length
  const when = values && cycle !== undefined && cycle > 0 ? `Cycle ${cycle}. ` : ''
  const inputs = scene.nodes
    .filter((n) => n.role === 'input')
    .slice(0, 12)
    .map((n) => `${n.label} ${readPin(n, 0, values)}`)
    .join(', ')
  const results = outputs(scene, values)
  const told = [
    ['Inputs', inputs],
    ['Outputs', results],
  ].flatMap(([what, list]) => (list === '' ? [] : [` ${what}: ${list}.`]))
  return `${when}A circuit of ${parts} part${parts === 1 ? '' : 's'}.${told.join('')}`
}

/** Draws the pixels of a display into its node. */
function addPixels(drawing: Drawing, node: SceneNode, values: Values | undefined): void {
  const group = drawing.node(node.key)
  const shown = faceOf(node.shape).shows === 'picture' ? values?.picture?.(node.path) : undefined
  if (!group || !shown) return
  const { body } = node.shape
  const [x, y] = [body.x + BEZEL, body.y + BEZEL]
  const [width, height] = [body.width - 2 * BEZEL, body.height - 2 * BEZEL]
  group.append(svg('rect', { class: 'unlit', x, y, width, height }))
  const step = Math.max(1, Math.ceil(Math.max(shown.width, shown.height) / MAX_PIXELS))
  const columns = Math.ceil(shown.width / step)
  const rows = Math.ceil(shown.height / step)
  const size = width / columns
  group.append(
    svg('path', {
      class: 'pixels-lit',
      transform: `translate(${x} ${y}) scale(${size} ${height / rows})`,
      d: runsOf(shown, step, columns, rows),
    }),
  )
  if (pixelSize(shown.width, shown.height) < MIN_WITH_GAPS) return
  const upright = Array.from({ length: columns }, (_, i) => `M${x + i * size + 0.5} ${y}v${height}`)
  const level = Array.from({ length: rows }, (_, i) => `M${x} ${y + i * size + 0.5}h${width}`)
  group.append(svg('path', { class: 'pixels-between', d: upright.join('') + level.join('') }))
}

/** The lit pixels as a path: a rectangle for each run of a row. */
function runsOf(shown: Picture, step: number, columns: number, rows: number): string {
  const pixels = new Uint32Array(shown.width * shown.height)
  fill(pixels, shown, 1)
  let d = ''
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const lit = (at: number): boolean => at < columns && pixels[row * step * shown.width + at * step] === 1
      if (!lit(column)) continue
      const from = column
      while (lit(column + 1)) column++
      d += `M${from} ${row}h${column + 1 - from}v1H${from}Z`
    }
  }
  return d
}
