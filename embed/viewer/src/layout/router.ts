/**
 * Routes of single wires around nodes that stand anywhere. The layout engine routes what it has placed; where a person
 * has placed a node, the wires concerned are routed here: at right angles, around nodes, beside the wires of other
 * nets, with few corners.
 */
import type { Box } from './placement.ts'
import type { Point } from './wires.ts'

/** The end of a wire: a pin, and the direction in which a wire leaves it. */
export interface End extends Point {
  readonly dx: -1 | 0 | 1
  readonly dy: 0 | 1
}

/** A wire that wants a route. */
export interface Wanted {
  readonly key: string
  /** Wires of one net may lie on each other. */
  readonly net: string
  readonly from: End
  readonly to: End
  /** The area in which it stays: the frame that holds it. */
  readonly within?: Box | undefined
}

/** Distance of the lines on which wires run. */
const STEP = 8
/** A wire leaves its pin straight for so long. */
const STUB = 12
/** Wires keep this distance from nodes. */
const CLEAR = 9
/** Parallel wires of different nets keep this distance. */
const APART = 7
/** Around both ends so much of the picture is searched, and then, where every way leads through a node, so much. */
const SEARCHED = [120, 480, 4000]

/** Room for wires around the whole picture. */
const AROUND = 60

/** The price of a corner, of a crossing, and of each unit of length at a place where no wire should be. */
const CORNER = 26
const CROSSING = 14
const THROUGH = 1000
const NEAR_NODE = 3
const ON_WIRE = 30
const NEAR_WIRE = 3
/** A wire along another of its net costs less. */
const SHARED = 0.3

/** A straight piece of a wire that has its route. */
interface Piece {
  readonly net: string
  readonly level: boolean // horizontal
  readonly at: number // its y, or x when it is upright
  readonly low: number
  readonly high: number
}

/** Routes wires one after the other, each with regard to those before it. */
export class Router {
  private readonly pieces: Piece[] = []
  /** The picture, with room around it: no way leads further out. */
  private readonly whole: Box

  constructor(private readonly obstacles: readonly Box[]) {
    const of = (edges: number[], pick: (a: number, b: number) => number): number =>
      edges.reduce((a, b) => pick(a, b), edges[0] ?? 0)
    const left =
      of(
        obstacles.map((o) => o.x),
        Math.min,
      ) - AROUND
    const top =
      of(
        obstacles.map((o) => o.y),
        Math.min,
      ) - AROUND
    const right =
      of(
        obstacles.map((o) => o.x + o.width),
        Math.max,
      ) + AROUND
    const bottom =
      of(
        obstacles.map((o) => o.y + o.height),
        Math.max,
      ) + AROUND
    this.whole = { x: left, y: top, width: right - left, height: bottom - top }
  }

  /** Takes a route that stays as it is. */
  keep(net: string, line: readonly Point[]): void {
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1] as Point, line[i] as Point]
      const level = a.y === b.y
      const [from, to] = level ? [a.x, b.x] : [a.y, b.y]
      this.pieces.push({ net, level, at: level ? a.y : a.x, low: Math.min(from, to), high: Math.max(from, to) })
    }
  }

  /** Routes wires, the shorter ones first, and gives their lines by key. */
  route(wires: readonly Wanted[]): Map<string, Point[]> {
    const length = ({ from, to }: Wanted): number => Math.abs(from.x - to.x) + Math.abs(from.y - to.y)
    const order = wires.map((wire, i) => ({ wire, i })).sort((a, b) => length(a.wire) - length(b.wire) || a.i - b.i)
    const lines = new Map<string, Point[]>()
    for (const { wire } of order) {
      const line = this.one(wire)
      this.keep(wire.net, line)
      lines.set(wire.key, line)
    }
    return lines
  }

  /** The route of one wire. */
  one(wire: Wanted): Point[] {
    let best: { line: Point[]; blocked: boolean } | undefined
    for (const room of SEARCHED) {
      const found = new Search({ ...wire, within: wire.within ?? this.whole }, this.obstacles, this.pieces, room).run()
      if (found && (!best || !found.blocked)) best = found
      if (best && !best.blocked) break
    }
    return best?.line ?? corner(wire)
  }
}

/** The simplest line between two ends. */
function corner({ from, to }: Wanted): Point[] {
  const middle = Math.round((from.x + to.x) / 2)
  return tidy([from, { x: middle, y: from.y }, { x: middle, y: to.y }, to])
}

/** Directions: east, south, west, north. */
const DX = [1, 0, -1, 0] as const
const DY = [0, 1, 0, -1] as const

/** The search for the cheapest way in a part of the picture (A*), over crossings of lines and directions. */
class Search {
  private readonly xs: number[]
  private readonly ys: number[]
  /** Prices of the edges to the right of a crossing, and below it. */
  private readonly right: Float64Array
  private readonly down: Float64Array
  /** The same, as far as an edge lies in a node. */
  private readonly blocked: Uint8Array
  private readonly start: Point
  private readonly goal: Point
  /** The least price of a unit of length. */
  private readonly least: number

  constructor(
    private readonly wire: Wanted & { readonly within: Box },
    obstacles: readonly Box[],
    pieces: readonly Piece[],
    room: number,
  ) {
    const { from, to, within } = wire
    const gap = from.dx === 1 && to.dx === -1 && to.x > from.x ? Math.floor((to.x - from.x) / 2) : STUB
    const stub = Math.min(STUB, gap)
    this.start = leave(from, stub, obstacles)
    this.goal = leave(to, stub, obstacles)
    const low = (a: number, b: number, edge: number): number => Math.max(Math.min(a, b) - room, edge + 1)
    const high = (a: number, b: number, edge: number): number => Math.min(Math.max(a, b) + room, edge - 1)
    const area = {
      left: low(this.start.x, this.goal.x, within.x),
      right: high(this.start.x, this.goal.x, within.x + within.width),
      top: low(this.start.y, this.goal.y, within.y),
      bottom: high(this.start.y, this.goal.y, within.y + within.height),
    }
    const near = obstacles.filter(
      (o) =>
        o.x - CLEAR < area.right &&
        o.x + o.width + CLEAR > area.left &&
        o.y - CLEAR < area.bottom &&
        o.y + o.height + CLEAR > area.top,
    )
    const own = pieces.filter((p) => p.net === wire.net)
    this.xs = lines(area.left, area.right, [
      this.start.x,
      this.goal.x,
      ...own.filter((p) => !p.level).map((p) => p.at),
      ...near.flatMap((o) => [o.x - CLEAR - 1, o.x + o.width + CLEAR + 1]),
    ])
    this.ys = lines(area.top, area.bottom, [
      this.start.y,
      this.goal.y,
      ...own.filter((p) => p.level).map((p) => p.at),
      ...near.flatMap((o) => [o.y - CLEAR - 1, o.y + o.height + CLEAR + 1]),
    ])
    const size = this.xs.length * this.ys.length
    this.right = new Float64Array(size)
    this.down = new Float64Array(size)
    this.blocked = new Uint8Array(size)
    this.measure()
    for (const box of near) this.avoid(box)
    for (const piece of pieces) if (piece.net !== wire.net) this.passBy(piece)
    for (const piece of own) this.share(piece)
    this.least = own.length > 0 ? SHARED : 1
  }

  private at(i: number, j: number): number {
    return i * this.ys.length + j
  }

  private measure(): void {
    const { xs, ys } = this
    for (let i = 0; i < xs.length; i++) {
      for (let j = 0; j < ys.length; j++) {
        this.right[this.at(i, j)] = (xs[i + 1] ?? Number.POSITIVE_INFINITY) - (xs[i] as number)
        this.down[this.at(i, j)] = (ys[j + 1] ?? Number.POSITIVE_INFINITY) - (ys[j] as number)
      }
    }
  }

  /** Changes the prices of all edges that touch an area; `by` gets the length of the part in it. */
  private edges(
    level: boolean,
    area: { x: [number, number]; y: [number, number] },
    by: (edge: number, length: number) => void,
  ): void {
    const { xs, ys } = this
    const [along, across] = level ? [xs, ys] : [ys, xs]
    const [span, band] = level ? [area.x, area.y] : [area.y, area.x]
    const first = Math.max(0, lowest(along, span[0]) - 1)
    for (let b = lowest(across, band[0]); b < across.length && (across[b] as number) <= band[1]; b++) {
      for (let a = first; a + 1 < along.length && (along[a] as number) < span[1]; a++) {
        const length = Math.min(along[a + 1] as number, span[1]) - Math.max(along[a] as number, span[0])
        if (length > 0) by(level ? this.at(a, b) : this.at(b, a), length)
      }
    }
  }

  /** A node: no wire runs through it, and none close to it. */
  private avoid({ x, y, width, height }: Box): void {
    for (const [room, price] of [
      [CLEAR, NEAR_NODE],
      [0, THROUGH],
    ] as const) {
      const area = {
        x: [x - room + 0.5, x + width + room - 0.5] as [number, number],
        y: [y - room + 0.5, y + height + room - 0.5] as [number, number],
      }
      for (const level of [true, false]) {
        const prices = level ? this.right : this.down
        this.edges(level, area, (edge, length) => {
          prices[edge] = (prices[edge] as number) + length * price
          if (room === 0) this.blocked[edge] = (this.blocked[edge] as number) | (level ? 1 : 2)
        })
      }
    }
  }

  /** A wire of another net: it may be crossed, and not be followed closely. */
  private passBy({ level, at, low, high }: Piece): void {
    const prices = level ? this.right : this.down
    for (const [room, price] of [
      [APART, NEAR_WIRE],
      [2, ON_WIRE],
    ] as const) {
      const span: [number, number] = [low - room, high + room]
      const band: [number, number] = [at - room + 0.5, at + room - 0.5]
      this.edges(level, level ? { x: span, y: band } : { x: band, y: span }, (edge, length) => {
        prices[edge] = (prices[edge] as number) + length * price
      })
    }
    // edges across it
    const other = level ? this.down : this.right
    const thin: [number, number] = [at - 0.5, at + 0.5]
    this.edges(!level, level ? { x: [low, high], y: thin } : { x: thin, y: [low, high] }, (edge, length) => {
      other[edge] = (other[edge] as number) + CROSSING * length
    })
  }

  /** A wire of the same net: the way along it costs little. */
  private share({ level, at, low, high }: Piece): void {
    const prices = level ? this.right : this.down
    const area = level
      ? { x: [low, high] as [number, number], y: [at, at] as [number, number] }
      : { x: [at, at] as [number, number], y: [low, high] as [number, number] }
    const { xs, ys } = this
    this.edges(level, area, (edge, length) => {
      const [i, j] = [Math.floor(edge / ys.length), edge % ys.length]
      const whole = level ? (xs[i + 1] as number) - (xs[i] as number) : (ys[j + 1] as number) - (ys[j] as number)
      if (Math.abs(whole - length) < 0.01) prices[edge] = (prices[edge] as number) * SHARED
    })
  }

  /** The cheapest way; undefined when the area has none. */
  run(): { line: Point[]; blocked: boolean } | undefined {
    const { xs, ys, wire } = this
    const begin = this.at(exactly(xs, this.start.x), exactly(ys, this.start.y))
    const end = this.at(exactly(xs, this.goal.x), exactly(ys, this.goal.y))
    if (begin < 0 || end < 0) return undefined
    const states = xs.length * ys.length * 4
    const cost = new Float64Array(states).fill(Number.POSITIVE_INFINITY)
    const came = new Int32Array(states).fill(-1)
    const queue = new Queue()
    const guess = (cell: number): number =>
      Math.abs((xs[Math.floor(cell / ys.length)] as number) - this.goal.x) * this.least +
      Math.abs((ys[cell % ys.length] as number) - this.goal.y) * this.least
    const leaving = direction(wire.from.dx, wire.from.dy)
    const arriving = direction(-wire.to.dx, -wire.to.dy)
    cost[begin * 4 + leaving] = 0
    queue.push(begin * 4 + leaving, 0)
    for (;;) {
      const state = queue.pop()
      if (state === undefined) return undefined
      const cell = state >> 2
      const heading = state & 3
      if (cell === end && heading === arriving) return this.read(state, came)
      const here = cost[state] as number
      const [i, j] = [Math.floor(cell / ys.length), cell % ys.length]
      for (let next = 0; next < 4; next++) {
        if (next === ((heading + 2) & 3)) continue
        const turned = next === heading ? 0 : CORNER
        const [x, y] = [i + (DX[next] as number), j + (DY[next] as number)]
        let to = cell * 4 + next // turning in place, at the goal
        let price = turned
        if (cell !== end || turned === 0) {
          if (x < 0 || y < 0 || x >= xs.length || y >= ys.length) continue
          const edge = next === 0 ? cell : next === 2 ? this.at(x, y) : next === 1 ? cell : this.at(x, y)
          price += ((next & 1) === 0 ? this.right[edge] : this.down[edge]) as number
          to = this.at(x, y) * 4 + next
        }
        if (here + price >= (cost[to] as number)) continue
        cost[to] = here + price
        came[to] = state
        queue.push(to, here + price + guess(to >> 2))
      }
    }
  }

  private read(last: number, came: Int32Array): { line: Point[]; blocked: boolean } {
    const { xs, ys, wire } = this
    const points: Point[] = []
    let blocked = false
    for (let state = last; state >= 0; state = came[state] as number) {
      const cell = state >> 2
      points.push({ x: xs[Math.floor(cell / ys.length)] as number, y: ys[cell % ys.length] as number })
      const before = (came[state] as number) >> 2
      if (came[state] === -1 || before === cell) continue
      const level = Math.abs(before - cell) >= ys.length
      if (((this.blocked[Math.min(before, cell)] as number) & (level ? 1 : 2)) !== 0) blocked = true
    }
    return { line: tidy([wire.from, ...points.reverse(), wire.to]), blocked }
  }
}

function direction(dx: number, dy: number): number {
  return dx > 0 ? 0 : dx < 0 ? 2 : dy > 0 ? 1 : 3
}

/** The place where a wire that left its pin straight may turn: half way to a node that stands close before the pin. */
function leave({ x, y, dx, dy }: End, stub: number, obstacles: readonly Box[]): Point {
  let free = stub
  for (const o of obstacles) {
    if (dx === 0 ? x <= o.x || x >= o.x + o.width : y <= o.y || y >= o.y + o.height) continue
    const distance = dx > 0 ? o.x - x : dx < 0 ? x - o.x - o.width : o.y - y
    if (distance >= 0) free = Math.min(free, Math.floor(distance / 2))
  }
  return { x: x + dx * free, y: y + dy * free }
}

/** Every line in a part of the picture on which a wire may run. */
function lines(from: number, to: number, wanted: readonly number[]): number[] {
  const all = new Set(wanted.filter((n) => n >= from && n <= to).map((n) => Math.round(n)))
  for (let n = Math.ceil(from / STEP) * STEP; n <= to; n += STEP) all.add(n)
  return [...all].sort((a, b) => a - b)
}

/** The index of the first number that is not below a bound. */
function lowest(sorted: readonly number[], bound: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < bound) low = middle + 1
    else high = middle
  }
  return low
}

function exactly(sorted: readonly number[], n: number): number {
  const i = lowest(sorted, Math.round(n))
  return sorted[i] === Math.round(n) ? i : Number.NEGATIVE_INFINITY
}

/** The points of a line without those in the middle of straight pieces. */
export function tidy(points: readonly Point[]): Point[] {
  const result: Point[] = []
  for (const { x, y } of points) {
    const last = result.at(-1)
    if (last && last.x === x && last.y === y) continue
    const before = result.at(-2)
    if (last && before && ((before.x === last.x && last.x === x) || (before.y === last.y && last.y === y))) result.pop()
    result.push({ x, y })
  }
  return result
}

/** A queue that gives the cheapest first. */
class Queue {
  private readonly items: number[] = []
  private readonly prices: number[] = []

  push(item: number, price: number): void {
    const { items, prices } = this
    let at = items.length
    items.push(item)
    prices.push(price)
    while (at > 0) {
      const up = (at - 1) >> 1
      if ((prices[up] as number) <= price) break
      items[at] = items[up] as number
      prices[at] = prices[up] as number
      at = up
    }
    items[at] = item
    prices[at] = price
  }

  pop(): number | undefined {
    const { items, prices } = this
    const first = items[0]
    const item = items.pop()
    const price = prices.pop()
    if (items.length === 0 || item === undefined || price === undefined) return first
    let at = 0
    for (;;) {
      let down = 2 * at + 1
      if (down >= items.length) break
      if (down + 1 < items.length && (prices[down + 1] as number) < (prices[down] as number)) down++
      if ((prices[down] as number) >= price) break
      items[at] = items[down] as number
      prices[at] = prices[down] as number
      at = down
    }
    items[at] = item
    prices[at] = price
    return first
  }
}
