/** From routed edges to the wires of a net: one path with rounded corners, and the dots of its junctions. */

export interface Point {
  x: number
  y: number
}

/** A horizontal or vertical run of a wire. */
export interface Run {
  from: Point
  to: Point
}

export interface Wire {
  lines: Point[][] // maximal polylines between ends and junctions
  junctions: Point[]
  runs: Run[] // straight runs, longest first
}

/** Radius of the corners of wires. */
const CORNER = 4

/**
 * Joins the polylines of all edges of one net. Edges that share a piece of wire give it once: a corner stays round, and
 * where three or more pieces meet there is a junction.
 */
export function joinWires(polylines: Point[][]): Wire {
  const pieces = split(polylines.flatMap((line) => line.slice(1).map((p, i) => ({ from: line[i] as Point, to: p }))))
  const at = new Map<string, { point: Point; ends: Set<string> }>()
  const key = (p: Point): string => `${p.x},${p.y}`
  const touch = (p: Point, other: Point): void => {
    const k = key(p)
    let entry = at.get(k)
    if (!entry) {
      entry = { point: p, ends: new Set() }
      at.set(k, entry)
    }
    entry.ends.add(key(other))
  }
  for (const { from, to } of pieces) {
    touch(from, to)
    touch(to, from)
  }
  const junctions = [...at.values()].filter((e) => e.ends.size > 2).map((e) => e.point)
  const lines = trace(at)
  const runs = lines
    .flatMap((line) => line.slice(1).map((p, i) => ({ from: line[i] as Point, to: p })))
    .sort((a, b) => length(b) - length(a))
  return { lines, junctions, runs }
}

function length(r: Run): number {
  return Math.abs(r.from.x - r.to.x) + Math.abs(r.from.y - r.to.y)
}

/** Cuts runs at every end that lies on them and drops what is there twice. */
function split(runs: Run[]): Run[] {
  const rows = new Map<number, { low: number; high: number }[]>()
  const columns = new Map<number, { low: number; high: number }[]>()
  const cuts: Point[] = []
  for (const { from, to } of runs) {
    if (from.x === to.x && from.y === to.y) continue
    cuts.push(from, to)
    const [map, at, a, b] = from.y === to.y ? [rows, from.y, from.x, to.x] : [columns, from.x, from.y, to.y]
    const list = map.get(at)
    const span = { low: Math.min(a, b), high: Math.max(a, b) }
    if (list) list.push(span)
    else map.set(at, [span])
  }
  const result: Run[] = []
  const emit = (map: Map<number, { low: number; high: number }[]>, horizontal: boolean): void => {
    for (const [at, spans] of map) {
      const stops = cuts
        .filter((p) => (horizontal ? p.y : p.x) === at)
        .map((p) => (horizontal ? p.x : p.y))
        .sort((a, b) => a - b)
      const unique = stops.filter((s, i) => i === 0 || s !== stops[i - 1])
      for (let i = 1; i < unique.length; i++) {
        const low = unique[i - 1] as number
        const high = unique[i] as number
        if (!spans.some((s) => s.low <= low && s.high >= high)) continue
        result.push(
          horizontal
            ? { from: { x: low, y: at }, to: { x: high, y: at } }
            : { from: { x: at, y: low }, to: { x: at, y: high } },
        )
      }
    }
  }
  emit(rows, true)
  emit(columns, false)
  return result
}

function trace(at: Map<string, { point: Point; ends: Set<string> }>): Point[][] {
  const seen = new Set<string>()
  const lines: Point[][] = []
  const walk = (start: string, next: string): void => {
    const line = [at.get(start)?.point as Point]
    let previous = start
    let here = next
    for (;;) {
      seen.add(`${previous}|${here}`)
      seen.add(`${here}|${previous}`)
      const entry = at.get(here)
      if (!entry) break
      line.push(entry.point)
      if (entry.ends.size !== 2 || here === start) break
      const [a, b] = [...entry.ends] as [string, string]
      const following = a === previous ? b : a
      previous = here
      here = following
    }
    lines.push(straighten(line))
  }
  // first from ends and junctions, then what is left: closed rings
  for (const onlyEnds of [true, false]) {
    for (const [k, entry] of at) {
      if (onlyEnds && entry.ends.size === 2) continue
      for (const other of entry.ends) if (!seen.has(`${k}|${other}`)) walk(k, other)
    }
  }
  return lines
}

/** Drops points in the middle of straight runs. */
function straighten(line: Point[]): Point[] {
  return line.filter((p, i) => {
    const a = line[i - 1]
    const b = line[i + 1]
    return !a || !b || !((a.x === p.x && p.x === b.x) || (a.y === p.y && p.y === b.y))
  })
}

/** The SVG path of polylines with rounded corners. */
export function pathData(lines: Point[][], radius = CORNER): string {
  return lines.map((line) => rounded(line, radius)).join('')
}

function rounded(line: Point[], radius: number): string {
  let d = ''
  line.forEach((p, i) => {
    const before = line[i - 1]
    const after = line[i + 1]
    if (!before) {
      d += `M${p.x} ${p.y}`
      return
    }
    if (!after) {
      d += `L${p.x} ${p.y}`
      return
    }
    const r = Math.min(radius, length({ from: before, to: p }) / 2, length({ from: p, to: after }) / 2)
    const a = toward(p, before, r)
    const b = toward(p, after, r)
    d += `L${a.x} ${a.y}Q${p.x} ${p.y} ${b.x} ${b.y}`
  })
  return d
}

function toward(p: Point, q: Point, r: number): Point {
  return { x: p.x + Math.sign(q.x - p.x) * r, y: p.y + Math.sign(q.y - p.y) * r }
}
