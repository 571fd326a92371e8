/** Boxes: with an operation large in the middle, or with a title, for composites and for all that has no other face. */
import { css } from 'lit'
import type { Preview } from '../scene/preview.ts'
import type { SceneNode } from '../scene/scene.ts'
import { label, svg } from '../svg.ts'
import type { Face } from './face.ts'
import { blank, type Described, fit, PITCH, type PortShape, pin, portNames, rect, type Shape, STUB } from './shape.ts'
import { monoWidth, shorten, textWidth } from './text.ts'

/** Glyphs that stand for an operation; a box with one shows it large in its middle. */
const operators: Readonly<Record<string, string>> = {
  Adder: '+',
  Incrementer: '+1',
  Subtractor: '−',
  SignedAdder: '±+',
  Multiplier: '×',
  SignedMultiplier: '±×',
  WrappingMultiplier: '×',
  Divider: '÷',
  Modulo: 'mod',
  SignedDivider: '±÷',
  SignedModulo: '±mod',
  Comparator: '<=>',
  SignedComparator: '±<=>',
  LeftShifter: '≪',
  RightShifter: '≫',
  SignedRightShifter: '±≫',
  ReduceOr: '|a',
  ReduceAnd: '&a',
  ReduceXor: '^a',
  ReduceXnor: '~^a',
  LogicNot: '!',
  Decoder: 'DEC',
  Splitter: '⊢',
  Splitter8to8: '⊢',
  Combiner8to8: '⊣',
  Concat: '{ }',
  SignExtend: '±ext',
  ZeroExtend: '0ext',
  DynamicSlice: '[?]',
  AddressCombiner: '{ }',
  ROM: 'ROM',
  RAM: 'RAM',
  DualPortRAM: 'RAM',
  DualPortROM: 'ROM',
}

function range(high: number, low: number): string {
  return high === low ? `[${low}]` : `[${high}:${low}]`
}

function operatorOf(d: Described): string {
  if (d.composite) return ''
  const option = (name: string, or: number): number => {
    const value = d.arguments[name]
    return typeof value === 'number' ? value : or
  }
  if (d.component === 'BitSlice') return range(option('high', 7), option('low', 0))
  if (d.component === 'Slice') return range(option('offset', 0) + option('width', 1) - 1, option('offset', 0))
  return Object.hasOwn(operators, d.component) ? (operators[d.component] ?? '') : ''
}

/** Heights of the header of a box and of the room above its first pin. */
const HEADER = 30
/** Room for the miniature of a composite's inside, in its header. */
const PREVIEW = { width: 26, height: 14 }

function measure(d: Described): Shape {
  const glyph = operatorOf(d)
  const title = glyph === '' ? shorten(d.component, 22) : ''
  const rows = Math.max(d.inputs.length, d.outputs.length, 1)
  const names = (list: PortShape[]): number => Math.max(0, ...list.map((p) => textWidth(shorten(p.name, 16), 12)))
  const middle = glyph === '' ? 20 : monoWidth(glyph, 18) + 20
  const iconSpace = title !== '' && d.composite ? PREVIEW.width + 10 : title !== '' && d.icon !== '' ? 22 : 0
  const inside = names(d.inputs) + names(d.outputs) + 16 + middle
  const header = title === '' ? 0 : textWidth(title, 12) + 24 + iconSpace
  const bodyWidth = Math.max(64, inside, header)
  const top = title === '' ? 18 : HEADER + 14
  const height = top + (rows - 1) * PITCH + 18
  const left = d.inputs.length > 0 ? STUB : 0
  const width = left + bodyWidth + (d.outputs.length > 0 ? STUB : 0)
  // a short side is centred against the long one
  const start = (n: number): number => top + Math.floor((rows - n) / 2) * PITCH + (((rows - n) % 2) * PITCH) / 2
  return {
    ...blank(d, glyph === '' ? 'box' : 'operator'),
    glyph,
    title,
    width,
    height,
    body: { x: left, y: 0, width: bodyWidth, height },
    pins: [
      ...d.inputs.map((p, i) => pin(p, 'in', 'west', 0, start(d.inputs.length) + i * PITCH)),
      ...d.outputs.map((p, i) => pin(p, 'out', 'east', width, start(d.outputs.length) + i * PITCH)),
    ],
  }
}

/** A text that takes the place of the smaller ones in a box when it is seen from afar. */
function afar(text: string, body: Shape['body'], className = 'afar'): SVGElement {
  const element = label(text, body.x + body.width / 2, body.y + body.height / 2, className, 'middle')
  fit(element, text, body)
  return element
}

function draw(node: SceneNode): SVGElement[] {
  const { shape } = node
  const { x, y, width, height } = shape.body
  const parts: SVGElement[] = [rect(shape, node.opens ? 'outline opens' : 'outline', node.opens ? 6 : 3)]
  if (shape.title !== '') {
    const icon = node.icon !== '' ? shorten(node.icon, 4) : ''
    parts.push(label(shape.title, x + 12, y + 20, 'title'), afar(shape.title, shape.body))
    if (node.preview)
      parts.push(miniature(node.preview, x + width - 12 - PREVIEW.width, y + (HEADER - PREVIEW.height) / 2))
    else if (icon !== '') parts.push(label(icon, x + width - 12, y + 20, 'icon', 'end'))
    parts.push(svg('path', { class: 'rule', d: `M${x + 1} ${y + HEADER}H${x + width - 1}` }))
  } else {
    const left = shape.pins.some((p) => p.side === 'west')
    const right = shape.pins.some((p) => p.side === 'east')
    const names = (side: string) =>
      Math.max(0, ...shape.pins.filter((p) => p.side === side).map((p) => p.name.length * 6.5))
    const shift = ((left ? names('west') : 0) - (right ? names('east') : 0)) / 2
    const text = label(shape.glyph, x + width / 2 + shift, y + height / 2 + 6, 'glyph', 'middle')
    parts.push(text, afar(shape.glyph, shape.body, 'afar code'))
  }
  parts.push(...portNames(shape))
  return parts
}

/** The inside of a composite as a few dots and lines. */
function miniature(preview: Preview, x: number, y: number): SVGElement {
  const at = (i: number): { x: number; y: number } => {
    const p = preview.points[i] ?? { x: 0, y: 0 }
    return { x: Math.round((2 + p.x * (PREVIEW.width - 4)) * 2) / 2, y: Math.round(p.y * PREVIEW.height * 2) / 2 }
  }
  const lines = preview.lines.map(([a, b]) => `M${at(a).x} ${at(a).y}L${at(b).x} ${at(b).y}`).join('')
  const dots = preview.points.map((_, i) => `M${at(i).x - 1.5} ${at(i).y - 1.25}h3v2.5h-3Z`).join('')
  return svg(
    'g',
    { class: 'miniature', transform: `translate(${x} ${y})` },
    svg('path', { class: 'miniature-lines', d: lines }),
    svg('path', { class: 'miniature-dots', d: dots }),
  )
}

/** A box with an operation in its middle. */
export const operator: Face = { kind: 'operator', takes: (d) => operatorOf(d) !== '', measure, draw }

/** A box with a title. */
export const box: Face = {
  kind: 'box',
  takes: () => true,
  measure,
  draw,
  styles: css`
    .outline.opens {
      stroke-width: 1.5;
    }
    .rule {
      fill: none;
      stroke: var(--st-line);
      stroke-width: 1;
    }
    .miniature-lines {
      fill: none;
      stroke: var(--st-low);
      stroke-width: 0.75;
    }
    .miniature-dots {
      fill: var(--st-muted);
    }
  `,
}
