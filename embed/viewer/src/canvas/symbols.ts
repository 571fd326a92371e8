/** Drawing nodes: outlines after the field's usual symbols, values inside them. */
import { formatValue, grouped, hex, type Value } from '../format/number.ts'
import { CONSOLE } from '../scene/displays.ts'
import type { Preview } from '../scene/preview.ts'
import type { SceneNode } from '../scene/scene.ts'
import {
  BUBBLE,
  constantText,
  DECIMAL_WIRES,
  DIGIT,
  HEADER,
  hexDigits,
  type PinPlace,
  PREVIEW,
  type Shape,
} from '../scene/symbol.ts'
import { shorten, textWidth } from '../scene/text.ts'
import { allSegments, digitPaths } from './segments.ts'
import { label, svg } from './svg.ts'

/** Tells the drawing which net an element shows. */
export type Bind = (pin: number, apply: (value: Value) => void) => void

/** Draws a node's body and names; stubs are part of the wires. Returns what goes into the node's group. */
export function drawSymbol(node: SceneNode, bind: Bind): SVGElement[] {
  const { shape } = node
  const parts = body(node, bind)
  if (shape.caption !== '') {
    // what takes keys gets a ring around it, and the caption stands clear of it
    const below = node.keys ? 18 : 13
    const bottom = shape.kind === 'mux' ? shape.body.height + 14 : shape.height + below
    const x = shape.kind === 'mux' ? shape.body.x + shape.body.width / 2 + 8 : shape.body.x + shape.body.width / 2
    parts.push(label(shape.caption, x, bottom, 'caption', shape.kind === 'mux' ? 'start' : 'middle'))
  }
  return parts
}

function body(node: SceneNode, bind: Bind): SVGElement[] {
  switch (node.shape.kind) {
    case 'and':
    case 'or':
    case 'xor':
    case 'buffer':
      return gate(node.shape)
    case 'mux':
      return mux(node.shape)
    case 'flipflop':
    case 'register':
      return storage(node, bind)
    case 'constant':
      return constant(node, bind)
    case 'switch':
      return toggle(node, bind)
    case 'field':
      return field(node, bind)
    case 'led':
      return lamp(node, bind)
    case 'hex':
      return display(node, bind)
    case 'readout':
      return readout(node, bind)
    case 'probe':
      return probe(node, bind)
    case 'console':
      return terminal(node)
    case 'screen':
      return [rect(node.shape, 'panel', 6)]
    case 'receiver':
      return receiver(node)
    case 'input-tag':
    case 'output-tag':
      return tag(node)
    default:
      return box(node)
  }
}

/** The x (or, for a pin on the south side, the y) at which a pin's stub meets the outline. */
export function stubEnd(shape: Shape, pin: PinPlace): { x: number; y: number } {
  const { x, width, height } = shape.body
  if (pin.side === 'east') {
    return { x: x + width + (shape.inverted ? 2 * BUBBLE : 0), y: pin.y }
  }
  if (pin.side === 'south') return { x: pin.x, y: height - 6 }
  if (shape.kind === 'or') return { x: x + 4, y: pin.y }
  if (shape.kind === 'xor') return { x: x - 1, y: pin.y }
  return { x, y: pin.y }
}

function gate(shape: Shape): SVGElement[] {
  const { x, y, width } = shape.body
  const at = `translate(${x} ${y})`
  const parts: SVGElement[] = []
  if (shape.kind === 'and') {
    parts.push(svg('path', { class: 'outline', transform: at, d: 'M0 0H22A20 20 0 0 1 22 40H0Z' }))
  } else if (shape.kind === 'buffer') {
    parts.push(svg('path', { class: 'outline', transform: at, d: 'M0 0L30 16L0 32Z' }))
  } else {
    const front = 'C26 0 38 8 46 20C38 32 26 40 12 40'
    if (shape.kind === 'xor') {
      parts.push(
        svg('path', { class: 'outline', transform: at, d: `M4 0H13${front}H4C10 27 10 13 4 0Z` }),
        svg('path', { class: 'outline open', transform: at, d: 'M-2 0C4 13 4 27 -2 40' }),
      )
    } else {
      parts.push(svg('path', { class: 'outline', transform: at, d: `M0 0H12${front}H0C7 27 7 13 0 0Z` }))
    }
  }
  if (shape.inverted) {
    const out = shape.pins[shape.pins.length - 1]
    parts.push(svg('circle', { class: 'outline', cx: x + width + BUBBLE, cy: out?.y ?? 0, r: BUBBLE }))
  }
  return parts
}

function mux(shape: Shape): SVGElement[] {
  const { x, width, height } = shape.body
  return [
    svg('path', { class: 'outline', d: `M${x} 0L${x + width} 12V${height - 12}L${x} ${height}Z` }),
    label('0', x + 7, 24.5, 'port'),
    label('1', x + 7, 44.5, 'port'),
  ]
}

/** A text that takes the place of the smaller ones in a box when it is seen from afar. */
function afar(text: string, body: Shape['body'], className = 'afar'): SVGElement {
  const element = label(text, body.x + body.width / 2, body.y + body.height / 2, className, 'middle')
  fit(element, text, body)
  return element
}

/** Tells the style sheet how large a text may be to stand alone in a box. */
function fit(element: SVGElement, text: string, { width, height }: Shape['body']): void {
  const most = Math.min((width - 12) / (textWidth(text, 100) / 100), height - 12)
  element.style.setProperty('--fit', `${Math.floor(most)}px`)
}

function rect(shape: Shape, className: string, radius: number): SVGRectElement {
  const { x, y, width, height } = shape.body
  return svg('rect', { class: className, x, y, width, height, rx: radius })
}

function portNames(shape: Shape, name: (p: PinPlace) => string = (p) => shorten(p.name, 16)): SVGElement[] {
  const { x, width } = shape.body
  return shape.pins.map((p) =>
    p.side === 'west' ? label(name(p), x + 8, p.y + 4, 'port') : label(name(p), x + width - 8, p.y + 4, 'port', 'end'),
  )
}

/** Small triangle of the clock at the lower edge: the clock is implicit and has no wire. */
function clockMark(shape: Shape): SVGElement {
  const x = shape.body.x + shape.body.width / 2
  const bottom = shape.body.y + shape.body.height
  return svg('path', { class: 'clock', d: `M${x - 6} ${bottom}L${x} ${bottom - 8}L${x + 6} ${bottom}` })
}

const storageNames: Record<string, string> = { d: 'D', q: 'Q', q_bar: 'Q\u0305' }

function storage(node: SceneNode, bind: Bind): SVGElement[] {
  const { shape } = node
  const parts: SVGElement[] = [rect(shape, 'outline', 3), clockMark(shape)]
  parts.push(...portNames(shape, (p) => (shape.kind === 'flipflop' ? (storageNames[p.name] ?? p.name) : p.name)))
  if (shape.kind === 'register') {
    const out = shape.pins.findIndex((p) => p.direction === 'out')
    const pin = shape.pins[out]
    if (pin) {
      const text = label('', shape.body.x + shape.body.width / 2 + 4, shape.body.height / 2 + 5, 'stored', 'middle')
      fit(text, '0'.repeat(pin.width === 1 ? 1 : hexDigits(pin.width)), shape.body)
      bind(out, (v) => {
        text.textContent = pin.width === 1 ? v.toString() : hex(v, pin.width).slice(2)
      })
      parts.push(text)
    }
  }
  return parts
}

function constant(node: SceneNode, bind: Bind): SVGElement[] {
  const { x, y, width, height } = node.shape.body
  const tip = 8
  const d = `M${x + 4} ${y}H${x + width - tip}L${x + width} ${y + height / 2}L${x + width - tip} ${y + height}H${x + 4}A4 4 0 0 1 ${x} ${y + height - 4}V${y + 4}A4 4 0 0 1 ${x + 4} ${y}Z`
  const text = label(node.shape.glyph, x + (width - tip / 2) / 2, y + height / 2 + 4.5, 'number', 'middle')
  // the tag was measured for the value in the text; one that was entered since may need more room
  const room = Math.max(1, Math.floor((width - tip - 4) / 8))
  bind(0, (v) => {
    text.textContent = shorten(constantText(v), room)
  })
  return [svg('path', { class: 'outline thin', d }), text]
}

function sideLabel(node: SceneNode, before: boolean): SVGElement {
  const { x, y, width, height } = node.shape.body
  const middle = y + height / 2 + 4.5
  const text = shorten(node.label, 18)
  return before ? label(text, x - 10, middle, 'name', 'end') : label(text, x + width + 10, middle, 'name')
}

function toggle(node: SceneNode, bind: Bind): SVGElement[] {
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
}

function field(node: SceneNode, bind: Bind): SVGElement[] {
  const { x, y, width, height } = node.shape.body
  const pin = node.shape.pins[0]
  const text = label('0', x + width - 10, y + height / 2 + 5, 'number', 'end')
  bind(0, (v) => {
    const base = node.interactive?.base ?? 'dec'
    text.textContent = formatValue(v, pin?.width ?? 1, base)
  })
  return [sideLabel(node, true), rect(node.shape, 'field', 6), text]
}

function lamp(node: SceneNode, bind: Bind): SVGElement[] {
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
}

const decimalEnd = 1n << BigInt(DECIMAL_WIRES)

function display(node: SceneNode, bind: Bind): SVGElement[] {
  const { shape } = node
  const { x, y, width, height } = shape.body
  const wires = shape.pins[0]?.width ?? 4
  const count = node.component === 'SevenSegment' ? 1 : hexDigits(wires)
  const digits: SVGPathElement[] = []
  const parts: SVGElement[] = [rect(shape, 'panel', 6)]
  for (let i = 0; i < count; i++) {
    const left = x + DIGIT.padding + i * (DIGIT.width + DIGIT.gap)
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
}

function readout(node: SceneNode, bind: Bind): SVGElement[] {
  const { x, y, width, height } = node.shape.body
  const text = label('0', x + width - 10, y + height / 2 + 5, 'number', 'end')
  bind(0, (v) => {
    text.textContent = v.toString()
  })
  return [rect(node.shape, 'outline thin', 6), text, sideLabel(node, false)]
}

function probe(node: SceneNode, bind: Bind): SVGElement[] {
  const { x, y, width, height } = node.shape.body
  const text = label('0', x + width / 2, y + height / 2 + 4.5, 'number', 'middle')
  bind(0, (v) => {
    text.textContent = v.toString()
  })
  return [rect(node.shape, 'outline thin', height / 2), text]
}

function terminal(node: SceneNode): SVGElement[] {
  const { x, y } = node.shape.body
  const lines = svg('g', { class: 'screen' })
  const { padding, line } = CONSOLE
  for (let i = 0; i < CONSOLE.lines; i++) lines.append(label('', x + padding, y + 2 * padding + i * line, 'teletype'))
  return [rect(node.shape, 'panel', 6), lines]
}

/** What takes keys: three rows of them, and in words what to do. */
function receiver(node: SceneNode): SVGElement[] {
  const { x, y, width } = node.shape.body
  const middle = x + width / 2
  return [
    rect(node.shape, 'panel', 6),
    keyboardIcon(middle - 18, y + 18),
    label('click, then type', middle, y + 68, 'port hint idle', 'middle'),
    label('Esc lets go', middle, y + 68, 'port hint live', 'middle'),
  ]
}

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

/** The last lines of a text, wrapped, as a console shows them. */
export function consoleLines(text: string): string[] {
  const rows: string[] = []
  for (const line of text.slice(-CONSOLE.lines * CONSOLE.columns * 2).split('\n')) {
    let rest = line.replace(/\r/g, '').replace(/\t/g, '  ')
    do {
      rows.push(rest.slice(0, CONSOLE.columns))
      rest = rest.slice(CONSOLE.columns)
    } while (rest !== '')
  }
  if (rows[rows.length - 1] === '') rows.pop()
  return rows.slice(-CONSOLE.lines)
}

function tag(node: SceneNode): SVGElement[] {
  const { x, y, width, height } = node.shape.body
  const tip = 8
  const d =
    node.shape.kind === 'input-tag'
      ? `M${x + 4} ${y}H${x + width - tip}L${x + width} ${y + height / 2}L${x + width - tip} ${y + height}H${x + 4}A4 4 0 0 1 ${x} ${y + height - 4}V${y + 4}A4 4 0 0 1 ${x + 4} ${y}Z`
      : `M${x} ${y + height / 2}L${x + tip} ${y}H${x + width - 4}A4 4 0 0 1 ${x + width} ${y + 4}V${y + height - 4}A4 4 0 0 1 ${x + width - 4} ${y + height}H${x + tip}Z`
  const middle = node.shape.kind === 'input-tag' ? x + (width - tip / 2) / 2 : x + (width + tip / 2) / 2
  return [
    svg('path', { class: 'outline thin', d }),
    label(node.shape.glyph, middle, y + height / 2 + 4, 'port strong', 'middle'),
  ]
}

function box(node: SceneNode): SVGElement[] {
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
