/** One picture: the SVG of a placed scene, and what has to change in it when values change. */
import { formatValue, hex, type Value } from '../format/number'
import type { Placement } from '../layout/placement'
import { joinWires, type Point, pathData, type Run } from '../layout/wires'
import type { Values } from '../protocol'
import type { Scene, SceneLink, SceneNode } from '../scene/scene'
import { monoWidth } from '../scene/text'
import { label, svg } from './svg'
import { consoleLines, drawSymbol, stubEnd } from './symbols'

/** A fault to be shown at a node. */
export interface Fault {
  path: string // node path
  message: string
}

interface NetView {
  net: number // -1: shows no value
  width: number
  last: Value | undefined
  apply: ((value: Value) => void)[]
}

interface WireGroup {
  element: SVGGElement
  net: number
  path: string
  width: number
  driven: boolean
}

const PILL_HEIGHT = 18

/** The drawn picture. `element` goes into the canvas; `update` brings it up to date with the values. */
export class Drawing {
  readonly element: SVGGElement
  readonly width: number
  readonly height: number
  private readonly nets = new Map<number, NetView>()
  private readonly wires = new Map<string, WireGroup>()
  private readonly groups = new Map<string, SVGGElement>()
  private readonly texts: { path: string; rows: SVGTextElement[]; last: string | undefined }[] = []

  constructor(
    readonly scene: Scene,
    private readonly placement: Placement,
  ) {
    this.width = placement.width
    this.height = placement.height
    this.element = svg('g', { class: 'picture' })
    const nodes = svg('g', { class: 'nodes' })
    const pills = svg('g', { class: 'pills' })
    for (const node of readingOrder(scene)) nodes.append(this.drawNode(node))
    const wires = this.drawWires(pills)
    const frame = this.drawFrame()
    if (frame) this.element.append(frame)
    this.element.append(wires, nodes, pills)
  }

  /** The node's group in the picture. */
  node(key: string): SVGGElement | undefined {
    return this.groups.get(key)
  }

  /** The place of a node in the picture's units. */
  box(key: string): { x: number; y: number; width: number; height: number } | undefined {
    return this.placement.nodes.get(key)
  }

  /** The wire that carries a signal path. */
  wire(key: string): { path: string; net: number; width: number; driven: boolean } | undefined {
    return this.wires.get(key)
  }

  /** Changes what differs from the last time. Returns how many nets changed. */
  update(values: Values): number {
    let changed = 0
    for (const view of this.nets.values()) {
      const value = view.width <= 53 ? values.number(view.net) : values.bigint(view.net)
      if (value === view.last) continue
      view.last = value
      changed++
      for (const apply of view.apply) apply(value)
    }
    for (const t of this.texts) {
      const text = values.text(t.path) ?? ''
      if (text === t.last) continue
      t.last = text
      const lines = consoleLines(text)
      t.rows.forEach((row, i) => {
        row.textContent = lines[i] ?? ''
      })
      changed++
    }
    return changed
  }

  /** Redraws what does not depend on values but on how they are written. */
  invalidate(net: number): void {
    const view = this.nets.get(net)
    if (view) view.last = undefined
  }

  /** Highlights a node, or every wire of a signal's net. */
  select(path: string | undefined): void {
    for (const g of this.groups.values()) g.classList.remove('selected')
    for (const w of this.wires.values()) w.element.classList.remove('selected')
    if (path === undefined) return
    const node = this.scene.nodes.find((n) => n.path === path)
    if (node) this.groups.get(node.key)?.classList.add('selected')
    const wire = this.scene.links.find((l) => l.path === path) ?? this.linkOfPin(path)
    if (!wire) return
    for (const w of this.wires.values()) {
      if (w.path === wire.path || (wire.net >= 0 && w.net === wire.net)) w.element.classList.add('selected')
    }
  }

  private linkOfPin(path: string): SceneLink | undefined {
    return this.scene.links.find((l) => l.target.endsWith(`:${path}`))
  }

  /** Puts badges on the nodes where something went wrong; a fault inside a composite shows at the composite. */
  setFaults(faults: readonly Fault[]): void {
    for (const g of this.groups.values()) {
      g.querySelector(':scope > .fault')?.remove()
      g.classList.remove('faulty')
    }
    for (const fault of faults) {
      const node = this.scene.nodes
        .filter((n) => fault.path === n.path || fault.path.startsWith(`${n.path}.`))
        .sort((a, b) => b.path.length - a.path.length)[0]
      const group = node && this.groups.get(node.key)
      if (!node || !group || group.classList.contains('faulty')) continue
      group.classList.add('faulty')
      const { x, y, width } = node.shape.body
      group.append(
        svg(
          'g',
          { class: 'fault', transform: `translate(${x + width} ${y})` },
          svg('title', {}, fault.message),
          svg('circle', { r: 9 }),
          label('!', 0, 4.5, 'mark', 'middle'),
        ),
      )
    }
  }

  private bind(net: number, width: number, apply: (value: Value) => void): void {
    if (net < 0) return
    let view = this.nets.get(net)
    if (!view) {
      view = { net, width, last: undefined, apply: [] }
      this.nets.set(net, view)
    }
    view.apply.push(apply)
  }

  private drawFrame(): SVGGElement | undefined {
    const frame = this.scene.frame
    const box = frame && this.placement.nodes.get(frame.key)
    if (!frame || !box) return undefined
    const { x, y, width, height } = box
    return svg(
      'g',
      { class: 'frame' },
      svg('rect', { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, rx: 10 }),
      label(frame.component, x + 16, y + 24, 'frame-name'),
    )
  }

  private drawNode(node: SceneNode): SVGGElement {
    const at = this.placement.nodes.get(node.key) as { x: number; y: number }
    const group = svg('g', {
      class: `node ${node.shape.kind}${node.interactive ? ' interactive' : ''}${node.opens ? ' composite' : ''}`,
      transform: `translate(${at.x} ${at.y})`,
      'data-node': node.key,
    })
    const { body } = node.shape
    // the focus ring and the area that takes clicks
    group.append(
      svg('rect', {
        class: 'ring',
        x: body.x - 4,
        y: body.y - 4,
        width: body.width + 8,
        height: body.height + 8,
        rx: node.shape.kind === 'switch' ? body.height / 2 + 4 : 9,
      }),
    )
    group.append(
      ...drawSymbol(node, (pin, apply) => {
        const p = node.pins[pin]
        if (p) this.bind(p.net, node.shape.pins[pin]?.width ?? 1, apply)
      }),
    )
    if (node.textState) {
      this.texts.push({
        path: node.path,
        rows: [...group.querySelectorAll<SVGTextElement>('.teletype')],
        last: undefined,
      })
    }
    this.groups.set(node.key, group)
    return group
  }

  private drawWires(pills: SVGGElement): SVGGElement {
    interface Gathered {
      lines: Point[][]
      net: number
      driven: boolean
      path: string
      width: number
      bus: boolean
      sources: Point[]
    }
    const gathered = new Map<string, Gathered>()
    const gather = (net: number, driven: boolean, path: string, width: number, bus: boolean): Gathered => {
      const key = net >= 0 ? `${net}` : path
      let g = gathered.get(key)
      if (!g) {
        g = { lines: [], net, driven, path, width, bus, sources: [] }
        gathered.set(key, g)
      }
      return g
    }
    for (const link of this.scene.links) {
      const line = this.placement.links.get(link.key)
      if (line) gather(link.net, link.driven, link.path, link.width, link.bus).lines.push(line)
    }
    for (const node of this.scene.nodes) {
      const at = this.placement.nodes.get(node.key) as { x: number; y: number }
      node.shape.pins.forEach((p, i) => {
        const pin = node.pins[i]
        if (!pin) return
        const end = stubEnd(node.shape, p)
        const outer = { x: at.x + p.x, y: at.y + p.y }
        const inner = { x: at.x + end.x, y: at.y + end.y }
        const wire = gather(pin.net, pin.driven, pin.path, p.width, p.bus && p.width > 1)
        wire.lines.push([outer, inner])
        if (p.direction === 'out') wire.sources.push(inner)
      })
    }
    const root = svg('g', { class: 'wires' })
    const joined = [...gathered].map(([key, g]) => ({ key, g, wire: joinWires(g.lines) }))
    const upright = this.uprights(joined.flatMap((j) => j.wire.runs))
    for (const { key, g, wire } of joined) {
      const d = pathData(wire.lines)
      const kind = g.bus ? 'bus' : g.driven ? 'low' : 'open'
      const element = svg('g', { class: `net ${kind}`, 'data-wire': key })
      element.append(
        svg('path', { class: 'hit', d }),
        svg('path', { class: 'halo', d }),
        svg('path', { class: 'wire', d }),
      )
      for (const j of wire.junctions) {
        element.append(svg('circle', { class: 'junction', cx: j.x, cy: j.y, r: g.bus ? 4 : 3 }))
      }
      if (g.bus) {
        const from = g.sources[0]
        if (from) element.append(...busSlash(from.x + 6, from.y, g.width))
        const pill = this.pill(wire.runs, g, upright)
        if (pill) pills.append(pill)
        if (!g.driven) element.classList.add('open')
      } else if (g.driven) {
        this.bind(g.net, 1, (v) => element.classList.toggle('high', v !== 0))
      }
      this.wires.set(key, { element, net: g.net, path: g.path, width: g.width, driven: g.driven })
      root.append(element)
    }
    return root
  }

  /** Everything upright that a pill must not cover: wires, and the edges of the frame. */
  private uprights(runs: Run[]): Run[] {
    const result = runs.filter((r) => r.from.x === r.to.x)
    const box = this.scene.frame && this.placement.nodes.get(this.scene.frame.key)
    if (box) {
      for (const x of [box.x, box.x + box.width]) {
        result.push({ from: { x, y: box.y }, to: { x, y: box.y + box.height } })
      }
    }
    return result
  }

  /** The value on a bus, where a horizontal run has room for it and nothing crosses. */
  private pill(
    runs: Run[],
    g: { net: number; width: number; driven: boolean },
    upright: Run[],
  ): SVGGElement | undefined {
    if (g.net < 0 || !g.driven || g.width > 64) return undefined
    const longest = formatValue(0, g.width, 'hex')
    const width = monoWidth(longest, 11) + 12
    const at = pillPlace(runs, width, upright)
    if (!at) return undefined
    const { x, y } = at
    const text = label(longest, x, y + 4, 'pill-text', 'middle')
    this.bind(g.net, g.width, (v) => {
      text.textContent = hex(v, g.width)
    })
    return svg(
      'g',
      { class: 'pill' },
      svg('rect', { x: x - width / 2, y: y - PILL_HEIGHT / 2, width, height: PILL_HEIGHT, rx: PILL_HEIGHT / 2 }),
      text,
    )
  }
}

/** The middle of the longest horizontal run that has room, moved aside when something upright crosses there. */
function pillPlace(runs: Run[], width: number, upright: Run[]): Point | undefined {
  const clear = (x: number, y: number): boolean =>
    !upright.some(
      (r) =>
        Math.abs(r.from.x - x) < width / 2 + 4 &&
        Math.min(r.from.y, r.to.y) < y + PILL_HEIGHT / 2 &&
        Math.max(r.from.y, r.to.y) > y - PILL_HEIGHT / 2,
    )
  for (const r of runs) {
    if (r.from.y !== r.to.y) continue
    const left = Math.min(r.from.x, r.to.x)
    const length = Math.abs(r.to.x - r.from.x)
    if (length < width + 34) return undefined // runs are sorted by length
    for (const share of [0.5, 0.35, 0.65, 0.25, 0.75]) {
      const x = Math.round(left + length * share)
      const room = Math.min(x - left, left + length - x) >= width / 2 + 14
      if (room && clear(x, r.from.y)) return { x, y: r.from.y }
    }
  }
  return undefined
}

function busSlash(x: number, y: number, width: number): SVGElement[] {
  return [
    svg('path', { class: 'slash', d: `M${x - 3} ${y + 6}L${x + 3} ${y - 6}` }),
    label(String(width), x + 1, y - 9, 'width', 'middle'),
  ]
}

/** What can be operated first, from top to bottom; then everything else. */
function readingOrder(scene: Scene): SceneNode[] {
  return [...scene.nodes.filter((n) => n.interactive), ...scene.nodes.filter((n) => !n.interactive)]
}
