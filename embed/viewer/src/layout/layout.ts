/** Laying out scenes: the worker, the cache of results, and the limits. */
import type { ElkNode } from 'elkjs/lib/elk-api'
import type { Scene } from '../scene/scene.ts'
import { type Arrangement, arrange, concerns } from './arrangement.ts'
import { type Engine, WorkerFailed, workerEngine } from './engine.ts'
import { elkGraph, MAX_NODES } from './graph.ts'
import { numbered, renamed } from './numbered.ts'
import { answers, bare, type Placement, readPlacement } from './placement.ts'

/** A picture that is too large to be laid out. */
export class TooLarge extends Error {
  constructor(
    readonly nodes: number,
    readonly links: number,
  ) {
    super(`${nodes} nodes and ${links} connections are more than one picture shows (${MAX_NODES} nodes)`)
  }
}

const CACHED = 48
/** A picture that fits at this scale or better stays one row of layers: that reads best. */
const READS_WELL = 0.7
/** A picture in several rows is only taken when it is shown larger by this factor. */
const WORTH = 1.2
/** Pictures of more nodes are not laid out a second time in rows: it takes long, and such pictures are high anyway. */
const MAX_IN_ROWS = 60

/** The room that a picture is to fill, in CSS pixels. */
export interface Room {
  readonly width: number
  readonly height: number
}

/** Milliseconds after a first picture whose layout was kept until the layout engine is started. */
const ENGINE_LATER = 1_000

/**
 * Where layouts are kept beyond one page. Its results are checked like any answer: a graph whose layout cannot be read
 * is laid out anew.
 */
export interface LayoutStore {
  /** Whether the first picture's layout is there, most likely: then the layout engine need not be loaded for it. */
  readonly expected: boolean
  /** The kept layout of a graph; a promise when it has yet to be fetched, which may not fail. */
  get(key: string): ElkNode | undefined | Promise<ElkNode | undefined>
  /** Takes the places of a picture, and nothing else of it. */
  put(key: string, graph: ElkNode): void
}

/** A layout that is under way or done, and how many wait for it who may lose their interest. */
interface Job {
  readonly result: Promise<ElkNode>
  readonly stop: AbortController
  waiting: number
}

/** Lays out scenes and remembers what it laid out: the same structure gives the same picture at once. */
export class Layouter {
  private readonly cache = new Map<string, Job>()
  private warm = false

  constructor(
    private readonly engine: Engine,
    private readonly store?: LayoutStore,
  ) {}

  /**
   * Starts the engine and lays out two boxes, once. Loading ELK and its first layout take longer than a small picture
   * does; a canvas has this done while the simulation engine is still loading, unless the picture is kept.
   */
  prepare(): void {
    if (!this.store?.expected) this.start()
  }

  private start(): void {
    if (this.warm) return
    this.warm = true
    this.engine(twoBoxes()).catch(() => undefined) // the first real layout says what is wrong
  }

  /**
   * Places a scene. With a room, a long row of layers is broken into several when it can be read better so. `signal`
   * says that nobody wants the picture any more: what is being laid out for nobody else ends. Nodes of `arrangement`
   * stand where a person has put them.
   */
  async layout(scene: Scene, room?: Room, signal?: AbortSignal, arrangement?: Arrangement): Promise<Placement> {
    if (scene.nodes.length > MAX_NODES) throw new TooLarge(scene.nodes.length, scene.links.length)
    const row = readPlacement(scene, await this.laidOut(scene, undefined, signal))
    if (concerns(arrangement, scene)) return arrange(scene, row, arrangement) // the same places in every room
    if (!room || scene.nodes.length > MAX_IN_ROWS || fitScale(row, room) >= READS_WELL) return row
    const aspect = aspectOf(room)
    if (row.width / row.height <= aspect * WORTH) return row
    try {
      const rows = readPlacement(scene, await this.laidOut(scene, aspect, signal))
      if (fitScale(rows, room) > WORTH * fitScale(row, room)) return { ...rows, aspect }
    } catch (e) {
      if (e instanceof WorkerFailed || signal?.aborted) throw e // else one row it is
    }
    return row
  }

  /** The places of a scene. That of a part's inside is laid out once for all parts of its kind. */
  private async laidOut(scene: Scene, aspect: number | undefined, signal: AbortSignal | undefined): Promise<ElkNode> {
    const graph = elkGraph(scene, aspect)
    if (scene.path.length === 0) return this.places(graph, signal)
    const plain = numbered(graph)
    return renamed(await this.places(plain.graph, signal), plain.ids)
  }

  /** The places of a graph, kept or made; the same graph is laid out once. */
  private async places(graph: ElkNode, signal?: AbortSignal): Promise<ElkNode> {
    const key = fingerprint(JSON.stringify(graph))
    const known = this.cache.get(key)
    if (known && !known.stop.signal.aborted) return this.wait(known, signal)
    const stop = new AbortController()
    const kept = this.store?.get(key)
    const job: Job = {
      result: kept ? this.kept(kept, graph, key, stop.signal) : this.made(graph, key, stop.signal),
      stop,
      waiting: 0,
    }
    this.remember(key, job)
    job.result.catch(() => this.cache.get(key) === job && this.cache.delete(key)) // a failure may be tried again
    return this.wait(job, signal)
  }

  /** The engine's layout of a graph; it is kept. */
  private async made(graph: ElkNode, key: string, signal: AbortSignal): Promise<ElkNode> {
    this.warm = true
    const placed = await this.engine(graph, signal)
    this.store?.put(key, bare(placed))
    return placed
  }

  /** The kept layout of a graph; made anew when it is gone, damaged or of another version. */
  private async kept(store: ElkNode | Promise<ElkNode | undefined>, graph: ElkNode, key: string, signal: AbortSignal) {
    const kept = await store
    if (!kept || !answers(graph, kept)) return this.made(graph, key, signal)
    if (!this.warm) setTimeout(() => this.start(), ENGINE_LATER)
    return kept
  }

  /** Waits for a layout; when all who wait for it have lost their interest, it is given up. */
  private wait(job: Job, signal?: AbortSignal): Promise<ElkNode> {
    job.waiting++
    signal?.addEventListener('abort', () => --job.waiting === 0 && job.stop.abort(), { once: true })
    return job.result
  }

  private remember(key: string, job: Job): void {
    this.cache.set(key, job)
    if (this.cache.size > CACHED) this.cache.delete(this.cache.keys().next().value as string)
  }
}

/** The scale at which a picture fits into a room. */
function fitScale(picture: { width: number; height: number }, room: Room): number {
  return Math.min(room.width / picture.width, room.height / picture.height)
}

/**
 * A room that changes in steps of about a quarter, so that a picture is not placed anew with every pixel by which a
 * window grows.
 */
export function roomOf(width: number, height: number): Room | undefined {
  if (width < 1 || height < 1) return undefined
  return { width: Math.round(stepped(width)), height: Math.round(stepped(height)) }
}

/**
 * How many times a room is as wide as high, roughly: one of four shapes, so that the layouts of a circuit can be kept
 * for all rooms.
 */
function aspectOf(room: Room): number {
  const aspect = stepped(room.width / room.height, 1.5)
  return Number(Math.min(Math.max(aspect, 1 / 1.5), 1.5 ** 2).toFixed(2))
}

/** The nearest power of a step. */
function stepped(n: number, step = 1.25): number {
  return step ** Math.round(Math.log(n) / Math.log(step))
}

function twoBoxes(): ElkNode {
  const box = (id: string) => ({ id, width: 10, height: 10, ports: [{ id: `${id}.p`, width: 0, height: 0 }] })
  return {
    id: 'root',
    layoutOptions: { 'elk.algorithm': 'layered', 'elk.edgeRouting': 'ORTHOGONAL' },
    children: [box('a'), box('b')],
    edges: [{ id: 'e', sources: ['a.p'], targets: ['b.p'] }],
  }
}

/** Two independent 32-bit hashes and the length: enough to tell pictures, and texts, apart. */
export function fingerprint(text: string): string {
  let a = 0x811c9dc5
  let b = 0x9e3779b9
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = Math.imul(a ^ c, 0x01000193)
    b = Math.imul(b + c, 0x85ebca6b) ^ (b >>> 13)
  }
  return `${text.length}:${(a >>> 0).toString(36)}:${(b >>> 0).toString(36)}`
}

let shared: Layouter | undefined
let store: LayoutStore | undefined
let engine: Engine | undefined

/** The layouter of the page; all canvases share its worker and cache. */
export function sharedLayouter(): Layouter {
  shared ??= new Layouter(engine ?? workerEngine(), store)
  return shared
}

/** Names what lays out in the place of a worker. It must be called before the first canvas is there. */
export function setEngine(own: Engine): void {
  engine = own
}

/** Names where layouts are kept beyond this page. It must be called before the first canvas is there. */
export function keepLayouts(where: LayoutStore): void {
  store = where
}

/** Starts the layout engine ahead of the first canvas. */
export function prepareLayout(): void {
  sharedLayouter().prepare()
}
