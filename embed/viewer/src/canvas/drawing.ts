/** One picture: the SVG of a placed scene, and what has to change in it when values change. */
import { consoleLines } from '../faces/console.ts'
import { drawFace, faceOf } from '../faces/registry.ts'
import type { Value } from '../format/number.ts'
import type { Box, Placement } from '../layout/placement.ts'
import type { Point } from '../layout/wires.ts'
import type { Values } from '../protocol.ts'
import type { Scene, SceneNode } from '../scene/scene.ts'
import { label, svg } from '../svg.ts'
import { Sight } from './culling.ts'
import { entranceOf } from './initial-viewport.ts'
import { drawWiring, type WireView, type Wiring } from './wiring.ts'

/** A fault to be shown at a node. */
export interface Fault {
  /** It lies on a loop with the other faults that say so: the wires between them are marked, too. */
  loop?: boolean
  path: string // node path
  message: string
}

/** Parts and signals that are lit, by their paths; all others step back. */
export interface Lit {
  nodes: readonly string[]
  signals: readonly string[]
}

interface NetView {
  net: number // -1: shows no value
  width: number
  last: Value | undefined
  apply: ((value: Value) => void)[]
}

/**
 * The drawn picture. `back` (frame and wires) and `front` (nodes) go into two layers of the canvas, because a browser
 * paints a layer anew when anything in it changes; `update` brings both up to date with the values.
 */
export class Drawing {
  readonly back = svg('g', { class: 'picture' })
  readonly front = svg('g', { class: 'nodes' })
  readonly width: number
  readonly height: number
  /** The drawn part of it. */
  readonly sight = new Sight()
  private readonly views = new Map<number, NetView>()
  private readonly wiring: Wiring
  private readonly halos = svg('g', { class: 'halos' })
  private readonly looped = svg('g', { class: 'loops' })
  private readonly lit = svg('g', { class: 'lit' })
  private readonly traced = svg('path', { class: 'trace' })
  private readonly lifted = svg('path', { class: 'trace moving' })
  private readonly controls = new Map<string, (value: Value) => void>()
  private readonly groups = new Map<string, SVGGElement>()
  private readonly texts: { path: string; rows: SVGTextElement[]; last: string | undefined }[] = []

  constructor(
    readonly scene: Scene,
    private readonly placement: Placement,
  ) {
    this.operated = scene.nodes.filter((n) => {
      const { shows } = faceOf(n.shape)
      return n.interactive || n.role === 'output' || shows === 'text' || shows === 'picture'
    })
    this.width = placement.width
    this.height = placement.height
    for (const node of readingOrder(scene)) this.front.append(this.drawNode(node))
    this.wiring = drawWiring(scene, placement, (net, width, apply) => this.bind(net, width, apply), this.sight)
    const frame = this.drawFrame()
    if (frame) this.back.append(frame)
    this.back.append(
      this.wiring.back,
      this.lit,
      this.traced,
      this.looped,
      this.halos,
      this.wiring.wires,
      this.wiring.pills,
      this.lifted,
    )
  }

  /** Controls, outputs and displays: what is described anew with every change. */
  readonly operated: readonly SceneNode[]

  /** Nets that show a value. */
  get nets(): number {
    return this.views.size
  }

  /** Shows a value at a control of a circuit that does not run yet. */
  preview(node: SceneNode, value: Value): void {
    this.controls.get(node.key)?.(value)
    if (faceOf(node.shape).control === 'switch')
      this.groups.get(node.key)?.setAttribute('aria-checked', value ? 'true' : 'false')
  }

  /** The node's group in the picture. */
  node(key: string): SVGGElement | undefined {
    return this.groups.get(key)
  }

  /** The place of a node in the picture's units. */
  box(key: string): Box | undefined {
    return this.placement.nodes.get(key)
  }

  /** The places of all nodes. */
  *boxes(): Generator<Box> {
    for (const n of this.scene.nodes) {
      const box = this.placement.nodes.get(n.key)
      if (box) yield box
    }
  }

  /** The room for which the layers were put into several rows; undefined when they stand in one. */
  get aspect(): number | undefined {
    return this.placement.aspect
  }

  /** The top left corner of a view of some size in which reading starts. */
  entrance(view: { width: number; height: number }): Point {
    const parts = this.scene.nodes.flatMap((n) => {
      const box = this.box(n.key)
      return box ? [{ box, input: n.role === 'input' }] : []
    })
    return entranceOf(parts, view)
  }

  /** Shows a wire from end to end, while the pointer is on it; undefined shows none. */
  trace(key: string | undefined): void {
    const wire = key === undefined ? undefined : this.wiring.views.get(key)
    this.traced.setAttribute('d', wire?.d ?? '')
  }

  /** The wire that carries a signal path. */
  wire(key: string): WireView | undefined {
    return this.wiring.views.get(key)
  }

  /** The wire that carries a signal, by its path. */
  wireOf(path: string): WireView | undefined {
    for (const view of this.wiring.views.values()) if (view.path === path) return view
    return undefined
  }

  /** Changes what differs from the last time. Returns how many nets changed. */
  update(values: Values): number {
    let changed = 0
    for (const view of this.views.values()) {
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
    const view = this.views.get(net)
    if (view) view.last = undefined
  }

  /** Highlights a node, or every wire of a signal's net. */
  select(path: string | undefined): void {
    for (const g of this.groups.values()) g.classList.remove('selected')
    this.halos.replaceChildren()
    if (path === undefined) return
    const node = this.scene.nodes.find((n) => n.path === path)
    if (node) this.groups.get(node.key)?.classList.add('selected')
    const net = this.netOf(path)
    for (const w of this.wiring.views.values()) {
      if (w.path === path || (net >= 0 && w.net === net)) this.halos.append(svg('path', { class: 'halo', d: w.d }))
    }
  }

  /** Marks the nodes that stand where a person has put them. */
  pin(pinned: (path: string) => boolean): void {
    for (const n of this.scene.nodes) {
      if (!pinned(n.path)) continue
      const { x, y } = n.shape.body
      this.groups.get(n.key)?.append(svg('circle', { class: 'pin-mark', cx: x - 1, cy: y - 1, r: 3 }))
    }
  }

  /** Shows a node somewhere else for the moment, with lines for its wires; nothing ends that. */
  lift(node: SceneNode, by: Point | undefined, lines: string): void {
    const at = this.placement.nodes.get(node.key)
    const group = this.groups.get(node.key)
    group?.classList.toggle('lifted', by !== undefined)
    if (at) group?.setAttribute('transform', `translate(${at.x + (by?.x ?? 0)} ${at.y + (by?.y ?? 0)})`)
    this.lifted.setAttribute('d', by ? lines : '')
    const own = new Set(node.pins.map((p) => p.key))
    const paths = new Set(this.scene.links.filter((l) => own.has(l.source) || own.has(l.target)).map((l) => l.path))
    for (const w of this.wiring.views.values()) {
      if (paths.has(w.path)) for (const e of w.elements) e.classList.toggle('leaving', by !== undefined)
    }
  }

  /** The places of the picture. */
  get places(): Placement {
    return this.placement
  }

  /** Marks nodes by their paths, and no others. */
  mark(paths: readonly string[]): void {
    const wanted = new Set(paths)
    for (const n of this.scene.nodes) this.groups.get(n.key)?.classList.toggle('marked', wanted.has(n.path))
  }

  /** Lights some parts and signals, a composite for what is inside of it; undefined lights all alike. */
  light(lit: Lit | undefined): void {
    this.lit.replaceChildren()
    const nodes = new Set(lit?.nodes)
    const nets = new Set(lit?.signals.map((path) => this.netOf(path)))
    const inside = (path: string) => lit?.nodes.some((n) => n.startsWith(`${path}.`))
    for (const n of this.scene.nodes) {
      const on = nodes.has(n.path) || (n.opens && inside(n.path)) || lit?.signals.includes(n.path)
      const group = this.groups.get(n.key)
      group?.classList.toggle('lit', lit !== undefined && on === true)
      group?.classList.toggle('dim', lit !== undefined && on !== true)
    }
    for (const w of this.wiring.views.values()) {
      const on = lit !== undefined && ((w.net >= 0 && nets.has(w.net)) || lit.signals.includes(w.path))
      for (const e of w.elements) e.classList.toggle('dim', lit !== undefined && !on)
      if (on) this.lit.append(svg('path', { class: 'lit', d: w.d }))
    }
  }

  /** Whether a node or a signal is in this picture. */
  shows(path: string): boolean {
    return this.scene.nodes.some((n) => n.path === path) || this.netOf(path) >= 0
  }

  /** The net of a signal path that this picture shows, or -1. */
  private netOf(path: string): number {
    for (const n of this.scene.nodes) for (const p of n.pins) if (p.path === path) return p.net
    return this.scene.links.find((l) => l.path === path)?.net ?? -1
  }

  /** Puts badges on the nodes where something went wrong; a fault inside a composite shows at the composite. */
  setFaults(faults: readonly Fault[]): void {
    for (const g of this.groups.values()) {
      g.querySelector(':scope > .fault')?.remove()
      g.classList.remove('faulty')
    }
    this.markLoops(faults)
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

  /** Marks the wires that lead from one node of a loop to another. */
  private markLoops(faults: readonly Fault[]): void {
    this.looped.replaceChildren()
    const around = faults.filter((f) => f.loop).map((f) => f.path)
    if (around.length === 0) return
    const on = new Set<string>() // the pins of nodes that are on the loop, or hold a part of it
    for (const { path, pins } of this.scene.nodes) {
      if (around.some((p) => p === path || p.startsWith(`${path}.`))) for (const pin of pins) on.add(pin.key)
    }
    const paths = new Set<string>()
    for (const link of this.scene.links) if (on.has(link.source) && on.has(link.target)) paths.add(link.path)
    for (const wire of this.wiring.views.values()) {
      if (paths.has(wire.path)) this.looped.append(svg('path', { class: 'loop', d: wire.d }))
    }
  }

  private bind(net: number, width: number, apply: (value: Value) => void): void {
    if (net < 0) return
    let view = this.views.get(net)
    if (!view) {
      view = { net, width, last: undefined, apply: [] }
      this.views.set(net, view)
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
      class: `node ${node.shape.kind}${node.interactive || node.keys ? ' interactive' : ''}${node.editable ? ' editable' : ''}${node.opens ? ' composite' : ''}`,
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
        rx: faceOf(node.shape).ring?.(node.shape) ?? 9,
      }),
    )
    group.append(
      ...drawFace(node, (pin, apply) => {
        const p = node.pins[pin]
        if (p) this.bind(p.net, node.shape.pins[pin]?.width ?? 1, apply)
        if (pin === 0 && node.interactive) this.controls.set(node.key, apply)
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
    this.sight.add({ x: at.x, y: at.y, width: node.shape.width, height: node.shape.height }, [group])
    return group
  }
}

/** Nodes that can be operated come first, from top to bottom; then all others. */
function readingOrder(scene: Scene): SceneNode[] {
  const first = (n: SceneNode): boolean => n.interactive !== undefined || n.keys !== undefined
  return [...scene.nodes.filter(first), ...scene.nodes.filter((n) => !first(n))]
}
