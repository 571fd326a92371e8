/**
 * Places that a person gave to nodes. They are kept beside the text of a circuit, by the paths of the nodes, and laid
 * over what the layout engine makes of a level.
 *
 * A node that was dragged is pinned. With the first one, the others of its level get places, too, which are loose: they
 * hold a node where it is while the text is edited. So an edit moves nothing in a level that somebody has arranged: a
 * new node is put where there is room, and the rest stays. Places inside of a frame count from its corner.
 */
import { shownPath } from '@simten/client/path'
import type { Scene, SceneNode } from '../scene/scene.ts'
import type { Box, Placement } from './placement.ts'
import { type End, Router, type Wanted } from './router.ts'
import type { Point } from './wires.ts'

/** The place of a node: its upper left corner, in the picture's units. */
export interface Place {
  readonly x: number
  readonly y: number
  /** Nobody put it there: the layout did. */
  readonly loose?: true
  /** Of a frame: its size, and where its pins are, by name. */
  readonly width?: number
  readonly height?: number
  readonly pins?: Readonly<Record<string, number>>
}

/** Places by the paths of nodes, of all levels of a circuit. */
export type Arrangement = Readonly<Record<string, Place>>

/** Levels of more nodes are not arranged: their wires would be routed for seconds. */
export const MAX_ARRANGED = 300
/** Places in an arrangement, and the largest coordinate. */
const MAX_PLACES = 4_000
const FURTHEST = 100_000
/** Places are rounded to this grid. */
export const GRID = 4

/** Room around a frame's content: as the layout engine has it (`graph.ts`). */
const FRAME = { top: 44, side: 28, bottom: 18 }
/** The edge of a picture. */
const EDGE = 16
/** Room between a new node and the others, and the room of a caption below a node. */
const APART = 20
const CAPTION = 16
/** Room around a node where a person puts it. */
const NEXT = 6
/** A new node is tried at places of this distance. */
const TRIED = 16

/** Reads an arrangement from anybody: what it cannot be is left out. Undefined when nothing is left. */
export function readArrangement(data: unknown): Arrangement | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const result: [string, Place][] = []
  for (const [path, entry] of Object.entries(data)) {
    const place = readPlace(entry)
    if (place && path !== '' && path.length <= 1_000 && path !== '__proto__') result.push([shownPath(path), place])
    if (result.length >= MAX_PLACES) break
  }
  return result.length === 0 ? undefined : Object.fromEntries(result)
}

function readPlace(entry: unknown): Place | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { x, y, loose, width, height, pins } = entry as Record<string, unknown>
  const fits = (n: unknown): n is number => typeof n === 'number' && Number.isFinite(n) && Math.abs(n) <= FURTHEST
  if (!fits(x) || !fits(y)) return undefined
  const sized = fits(width) && fits(height) && width > 0 && height > 0
  const named =
    typeof pins === 'object' && pins !== null && !Array.isArray(pins)
      ? Object.entries(pins)
          .slice(0, 1_000)
          .filter((pin): pin is [string, number] => fits(pin[1]) && pin[0] !== '__proto__')
      : []
  return {
    x: Math.round(x),
    y: Math.round(y),
    ...(loose === true && { loose }),
    ...(sized && { width: Math.round(width), height: Math.round(height) }),
    ...(named.length > 0 && { pins: Object.fromEntries(named.map(([name, at]) => [name, Math.round(at)])) }),
  }
}

/** The place of a path; names of the language's own objects are none. */
function placeOf(arrangement: Arrangement | undefined, path: string): Place | undefined {
  const name = shownPath(path)
  return arrangement && Object.hasOwn(arrangement, name) ? arrangement[name] : undefined
}

/** Whether a person has put the node there. */
export function isPinned(arrangement: Arrangement | undefined, path: string): boolean {
  const place = placeOf(arrangement, path)
  return place !== undefined && place.loose !== true
}

/** Whether anything of a level has a place. */
export function concerns(arrangement: Arrangement | undefined, scene: Scene): arrangement is Arrangement {
  if (!arrangement || scene.nodes.length > MAX_ARRANGED) return false
  const { frame } = scene
  return (
    scene.nodes.some((n) => placeOf(arrangement, n.path) !== undefined) ||
    (frame !== undefined && placeOf(arrangement, frame.path) !== undefined)
  )
}

/** The box of a node with the name below it. */
function outline(node: SceneNode, { x, y }: Point): Box {
  const { width, height, caption } = node.shape
  return { x, y, width, height: height + (caption === '' ? 0 : CAPTION) }
}

const meet = (a: Box, b: Box, room = 0): boolean =>
  a.x < b.x + b.width + room && b.x < a.x + a.width + room && a.y < b.y + b.height + room && b.y < a.y + a.height + room

/** Lays an arrangement over the layout of a level. The result depends on nothing else, so it is the same again. */
export function arrange(scene: Scene, base: Placement, arrangement: Arrangement): Placement {
  return concerns(arrangement, scene) ? new Arranger(scene, base, arrangement).run() : base
}

class Arranger {
  private readonly nodes = new Map<string, Box>()
  private readonly pins = new Map<string, Point>()
  private readonly frame: Box | undefined

  constructor(
    private readonly scene: Scene,
    private readonly base: Placement,
    private readonly arrangement: Arrangement,
  ) {
    const { frame } = scene
    const box = frame && base.nodes.get(frame.key)
    const place = frame && placeOf(arrangement, frame.path)
    this.frame = box && { ...box, ...(place && { x: place.x, y: place.y }) }
    if (this.frame && place?.width && place.height) {
      this.frame.width = place.width
      this.frame.height = place.height
    }
  }

  run(): Placement {
    const { scene, frame } = this
    const before = frame && { ...frame }
    const late: SceneNode[] = []
    for (const node of scene.nodes) if (!this.put(node)) late.push(node)
    for (const node of late) if (node.parent !== '') this.fit(node)
    this.grow()
    if (frame && before) this.makeRoom(before, frame)
    for (const node of late) if (node.parent === '') this.fit(node)
    if (scene.frame && frame) this.nodes.set(scene.frame.key, frame)
    this.placePins()
    return this.inSight(this.wires())
  }

  /** The corner from which the places of a node's parent count. */
  private origin(node: SceneNode): Point {
    return node.parent !== '' && this.frame ? this.frame : { x: 0, y: 0 }
  }

  private baseOrigin(node: SceneNode): Point {
    const frame = node.parent !== '' && this.scene.frame ? this.base.nodes.get(this.scene.frame.key) : undefined
    return frame ?? { x: 0, y: 0 }
  }

  /** Puts a node at its place, if it has one. */
  private put(node: SceneNode): boolean {
    const place = placeOf(this.arrangement, node.path)
    const box = this.base.nodes.get(node.key)
    if (!place || !box) return false
    const { x, y } = this.origin(node)
    const inside = node.parent !== '' && this.frame !== undefined
    this.nodes.set(node.key, {
      ...box,
      x: x + (inside ? Math.max(place.x, FRAME.side) : place.x),
      y: y + (inside ? Math.max(place.y, FRAME.top) : place.y),
    })
    return true
  }

  /** Puts a node that has no place near its neighbours, where there is room. */
  private fit(node: SceneNode): void {
    const box = this.base.nodes.get(node.key)
    if (!box) return
    const shift = this.drift(node)
    const [from, to] = [this.baseOrigin(node), this.origin(node)]
    const wanted = { x: box.x - from.x + to.x + shift.x, y: box.y - from.y + to.y + shift.y }
    const taken: Box[] = []
    for (const other of this.scene.nodes) {
      const there = other.parent === node.parent ? this.nodes.get(other.key) : undefined
      if (there) taken.push(outline(other, there))
    }
    if (node.parent === '' && this.frame) taken.push(this.frame)
    const least = node.parent !== '' && this.frame ? { x: to.x + FRAME.side, y: to.y + FRAME.top } : undefined
    const free = ({ x, y }: Point): boolean =>
      (!least || (x >= least.x && y >= least.y)) &&
      taken.every((other) => !meet(outline(node, { x, y }), other, APART - 1))
    const at = nearestFree(wanted, free)
    this.nodes.set(node.key, { ...box, ...at })
  }

  /** How far the loose neighbours of a node stand from where the layout has them now; of all where it has none. */
  private drift(node: SceneNode): Point {
    const owners = new Map<string, SceneNode>()
    for (const n of this.scene.nodes) for (const p of n.pins) owners.set(p.key, n)
    const neighbours = new Set<SceneNode>()
    for (const { source, target } of this.scene.links) {
      const [a, b] = [owners.get(source), owners.get(target)]
      if (a === node && b && b !== node) neighbours.add(b)
      if (b === node && a && a !== node) neighbours.add(a)
    }
    const shiftsOf = (nodes: Iterable<SceneNode>): Point[] =>
      [...nodes].flatMap((n) => {
        const [was, is] = [this.base.nodes.get(n.key), this.nodes.get(n.key)]
        const loose = placeOf(this.arrangement, n.path)?.loose === true
        if (!loose || !was || !is || n.parent !== node.parent) return []
        const [from, to] = [this.baseOrigin(n), this.origin(n)]
        return [{ x: is.x - to.x - (was.x - from.x), y: is.y - to.y - (was.y - from.y) }]
      })
    const near = shiftsOf(neighbours)
    const list = near.length > 0 ? near : shiftsOf(this.scene.nodes)
    return { x: median(list.map((p) => p.x)), y: median(list.map((p) => p.y)) }
  }

  /** Makes the frame large enough for what is in it. */
  private grow(): void {
    const { frame, scene } = this
    if (!frame) return
    for (const node of scene.nodes) {
      const at = node.parent === '' ? undefined : this.nodes.get(node.key)
      if (!at) continue
      const { x, y, width, height } = outline(node, at)
      frame.width = Math.max(frame.width, x + width + FRAME.side - frame.x)
      frame.height = Math.max(frame.height, y + height + FRAME.bottom - frame.y)
    }
  }

  /** A frame that has grown pushes aside what stood beside it. */
  private makeRoom(before: Box, after: Box): void {
    const [dx, dy] = [after.width - before.width, after.height - before.height]
    for (const node of this.scene.nodes) {
      const at = node.parent === '' ? this.nodes.get(node.key) : undefined
      if (!at) continue
      if (dx > 0 && at.x >= before.x + before.width) at.x += dx
      else if (dy > 0 && at.y >= before.y + before.height) at.y += dy
    }
  }

  private placePins(): void {
    const { scene, base, frame } = this
    for (const n of scene.nodes) {
      const box = this.nodes.get(n.key)
      if (!box) continue
      n.shape.pins.forEach((p, i) => {
        const pin = n.pins[i]
        if (pin) this.pins.set(pin.key, { x: box.x + p.x, y: box.y + p.y })
      })
    }
    const was = scene.frame && base.nodes.get(scene.frame.key)
    if (!scene.frame || !frame || !was) return
    const kept = placeOf(this.arrangement, scene.frame.path)?.pins
    for (const [list, x] of [
      [scene.frame.inputs, frame.x],
      [scene.frame.outputs, frame.x + frame.width],
    ] as const) {
      for (const pin of list) {
        const down = (base.pins.get(pin.key)?.y ?? was.y) - was.y
        const own = kept && Object.hasOwn(kept, pin.name) ? kept[pin.name] : undefined
        this.pins.set(pin.key, { x, y: frame.y + Math.min(Math.max(own ?? down, FRAME.top), frame.height - 8) })
      }
    }
  }

  /** The wires: those that still fit are as the layout has them, the others are routed anew. */
  private wires(): Map<string, Point[]> {
    const { scene, base } = this
    const moved: Box[] = []
    const obstacles: Box[] = []
    for (const node of scene.nodes) {
      const at = this.nodes.get(node.key)
      if (!at) continue
      const box = outline(node, at)
      obstacles.push(box)
      const was = base.nodes.get(node.key)
      if (was?.x !== at.x || was.y !== at.y) moved.push(box)
    }
    const was = scene.frame && base.nodes.get(scene.frame.key)
    const { frame } = this
    const framed = frame && was && (was.x !== frame.x || was.y !== frame.y || sized(was, frame))
    const lines = new Map<string, Point[]>()
    const outside = new Router(
      frame ? [...obstacles.filter((_, i) => scene.nodes[i]?.parent === ''), frame] : obstacles,
    )
    const inside = new Router(obstacles.filter((_, i) => scene.nodes[i]?.parent !== ''))
    const wanted: { inner: boolean; wire: Wanted }[] = []
    const ends = this.ends()
    for (const link of scene.links) {
      const line = base.links.get(link.key)
      const inner = link.parent !== '' && frame !== undefined
      const [from, to] = [this.pins.get(link.source), this.pins.get(link.target)]
      if (!line || !from || !to) continue // a wire that is drawn as a name has no line
      const same =
        at(line[0], from) &&
        at(line.at(-1), to) &&
        !(inner && framed) &&
        !(framed && !inner && frame && runsInto(line, frame))
      if (same && moved.every((box) => !runsInto(line, box))) {
        lines.set(link.key, line)
        ;(inner ? inside : outside).keep(link.source, line)
        continue
      }
      const within = inner ? frame : undefined
      wanted.push({
        inner,
        wire: { key: link.key, net: link.source, from: ends(link.source, inner), to: ends(link.target, inner), within },
      })
    }
    for (const [router, inner] of [
      [inside, true],
      [outside, false],
    ] as const) {
      const list = wanted.filter((w) => w.inner === inner).map((w) => w.wire)
      for (const [key, line] of router.route(list)) lines.set(key, line)
    }
    // in the order of the scene, as from the layout
    return new Map(scene.links.flatMap(({ key }) => (lines.has(key) ? [[key, lines.get(key) as Point[]]] : [])))
  }

  /** Pins with the direction in which their wires leave, by key; a frame's pins have one on each side. */
  private ends(): (key: string, inner: boolean) => End {
    const sides = new Map<string, 'west' | 'east' | 'south'>()
    for (const n of this.scene.nodes) {
      n.shape.pins.forEach((p, i) => {
        const pin = n.pins[i]
        if (pin) sides.set(pin.key, p.side)
      })
    }
    const { frame } = this.scene
    const edges = new Map<string, 'west' | 'east'>()
    for (const p of frame?.inputs ?? []) edges.set(p.key, 'west')
    for (const p of frame?.outputs ?? []) edges.set(p.key, 'east')
    return (key, inner) => {
      const point = this.pins.get(key) ?? { x: 0, y: 0 }
      const edge = edges.get(key)
      const side = edge === undefined ? sides.get(key) : inner === (edge === 'west') ? 'east' : 'west'
      if (side === 'south') return { ...point, dx: 0, dy: 1 }
      return { ...point, dx: side === 'west' ? -1 : 1, dy: 0 }
    }
  }

  /** Moves the whole picture so that nothing of it is left of, or above, its edge. */
  private inSight(links: Map<string, Point[]>): Placement {
    const { nodes, pins, base } = this
    const boxes = this.scene.nodes.flatMap((n) => {
      const at = nodes.get(n.key)
      return at ? [outline(n, at)] : []
    })
    if (this.frame) boxes.push(this.frame)
    const points = [...links.values()].flat()
    const [xs, ys] = [
      [...boxes.flatMap((b) => [b.x, b.x + b.width]), ...points.map((p) => p.x)],
      [...boxes.flatMap((b) => [b.y, b.y + b.height]), ...points.map((p) => p.y)],
    ]
    const origin = { x: Math.max(0, EDGE - least(xs)), y: Math.max(0, EDGE - least(ys)) }
    const by = <T extends Point>(p: T): T => ({ ...p, x: p.x + origin.x, y: p.y + origin.y })
    return {
      ...base,
      width: most(xs) + origin.x + EDGE,
      height: most(ys) + origin.y + EDGE,
      nodes: new Map([...nodes].map(([key, box]) => [key, by(box)])),
      pins: new Map([...pins].map(([key, point]) => [key, by(point)])),
      links: new Map([...links].map(([key, line]) => [key, line.map(by)])),
      origin,
    }
  }
}

/** Thousands of numbers are too many for the arguments of a function. */
const least = (list: readonly number[]): number => list.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const most = (list: readonly number[]): number => list.reduce((a, b) => Math.max(a, b), 0)

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0
}

const at = (p: Point | undefined, q: Point): boolean => p?.x === q.x && p.y === q.y
const sized = (a: Box, b: Box): boolean => a.width !== b.width || a.height !== b.height

/** Whether a line runs through a box, or ends anywhere in it but at its edge. */
function runsInto(line: readonly Point[], { x, y, width, height }: Box): boolean {
  return line.slice(1).some((p, i) => {
    const q = line[i] as Point
    return (
      Math.min(p.x, q.x) < x + width &&
      Math.max(p.x, q.x) > x &&
      Math.min(p.y, q.y) < y + height &&
      Math.max(p.y, q.y) > y
    )
  })
}

/** The free point that is nearest to a wanted one, in rings around it. */
function nearestFree(wanted: Point, free: (p: Point) => boolean): Point {
  if (free(wanted)) return wanted
  for (let ring = 1; ring < 200; ring++) {
    let best: Point | undefined
    let distance = Number.POSITIVE_INFINITY
    for (let k = -ring; k <= ring; k++) {
      for (const [i, j] of [
        [k, ring],
        [k, -ring],
        [ring, k],
        [-ring, k],
      ] as const) {
        const p = { x: wanted.x + i * TRIED, y: wanted.y + j * TRIED }
        const d = Math.hypot(i, j)
        if (d < distance && free(p)) [best, distance] = [p, d]
      }
    }
    if (best) return best
  }
  return wanted
}

// ——— what a person does ———

/** Every node of a level with the place that it has now, as loose as it is. */
function held(scene: Scene, placement: Placement, arrangement: Arrangement | undefined): Map<string, Place> {
  const places = new Map(Object.entries(arrangement ?? {}))
  const { x: ox, y: oy } = placement.origin ?? { x: 0, y: 0 }
  const frame = scene.frame && placement.nodes.get(scene.frame.key)
  for (const node of scene.nodes) {
    const box = placement.nodes.get(node.key)
    if (!box) continue
    const from = node.parent !== '' && frame ? frame : { x: ox, y: oy }
    const place = { x: box.x - from.x, y: box.y - from.y }
    places.set(shownPath(node.path), isPinned(arrangement, node.path) ? place : { ...place, loose: true })
  }
  if (scene.frame && frame) {
    const pins = [...scene.frame.inputs, ...scene.frame.outputs].map((p): [string, number] => [
      p.name,
      (placement.pins.get(p.key)?.y ?? frame.y) - frame.y,
    ])
    places.set(shownPath(scene.frame.path), {
      x: frame.x - ox,
      y: frame.y - oy,
      ...(!isPinned(arrangement, scene.frame.path) && { loose: true as const }),
      width: frame.width,
      height: frame.height,
      pins: Object.fromEntries(pins),
    })
  }
  return places
}

/**
 * The arrangement after a node was moved by so much, in the picture's units: it is pinned, and the others hold. On
 * another node it has no room: it goes where there is some, by `onward` further in the same direction.
 */
export function moved(
  scene: Scene,
  placement: Placement,
  arrangement: Arrangement | undefined,
  node: SceneNode,
  by: Point,
  onward = false,
): Arrangement {
  const places = held(scene, placement, arrangement)
  const path = shownPath(node.path)
  const place = places.get(path)
  if (!place) return arrangement ?? {}
  const inside = node.parent !== '' && scene.frame !== undefined
  const snapped = (n: number, least: number): number => Math.max(Math.round(n / GRID) * GRID, least)
  const spot = (p: Point): Point => ({
    x: snapped(p.x, inside ? FRAME.side : -FURTHEST),
    y: snapped(p.y, inside ? FRAME.top : -FURTHEST),
  })
  const others: Box[] = []
  for (const other of scene.nodes) {
    const at = other !== node && other.parent === node.parent ? places.get(shownPath(other.path)) : undefined
    if (at) others.push(outline(other, at))
  }
  const frame = !inside && scene.frame ? places.get(shownPath(scene.frame.path)) : undefined
  if (frame) others.push({ x: frame.x, y: frame.y, width: frame.width ?? 0, height: frame.height ?? 0 })
  const free = (p: Point): boolean => others.every((other) => !meet(outline(node, p), other, NEXT))
  const wanted = spot({ x: place.x + by.x, y: place.y + by.y })
  let to = wanted
  if (onward) for (let i = 1; !free(to) && i < 200; i++) to = spot({ x: wanted.x + by.x * i, y: wanted.y + by.y * i })
  else to = nearestFree(wanted, (p) => free(p) && at(spot(p), p))
  places.set(path, free(to) ? to : { x: place.x, y: place.y })
  return Object.fromEntries(places)
}

/** The arrangement in which a node stands where the layout has it. Without any pinned node a level has none. */
export function unpinned(scene: Scene, arrangement: Arrangement | undefined, path: string): Arrangement | undefined {
  if (!arrangement || !isPinned(arrangement, path)) return arrangement
  const { [shownPath(path)]: _, ...rest } = arrangement
  const left = scene.nodes.some((n) => isPinned(rest, n.path))
  return left ? rest : without(scene, rest)
}

/** The arrangement without the places of a level. */
export function without(scene: Scene, arrangement: Arrangement | undefined): Arrangement | undefined {
  const gone = new Set(scene.nodes.map((n) => shownPath(n.path)))
  if (scene.frame) gone.add(shownPath(scene.frame.path))
  const rest = Object.entries(arrangement ?? {}).filter(([path]) => !gone.has(path))
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}
