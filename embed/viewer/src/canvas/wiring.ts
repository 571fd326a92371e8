/** Drawing wires: one path for each net, its junctions, its width and its value. */

import { stubEnd } from '../faces/registry.ts'
import { monoWidth } from '../faces/text.ts'
import { formatValue, hex, type Value } from '../format/number.ts'
import type { Placement } from '../layout/placement.ts'
import { joinWires, type Point, pathData, type Run } from '../layout/wires.ts'
import type { Scene } from '../scene/scene.ts'
import { label, svg } from '../svg.ts'
import { boxAround, type Sight } from './culling.ts'
import { drawTag, type TagPlace, tagPlaces } from './net-labels.ts'

/** Tells the drawing which net an element shows. */
export type BindNet = (net: number, width: number, apply: (value: Value) => void) => void

/** One drawn wire. */
export interface WireView {
  net: number // -1 when the design does not name it
  path: string // signal path of what drives it
  width: number
  driven: boolean
  d: string // the path of the drawing
  elements: readonly SVGElement[] // what is drawn of it, with its value
}

/** Layers of the wiring, from the back to the front. */
export interface Wiring {
  back: SVGGElement // what takes the pointer, and room for the halo of a selection
  wires: SVGGElement
  pills: SVGGElement
  views: Map<string, WireView> // by the key in data-wire
}

interface Gathered {
  lines: Point[][]
  net: number
  driven: boolean
  path: string
  width: number
  bus: boolean
  sources: Point[]
  tags: TagPlace[] // its ends, where it is drawn as a name
}

const PILL_HEIGHT = 18

/**
 * Draws all wires of a scene. A wire that is 1 gets the class `high` and a bus that is 0 the class `zero`: on its own
 * elements and not on a group, because with a thousand wires at sixty frames a second every element whose style has to
 * be looked at again counts.
 */
export function drawWiring(scene: Scene, placement: Placement, bind: BindNet, sight: Sight): Wiring {
  const back = svg('g', { class: 'hits' })
  const wires = svg('g', { class: 'wires' })
  const pills = svg('g', { class: 'pills' })
  const views = new Map<string, WireView>()
  const joined = [...gather(scene, placement)].map(([key, g]) => ({
    key,
    g,
    pieces: islands(g).map((lines) => ({ lines, wire: joinWires(lines) })),
  }))
  const upright = uprights(
    joined.flatMap((j) => j.pieces.flatMap((p) => p.wire.runs)),
    scene,
    placement,
  )
  const placed: PillPlace[] = []
  for (const { key, g, pieces } of joined) {
    const kind = `${g.bus ? 'bus' : 'low'}${g.driven ? '' : ' open'}`
    const elements: SVGElement[] = []
    const names: SVGElement[] = []
    let d = ''
    for (const { lines, wire } of pieces) {
      const path = pathData(wire.lines)
      d += path
      const drawn: SVGElement[] = [svg('path', { class: `net ${kind}`, d: path })]
      if (wire.junctions.length > 0) {
        drawn.push(svg('path', { class: `dots ${kind}`, d: dots(wire.junctions, g.bus ? 4 : 3) }))
      }
      const hit = svg('path', { class: 'hit', d: path, 'data-wire': key })
      back.append(hit)
      wires.append(...drawn)
      elements.push(...drawn)
      sight.add(boxAround(lines.flat()), [hit, ...drawn])
    }
    for (const place of g.tags) {
      d += place.outline
      const { shape, name } = drawTag(place, kind)
      shape.setAttribute('data-wire', key)
      wires.append(shape, name)
      elements.push(shape)
      names.push(name)
      sight.add(place.box, [shape, name])
    }
    const parts: SVGElement[] = []
    if (g.bus) {
      const from = g.sources[0]
      const slash = from ? busSlash(from.x + 6, from.y, g.width) : []
      parts.push(...slash)
      wires.append(...slash)
      if (g.driven && g.net >= 0) {
        bind(g.net, g.width, (v) => {
          for (const e of elements) e.classList.toggle('zero', v === 0 || v === 0n)
        })
      }
      const runs = pieces.flatMap((p) => p.wire.runs).sort((a, b) => runLength(b) - runLength(a))
      const pill = drawPill(runs, g, { upright, pills: placed }, bind)
      if (pill) {
        pills.append(pill)
        parts.push(pill)
      }
    } else if (g.driven) {
      bind(g.net, 1, (v) => {
        for (const e of elements) e.classList.toggle('high', v !== 0)
      })
    }
    if (parts.length > 0) sight.add(boxAround(g.lines.flat()), parts)
    views.set(key, {
      net: g.net,
      path: g.path,
      width: g.width,
      driven: g.driven,
      d,
      elements: [...elements, ...names, ...parts],
    })
  }
  return { back, wires, pills, views }
}

/** Collects the routes and stubs of each net. */
function gather(scene: Scene, placement: Placement): Map<string, Gathered> {
  const gathered = new Map<string, Gathered>()
  const find = (net: number, driven: boolean, path: string, width: number, bus: boolean): Gathered => {
    const key = net >= 0 ? `${net}` : path
    let g = gathered.get(key)
    if (!g) {
      g = { lines: [], net, driven, path, width, bus, sources: [], tags: [] }
      gathered.set(key, g)
    }
    return g
  }
  for (const link of scene.links) {
    const line = placement.links.get(link.key)
    if (line) find(link.net, link.driven, link.path, link.width, link.bus).lines.push(line)
  }
  for (const place of tagPlaces(scene, placement)) {
    const { net, driven, path, width, bus } = place.link
    const wire = find(net, driven, path, width, bus)
    wire.lines.push(place.stub)
    wire.tags.push(place)
  }
  for (const node of scene.nodes) {
    const at = placement.nodes.get(node.key) as Point
    node.shape.pins.forEach((p, i) => {
      const pin = node.pins[i]
      if (!pin) return
      const end = stubEnd(node.shape, p)
      const inner = { x: at.x + end.x, y: at.y + end.y }
      const wire = find(pin.net, pin.driven, pin.path, p.width, p.bus && p.width > 1)
      wire.lines.push([{ x: at.x + p.x, y: at.y + p.y }, inner])
      if (p.direction === 'out') {
        wire.sources.push(inner)
        wire.path = pin.path // the driver names the wire best
      }
    })
  }
  return gathered
}

/** The lines of a net in groups that touch: a net with tags has several, far from each other. */
function islands(g: Gathered): Point[][][] {
  if (g.tags.length === 0) return [g.lines]
  const parent = g.lines.map((_, i) => i)
  const root = (i: number): number => {
    let at = i
    while (parent[at] !== at) at = parent[at] as number
    return at
  }
  const first = new Map<string, number>()
  g.lines.forEach((line, i) => {
    for (const p of line) {
      const key = `${p.x},${p.y}`
      const other = first.get(key)
      if (other === undefined) first.set(key, i)
      else parent[root(i)] = root(other)
    }
  })
  const groups = new Map<number, Point[][]>()
  g.lines.forEach((line, i) => {
    const group = groups.get(root(i))
    if (group) group.push(line)
    else groups.set(root(i), [line])
  })
  return [...groups.values()]
}

function dots(at: Point[], r: number): string {
  return at.map((p) => `M${p.x - r} ${p.y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`).join('')
}

const runLength = ({ from, to }: Run): number => Math.abs(from.x - to.x) + Math.abs(from.y - to.y)

/** Everything upright that a pill must not cover: wires, and the edges of the frame. */
function uprights(runs: Run[], scene: Scene, placement: Placement): Run[] {
  const result = runs.filter((r) => r.from.x === r.to.x)
  const box = scene.frame && placement.nodes.get(scene.frame.key)
  if (box) {
    for (const x of [box.x, box.x + box.width]) result.push({ from: { x, y: box.y }, to: { x, y: box.y + box.height } })
  }
  return result
}

/** The value on a bus, where a horizontal run has room for it and nothing crosses. */
function drawPill(runs: Run[], g: Gathered, obstacles: Obstacles, bind: BindNet): SVGGElement | undefined {
  if (g.net < 0 || !g.driven || g.width > 64) return undefined
  const longest = formatValue(0, g.width, 'hex')
  const width = monoWidth(longest, 11) + 12
  const at = pillPlace(runs, width, obstacles)
  if (!at) return undefined
  obstacles.pills.push(at)
  const { x, y } = at
  const text = label(longest, x, y + 4, 'pill-text', 'middle')
  bind(g.net, g.width, (v) => {
    text.textContent = hex(v, g.width)
  })
  return svg(
    'g',
    { class: 'pill' },
    svg('rect', { x: x - width / 2, y: y - PILL_HEIGHT / 2, width, height: PILL_HEIGHT, rx: PILL_HEIGHT / 2 }),
    text,
  )
}

/** Where a pill is. */
interface PillPlace extends Point {
  width: number
}

/** The areas that a pill must keep clear of. */
interface Obstacles {
  upright: Run[]
  pills: PillPlace[]
}

/** The middle of the longest horizontal run that has room, moved aside when something stands there. */
function pillPlace(runs: Run[], width: number, obstacles: Obstacles): PillPlace | undefined {
  const clear = (x: number, y: number): boolean =>
    !obstacles.upright.some(
      (r) =>
        Math.abs(r.from.x - x) < width / 2 + 4 &&
        Math.min(r.from.y, r.to.y) < y + PILL_HEIGHT / 2 &&
        Math.max(r.from.y, r.to.y) > y - PILL_HEIGHT / 2,
    ) &&
    !obstacles.pills.some((p) => Math.abs(p.x - x) < (p.width + width) / 2 + 4 && Math.abs(p.y - y) < PILL_HEIGHT + 2)
  for (const r of runs) {
    if (r.from.y !== r.to.y) continue
    const left = Math.min(r.from.x, r.to.x)
    const length = Math.abs(r.to.x - r.from.x)
    if (length < width + 34) return undefined // runs are sorted by length
    for (const share of [0.5, 0.35, 0.65, 0.25, 0.75, 0.15, 0.85]) {
      const x = Math.round(left + length * share)
      const room = Math.min(x - left, left + length - x) >= width / 2 + 14
      if (room && clear(x, r.from.y)) return { x, y: r.from.y, width }
    }
  }
  return undefined
}

function busSlash(x: number, y: number, width: number): SVGElement[] {
  return [
    svg('path', { class: 'slash', d: `M${x - 2.5} ${y + 5}L${x + 2.5} ${y - 5}` }),
    label(String(width), x + 4, y - 4.5, 'width'),
  ]
}
