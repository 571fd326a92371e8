/** `<circuit-canvas>`: draws a compiled circuit with its values and lets the user operate it. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { focusInPlace } from '../focus.ts'
import type { Value } from '../format/number.ts'
import { type Arrangement, isPinned, unpinned, without } from '../layout/arrangement.ts'
import { MAX_NODES } from '../layout/graph.ts'
import { roomOf, sharedLayouter, TooLarge } from '../layout/layout.ts'
import type { CompileResult, Values } from '../protocol.ts'
import { buildScene, locked, type Scene, type SceneNode, trail } from '../scene/scene.ts'
import { Camera } from './camera.ts'
import '../inspector/circuit-inspector.ts'
import { joinPath, splitPath } from '@simten/client/path'
import type { CircuitInspector, ComponentDocs, Memories, Subject } from '../inspector/circuit-inspector.ts'
import { coveredEnds, isAside, type Point } from '../inspector/side.ts'
import { describeAll, firstStop, setRoles, updateRoles } from './accessibility.ts'
import { describe, nodeTip, outputs, wireTip } from './descriptions.ts'
import { Mover } from './dragging.ts'
import { Drawing, type Fault, type Lit } from './drawing.ts'
import { listenGestures } from './gestures.ts'
import { Operator } from './interaction.ts'
import { Capture, keyboardOf } from './keyboard-capture.ts'
import { type KeyActions, press } from './keys.ts'
import { Layers } from './layers.ts'
import { Overview } from './minimap.ts'
import { Motion } from './motion.ts'
import { nearest } from './navigation.ts'
import { kindsOf, type State, stateNotice, trailOf, zoomButtons } from './overlays.ts'
import { Pictures } from './pictures.ts'
import { LayoutPrefetch } from './prefetch.ts'
import { canvasStyles } from './styles/index.ts'
import { Taps } from './taps.ts'
import { Tip } from './tooltip.ts'
import { seenOf, type View } from './viewport.ts'

/** Detail of `circuit-set`: a switch was flipped or a number entered. */
export interface CircuitSetDetail {
  name: string // for Slot.set
  value: number | bigint
  /**
   * Takes the answer of the simulation, at once if at all: until it is there, the canvas shows what was set as done.
   */
  until?: (answer: Promise<unknown>) => void
}

/** Detail of `circuit-select`: a node or a wire was chosen, or nothing. */
export interface CircuitSelectDetail {
  path: string | undefined // node path, or signal path of a wire's source
  kind: 'node' | 'wire' | 'nothing'
}

/** Detail of `circuit-open`: another level of the circuit is shown. */
export interface CircuitOpenDetail {
  path: string[] // node ids from the top
}

/** Detail of `circuit-arrange`: a person gave places to parts, or took them back. */
export interface CircuitArrangeDetail {
  /** The places of all levels from now on; undefined when none is left. */
  arrangement: Arrangement | undefined
  /** The change in words. */
  words: string
}

/** Layouts that take longer than this are announced, in milliseconds. */
const PATIENCE = 300
/** Values that change more often than this are not animated, in milliseconds between changes. */
const CALM = 200
/** Pictures of more nets than this are never animated. */
const MAX_ANIMATED = 200
/**
 * The outputs are read out when they have not changed for this long, and all is described anew when no values came for
 * so long, in milliseconds.
 */
const QUIET = 600
/** Around the place of a wire that was clicked so much stays free of the inspector, in CSS pixels. */
const NEAR = 24
/** After a change of size the picture is placed anew when the size has stayed for this long, in milliseconds. */
const SETTLED = 250

/**
 * @fires circuit-set - {@link CircuitSetDetail}
 * @fires circuit-select - {@link CircuitSelectDetail}
 * @fires circuit-open - {@link CircuitOpenDetail}
 * @fires circuit-arrange - {@link CircuitArrangeDetail}; whoever hears it gives `arrangement` back
 */
export class CircuitCanvas extends LitElement {
  static override styles = canvasStyles

  static override properties = {
    compiled: { attribute: false },
    values: { attribute: false },
    faults: { attribute: false },
    path: { attribute: false },
    marked: { attribute: false },
    lit: { attribute: false },
    arrangement: { attribute: false },
    movable: { type: Boolean },
    dimmed: { type: Boolean, reflect: true },
    locked: { type: Boolean, reflect: true },
    wheel: { type: String, reflect: true },
    memories: { attribute: false },
    docs: { attribute: false },
    running: { attribute: false },
    sourced: { type: Boolean },
    asks: { type: Boolean },
    awaited: { type: Boolean, reflect: true },
    subject: { state: true },
    aside: { state: true },
    state: { state: true },
    waiting: { state: true },
  }

  /** The scene to draw; undefined shows nothing. */
  declare compiled: CompileResult | undefined
  /** Where the values come from. */
  declare values: Values | undefined
  /** Faults to show as badges. */
  declare faults: readonly Fault[]
  /** The level shown: node ids from the top. */
  declare path: string[]
  /** Paths of nodes that are marked: what something else on the page is about. The picture does not move for them. */
  declare marked: readonly string[]
  /** The lit nodes and wires of all levels; the others step back; undefined lights all alike. */
  declare lit: Lit | undefined
  /** Places that a person gave to parts. */
  declare arrangement: Arrangement | undefined
  /** Parts can be moved by hand. */
  declare movable: boolean
  /** The text is broken and this is the last good circuit. */
  declare dimmed: boolean
  /** The circuit can be looked at, and nothing in it be set. */
  declare locked: boolean
  /** The target of the wheel and of one finger: `canvas` pans, `page` leaves them to the page. */
  declare wheel: 'canvas' | 'page'

  /** Who knows what nodes remember, for the inspector: the slot. */
  declare memories: Memories | undefined
  /** Whether the circuit runs by itself. Its outputs are not read out meanwhile: it would never end. */
  declare running: (() => boolean) | undefined
  /** The page's descriptions of components, for the inspector. */
  declare docs: ((component: string) => ComponentDocs | undefined) | undefined
  /** `circuit-source` leads somewhere. */
  declare sourced: boolean
  /** Questions about values are answered, see {@link CircuitInspector}. */
  declare asks: boolean

  /** The circuit is drawn and does not run yet; what is set is shown, and whoever hears `circuit-set` keeps it. */
  declare awaited: boolean

  declare private state: State
  declare private subject: Subject | undefined // what the inspector shows
  declare private aside: boolean // the inspector is at the other side
  declare private waiting: number // nodes being laid out, 0 when not (or not for long)

  private drawing: Drawing | undefined
  private drawn: CompileResult | undefined // what the drawing shows
  private pictures: Pictures | undefined
  private layers: Layers | undefined
  private overview: Overview | undefined
  private room = { width: 0, height: 0 } // of the canvas, as last observed: asking while zooming would lay out the page
  private traced: string | undefined // key of the wire under the pointer
  private shownCircuit = ''
  private job = 0
  private unwanted = new AbortController() // aborted when another picture is to be laid out
  private lastChange = 0
  private current = '' // key of the node that Tab reaches among the nodes that cannot be operated
  private stopListening: (() => void) | undefined
  private resize: ResizeObserver | undefined
  private quiet: ReturnType<typeof setTimeout> | undefined
  private still: ReturnType<typeof setTimeout> | undefined
  private resized: ReturnType<typeof setTimeout> | undefined
  private selected: string | undefined
  private left = '' // path of the node whose inside was left last

  constructor() {
    super()
    this.faults = []
    this.path = []
    this.marked = []
    this.movable = false
    this.dimmed = false
    this.locked = false
    this.wheel = 'canvas'
    this.sourced = false
    this.asks = false
    this.awaited = false
    this.aside = false
    this.state = { kind: 'empty' }
    this.waiting = 0
  }

  /** Shows the present values. Call it at most once for each display frame. */
  refresh(): void {
    // while the next picture is laid out, the values already belong to the next circuit
    const { shown } = this
    if (!this.drawing || !shown || this.drawn !== this.compiled) return
    const now = performance.now()
    this.capture.look()
    const painted = this.pictures?.update(shown) ?? 0
    const changed = this.drawing.update(shown)
    this.inspector?.refresh()
    clearTimeout(this.still)
    this.still = setTimeout(() => this.describe(), QUIET)
    if (changed + painted === 0) return
    // in a large picture even the asking for transitions costs more than a frame
    const calm = this.drawing.nets <= MAX_ANIMATED && now - this.lastChange > CALM
    this.layers?.animate(calm)
    this.lastChange = now
    this.tip.refresh()
    updateRoles(this.drawing, shown)
    clearTimeout(this.quiet)
    this.quiet = setTimeout(() => this.announce(), QUIET)
  }

  /** The values, with what was set and is still on its way. */
  private get shown(): Values | undefined {
    return this.operator.values
  }

  /** Shows the whole picture. */
  fit(): void {
    this.camera.fit()
  }

  /** Zooms around the middle of the canvas. */
  zoom(factor: number): void {
    this.operator.entry.close(true)
    this.camera.zoom(factor, { x: this.clientWidth / 2, y: this.clientHeight / 2 })
  }

  /** Selects a node or a signal by path, or nothing. */
  select(path: string | undefined): void {
    this.selected = path
    this.drawing?.select(path)
    this.subject = this.subjectOf(path)
  }

  /** Selects a part by its path, at the level of the circuit where it is drawn. */
  showPart(path: string): void {
    const level = splitPath(path)?.slice(0, -1)
    if (!level) return
    // A circuit inside of switches and lamps is drawn with its frame at the top level.
    const to = level.length === 1 && level[0] === 'dut' ? [] : level
    if (to.join('\n') !== this.path.join('\n')) this.open(to)
    this.select(path)
  }

  /** The node or wire of a path in the picture; nothing where it is not shown. */
  private subjectOf(path: string | undefined): Subject | undefined {
    const { drawing } = this
    if (path === undefined || !drawing) return undefined
    const node = drawing.scene.nodes.find((n) => n.path === path)
    if (node) return { kind: 'node', node }
    const wire = drawing.wireOf(path)
    return wire && { kind: 'wire', wire }
  }

  private get inspector(): CircuitInspector | null {
    return this.subject ? this.renderRoot.querySelector('circuit-inspector') : null
  }

  /** Goes to a level of the circuit; the path is node ids from the top. */
  open(path: string[]): void {
    const below = path.length === 0 && this.path[0] === 'dut' ? 2 : path.length + 1
    this.left = joinPath(this.path.slice(0, below))
    this.path = path
    this.emit('circuit-open', { path } satisfies CircuitOpenDetail)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    sharedLayouter().prepare()
    this.resize = new ResizeObserver(() => {
      this.room = { width: this.clientWidth, height: this.clientHeight }
      this.camera.settle()
      clearTimeout(this.resized)
      this.resized = setTimeout(() => void this.layout(true), SETTLED)
    })
    this.resize.observe(this)
    window.addEventListener('beforeprint', this.print)
    window.addEventListener('afterprint', this.printEnded)
    this.requestUpdate() // gestures are listened to again after a move in the page
  }

  /**
   * A move by `moveBefore` changes nothing. Without this method the browser would disconnect and connect the element.
   */
  connectedMoveCallback(): void {}

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.resize?.disconnect()
    window.removeEventListener('beforeprint', this.print)
    window.removeEventListener('afterprint', this.printEnded)
    this.stopListening?.()
    this.stopListening = undefined
    clearTimeout(this.quiet)
    clearTimeout(this.still)
    clearTimeout(this.resized)
    this.prefetch.end()
    this.motion.end()
    this.operator.entry.stop()
    this.tip.hide()
  }

  override updated(changes: PropertyValues<this>): void {
    const stage = this.renderRoot.querySelector<HTMLElement>('.stage')
    // An update may come after the element was taken away; what listens to the window would hold it.
    if (stage && !this.stopListening && this.isConnected) {
      this.stopListening = listenGestures(stage, {
        pan: (dx, dy) => {
          this.operator.entry.close(true)
          this.motion.move(() => this.camera.pan(dx, dy))
        },
        zoom: (factor, point) => {
          this.operator.entry.close(true)
          this.motion.move(() => this.camera.zoom(factor, point))
        },
        click: (e) => this.clicked(e),
        panning: (active) => {
          stage.classList.toggle('panning', active)
          if (!active) this.motion.rest()
        },
        under: (e) => {
          const shielded = this.layers?.shielded
          this.motion.rest()
          return (shielded && this.shadowRoot?.elementFromPoint(e.clientX, e.clientY)) || e.composedPath()[0]
        },
        pageScrolls: () => this.wheel === 'page',
        grab: (on) => {
          const node = this.movable ? this.nodeOf(on ?? null) : undefined
          return node && this.mover.grab(node)
        },
      })
      this.layers ??= new Layers(this.renderRoot)
      const corner = this.renderRoot.querySelector<HTMLElement>('.overview')
      if (corner) this.overview = new Overview(corner, (point) => this.motion.move(() => this.camera.centre(point)))
    }
    if (changes.has('compiled')) this.operator.forget()
    if (changes.has('compiled') && this.compiled && this.path.length > 0) {
      try {
        trail(this.compiled, this.path)
      } catch {
        this.path = [] // the level is gone from the new circuit; the change of path draws
        return
      }
    }
    if (changes.has('compiled') || changes.has('path') || changes.get('locked') !== undefined) void this.layout()
    else if (changes.has('arrangement')) void this.layout(false, this.drawn === this.compiled)
    else if (changes.has('values')) this.refresh()
    if (changes.has('faults')) this.drawing?.setFaults(this.faults)
    if (changes.has('lit')) this.drawing?.light(this.lit)
    if (changes.has('marked')) this.drawing?.mark(this.marked)
  }

  /**
   * Places and draws the level; `again` when only the size of the canvas changed, `held` when only places did: then the
   * camera stays.
   */
  private async layout(again = false, held = false): Promise<void> {
    if (again && (this.state.kind !== 'drawn' || this.drawn !== this.compiled)) return
    const job = ++this.job
    const { unwanted } = this
    this.unwanted = new AbortController()
    const { compiled } = this
    if (!compiled?.circuit || compiled.omitted) unwanted.abort()
    if (!compiled?.circuit) {
      this.show(undefined)
      this.state = { kind: 'empty' }
      return
    }
    if (compiled.omitted) {
      this.show(undefined)
      this.state = { kind: 'too-large', nodes: compiled.omitted.nodes, links: compiled.omitted.connections, kinds: [] }
      return
    }
    let scene: Scene | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      scene = buildScene(compiled, this.path)
      if (scene.frame && scene.nodes.length > MAX_NODES) scene = buildScene(compiled, this.path, true)
      if (this.locked) scene = locked(scene)
      this.operator.recall(scene.nodes)
      const nodes = scene.nodes.length
      timer = setTimeout(() => {
        if (job === this.job) this.waiting = nodes
      }, PATIENCE)
      const room = roomOf(this.clientWidth, this.clientHeight)
      const placing = sharedLayouter().layout(scene, room, this.unwanted.signal, this.arrangement)
      unwanted.abort() // now: when both are the same picture, what was begun is still wanted
      this.prefetch.end() // nothing that may be wanted later goes before this picture
      const placement = await placing
      if (job !== this.job || (again && placement.aspect === this.drawing?.aspect)) return
      this.drawn = compiled
      if (held && this.drawing) this.camera.follow(this.drawing.places.origin, placement.origin)
      this.show(new Drawing(scene, placement))
      this.state = { kind: 'drawn' }
      // Other pages have their own work, and nobody may look inside of their circuits.
      if (this.wheel === 'canvas' && this.isConnected) this.prefetch.shown(compiled, scene.nodes, room)
    } catch (e) {
      if (job !== this.job) return
      this.show(undefined)
      this.state =
        e instanceof TooLarge
          ? { kind: 'too-large', nodes: e.nodes, links: e.links, kinds: scene ? kindsOf(scene) : [] }
          : { kind: 'failed', message: e instanceof Error ? e.message : String(e) }
    } finally {
      unwanted.abort()
      clearTimeout(timer)
      if (job === this.job) this.waiting = 0
    }
  }

  private show(drawing: Drawing | undefined): void {
    const focused = this.focusedNode()?.path
    this.operator.entry.forget()
    this.tip.hide()
    this.traced = undefined
    this.drawing = drawing
    this.overview?.draw(drawing && { width: drawing.width, height: drawing.height, boxes: drawing.boxes() })
    this.capture.forget()
    const faces = this.layers?.faces
    this.pictures = faces ? new Pictures(faces, drawing) : undefined
    this.layers?.show(drawing)
    this.subject = this.subjectOf(this.selected)
    if (!drawing) return
    const level = `${this.compiled?.main ?? ''}/${joinPath(this.path)}`
    if (level !== this.shownCircuit) this.camera.forget()
    this.shownCircuit = level
    this.camera.settle()
    drawing.pin((path) => isPinned(this.arrangement, path))
    drawing.setFaults(this.faults)
    drawing.select(this.selected)
    drawing.mark(this.marked)
    if (this.lit) drawing.light(this.lit)
    const { shown } = this
    if (shown) {
      this.pictures?.update(shown)
      drawing.update(shown)
    }
    this.current = firstStop(drawing, this.current)
    setRoles(drawing, shown, this.current)
    this.announce()
    if (focused !== undefined) {
      // the same node, or the one that was just left by going up, or the first of the new level
      const { nodes } = drawing.scene
      const left = this.left
      const next =
        nodes.find((n) => n.path === focused) ??
        nodes.find((n) => n.path === left) ??
        nodes.find((n) => n.interactive || n.key === this.current)
      if (next) focusInPlace(drawing.node(next.key))
    }
  }

  /** The whole picture is printed, wherever the camera looks. */
  private readonly print = (): void => {
    const { drawing } = this
    if (!drawing) return
    drawing.sight.look({ x: 0, y: 0, width: drawing.width, height: drawing.height })
    this.layers?.print(drawing)
    this.style.setProperty('--aspect', `${drawing.width} / ${drawing.height}`) // for pages that print it as high as it is
  }

  private readonly printEnded = (): void => {
    this.layers?.printEnded()
    this.camera.settle()
  }

  private readonly camera = new Camera({
    size: () => this.size,
    subject: () => this.drawing,
    crowned: () => this.path.length > 0,
    covered: () => coveredEnds(this.size, this.aside, this.inspector?.height ?? 0),
    show: (view) => this.look(view),
  })

  private get size(): { width: number; height: number } {
    return this.room.width > 0 ? this.room : { width: this.clientWidth, height: this.clientHeight }
  }

  private readonly motion = new Motion(() => this.look(this.camera.view))

  private look(v: View): void {
    const sight = this.drawing?.sight
    const moving = this.motion.active && sight?.large === true
    this.layers?.look(v, moving)
    this.overview?.mark(v, this.size, moving)
    sight?.look(seenOf(v, this.size), moving)
    this.tip.hide()
  }

  // ——— what is under the pointer ———

  private nodeOf(target: EventTarget | null): SceneNode | undefined {
    const key = target instanceof Element ? target.closest('[data-node]')?.getAttribute('data-node') : undefined
    return key ? this.drawing?.scene.nodes.find((n) => n.key === key) : undefined
  }

  private readonly prefetch = new LayoutPrefetch(sharedLayouter)

  private pointed(e: PointerEvent): void {
    this.tip.moved(e)
    const target = e.composedPath()[0]
    const part = e.buttons === 0 ? this.nodeOf(target ?? null) : undefined
    if (part?.opens && this.drawn && this.drawn === this.compiled)
      this.prefetch.near(this.drawn, part, roomOf(this.size.width, this.size.height))
    const on = e.pointerType !== 'touch' && e.buttons === 0 && target instanceof Element
    this.trace(on ? (target.closest('[data-wire]')?.getAttribute('data-wire') ?? undefined) : undefined)
  }

  private pointerLeft(): void {
    this.tip.hide()
    this.trace(undefined)
  }

  private trace(key: string | undefined): void {
    if (key === this.traced) return
    this.traced = key
    this.drawing?.trace(key)
  }

  private clicked(e: PointerEvent): void {
    const target = e.composedPath()[0] ?? null
    const node = this.nodeOf(target)
    if (node) {
      const { scene } = this.drawing ?? {}
      if (scene && keyboardOf(scene, node)) {
        focusInPlace(this.drawing?.node(node.key)) // first: another node that loses the focus lets the keyboard go
        this.capture.take(node)
      } else if (node.interactive) this.operator.operate(node)
      else this.choose(node.path, 'node')
      if (this.taps.twice(e, node.key)) this.doubleClicked(node)
      return
    }
    this.capture.release()
    const key = target instanceof Element ? target.closest('[data-wire]')?.getAttribute('data-wire') : undefined
    const wire = key ? this.drawing?.wire(key) : undefined
    if (wire) this.choose(wire.path, 'wire', this.pointOf(e))
    else this.choose(undefined, 'nothing')
  }

  private pointOf(e: PointerEvent): Point {
    const box = this.getBoundingClientRect()
    return { x: e.clientX - box.left, y: e.clientY - box.top }
  }

  private choose(path: string | undefined, kind: CircuitSelectDetail['kind'], at?: Point): void {
    if (path === undefined && this.selected === undefined) return
    this.tip.hide() // the inspector says it, and more
    this.select(path)
    const { subject } = this
    const box = subject?.kind === 'node' ? this.drawing?.box(subject.node.key) : undefined
    const { scale, x, y } = this.camera.view
    const place = box
      ? { x: x + box.x * scale, y: y + box.y * scale, width: box.width * scale, height: box.height * scale }
      : at && { x: at.x - NEAR, y: at.y - NEAR, width: 2 * NEAR, height: 2 * NEAR }
    if (subject && place) this.aside = isAside(place, this.size) // the picture stays where it is
    this.emit('circuit-select', { path, kind } satisfies CircuitSelectDetail)
  }

  private doubleClicked(node: SceneNode | undefined): void {
    if (node?.opens) this.enter(node)
    else if (node && (node.editable || (node.keys && node.interactive))) this.operator.type(node)
  }

  private readonly taps = new Taps()

  private enter(node: SceneNode): void {
    this.open(splitPath(node.path) ?? [])
  }

  private readonly operator = new Operator({
    drawing: () => this.drawing,
    values: () => this.values,
    early: () => this.awaited,
    view: () => this.camera.view,
    find: (selector) => this.renderRoot.querySelector<HTMLElement>(selector),
    rendered: () => this.updateComplete,
    requestUpdate: () => this.requestUpdate(),
    set: (name, value) => this.set(name, value),
    refresh: () => this.refresh(),
    release: () => this.capture.release(),
    hideTip: () => this.tip.hide(),
  })

  // ——— places ———

  private readonly mover = new Mover({
    drawing: () => this.drawing,
    arrangement: () => this.arrangement,
    scale: () => this.camera.view.scale,
    hideTip: () => this.tip.hide(),
    arranged: (arrangement, node) => this.arranged(arrangement, `${node.label || node.component} is pinned here.`),
  })

  private arranged(arrangement: Arrangement | undefined, words: string): void {
    this.emit('circuit-arrange', { arrangement, words } satisfies CircuitArrangeDetail)
  }

  /** Lets the layout place the part again that is selected, or has the focus. False when that was not pinned. */
  unpin(path = this.selected ?? this.focusedNode()?.path): boolean {
    const { drawing, arrangement } = this
    if (!drawing || path === undefined || !isPinned(arrangement, path)) return false
    this.arranged(unpinned(drawing.scene, arrangement, path), 'The part is not pinned any more.')
    return true
  }

  /** Lets the layout place all parts of the level again. False when none of them had a place of its own. */
  arrangeAgain(): boolean {
    const { drawing, arrangement } = this
    if (!drawing?.scene.nodes.some((n) => isPinned(arrangement, n.path))) return false
    this.arranged(without(drawing.scene, arrangement), 'The parts are arranged again.')
    return true
  }

  private set(name: string, value: Value): Promise<unknown> | undefined {
    let answer: Promise<unknown> | undefined
    const until = (given: Promise<unknown>): void => {
      answer = given
    }
    this.emit('circuit-set', { name, value, until } satisfies CircuitSetDetail)
    return answer
  }

  // ——— keyboard ———

  private focusedNode(): SceneNode | undefined {
    const active = this.shadowRoot?.activeElement
    return this.nodeOf(active ?? null)
  }

  private focusIn(e: FocusEvent): void {
    const node = this.nodeOf(e.target)
    if (!node) return
    const element = this.drawing?.node(node.key)
    element?.setAttribute('aria-label', describe(node, this.shown))
    // a keyboard that the Tab key came to; a click takes the keys itself
    if (node.keys && element?.matches(':focus-visible')) this.capture.take(node)
    if (!node.interactive && !node.keys && node.key !== this.current) {
      this.drawing?.node(this.current)?.setAttribute('tabindex', '-1')
      this.current = node.key
      element?.setAttribute('tabindex', '0')
    }
    const box = element?.matches(':focus-visible') ? this.drawing?.box(node.key) : undefined
    if (box) this.camera.bring(box)
  }

  private focusOut(e: FocusEvent): void {
    if (this.nodeOf(e.target)) this.capture.release()
  }

  private readonly capture = new Capture({
    scene: () => this.drawing?.scene,
    values: () => this.values,
    element: (key) => this.drawing?.node(key),
    set: (name, value) => this.set(name, value),
  })

  private keyDown(e: KeyboardEvent): void {
    if (!e.defaultPrevented && this.capture.key(e)) {
      e.preventDefault()
      e.stopPropagation()
      return
    }
    if (this.capture.active) return
    const node = this.focusedNode()
    if (this.movable && node && e.altKey && !e.defaultPrevented && !e.ctrlKey && !e.metaKey) {
      if (!this.mover.press(e, node)) return
      e.preventDefault() // some browsers go back with it
      e.stopPropagation()
    }
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return
    if (press(e, node, this.actions)) {
      e.preventDefault()
      e.stopPropagation()
    }
  }

  private readonly actions: KeyActions = {
    nudge: (node, by) => this.operator.nudge(node, by),
    type: (node, text) => this.operator.type(node, text),
    take: (node) => this.capture.take(node),
    operate: (node) => this.operator.operate(node),
    enter: (node) => this.enter(node),
    select: (node) => this.choose(node.path, 'node'),
    inspect: (node) => this.inspect(node),
    back: () => this.back(),
    zoom: (factor) => this.zoom(factor),
    fit: () => this.fit(),
    step: (node, key) => this.step(node, key),
  }

  private back(): boolean {
    // a double click selects the node that it opens, and what is selected on another level is not seen here
    if (this.selected !== undefined && this.drawing?.shows(this.selected)) this.choose(undefined, 'nothing')
    else if (this.path.length > 0) this.open(this.path.slice(0, this.upwards()))
    else return false
    return true
  }

  /** Shows what is known of a node, and then, asked again, brings the keyboard there. */
  private inspect(node: SceneNode): void {
    if (this.selected !== node.path) this.choose(node.path, 'node')
    else focusInPlace(this.inspector?.renderRoot.querySelector<HTMLElement>('.panel'))
  }

  /** Back from the inspector to what it tells of. */
  private leaveInspector(): void {
    const { subject } = this
    this.choose(undefined, 'nothing')
    if (subject?.kind === 'node') focusInPlace(this.drawing?.node(subject.node.key))
    else focusInPlace(this.drawing?.node(this.current))
  }

  /** Length of the path one level up; the frame that is open in place is no level of its own. */
  private upwards(): number {
    const up = this.path.length - 1
    return up === 1 && this.path[0] === 'dut' ? 0 : up
  }

  /** Moves the focus to the nearest node in a direction. */
  private step(from: SceneNode, key: string): boolean {
    const { drawing } = this
    if (!drawing) return false
    const next = nearest(drawing.scene.nodes, (n) => drawing.box(n.key), from, key)
    if (next) focusInPlace(drawing.node(next.key))
    return next !== undefined
  }

  // ——— what is said ———

  /**
   * Values have not come for a while: the clock stands, and what is said of the parts holds for longer than a moment.
   */
  private describe(): void {
    if (this.drawing && this.drawn === this.compiled) describeAll(this.drawing, this.shown)
  }

  private announce(): void {
    const region = this.renderRoot.querySelector('.unseen')
    if (!region || !this.drawing) return
    clearTimeout(this.quiet)
    if (this.running?.()) {
      this.quiet = setTimeout(() => this.announce(), QUIET)
      return
    }
    const text = outputs(this.drawing.scene, this.shown)
    if (region.textContent !== text) region.textContent = text
  }

  private readonly tip = new Tip(
    this,
    () => this.renderRoot.querySelector<HTMLElement>('.tip'),
    ({ kind, key }) => {
      const wire = kind === 'wire' ? this.drawing?.wire(key) : undefined
      if (wire && wire.path === this.selected) return []
      if (wire) return wireTip(wire, this.shown)
      const node = this.drawing?.scene.nodes.find((n) => n.key === key)
      return node && node.path !== this.selected ? nodeTip(node, this.shown, this.faults) : []
    },
  )

  private emit(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  // ——— the shell ———

  override render(): TemplateResult {
    const name = this.compiled?.main ?? ''
    const pictured = (this.drawing ? this.drawn : this.compiled)?.main ?? '' // while the next one is laid out, the last stays
    return html`
      <div class="grid" part="grid"></div>
      <div
        class="stage ${this.waiting === 0 ? '' : pictured === name ? 'outdated' : 'outdated other'}"
        part="stage"
        role="group"
        aria-label=${`Circuit ${pictured}`.trimEnd()}
        @dblclick=${(e: MouseEvent) => this.taps.last || this.doubleClicked(this.nodeOf(e.composedPath()[0] ?? null))}
        @pointermove=${this.pointed}
        @pointerleave=${this.pointerLeft}
        @keydown=${this.keyDown}
        @keyup=${(e: KeyboardEvent) => this.capture.keyUp(e)}
        @focusin=${this.focusIn}
        @focusout=${this.focusOut}
      >
        <div class="shift">
          <div class="plane">
            <svg class="drawing" part="drawing"><g class="layer"></g></svg>
            <svg class="drawing front" part="drawing"><g class="layer"></g></svg>
            <div class="pictures" aria-hidden="true"></div>
          </div>
        </div>
        <div class="shield" hidden></div>
      </div>
      ${stateNotice(
        this.state,
        () => this.layout(),
        (path) => this.open(path),
      )}
      ${this.path.length > 0 ? trailOf(name, this.path, (path) => this.open(path)) : nothing}
      ${this.operator.entry.render()}
      ${
        this.waiting > 0
          ? html`<div class="progress"
        role="status">Laying out ${this.waiting.toLocaleString('en')} parts…</div>`
          : nothing
      }
      ${
        this.state.kind === 'drawn'
          ? zoomButtons(
              (factor) => this.zoom(factor),
              () => this.fit(),
            )
          : nothing
      }
      <div class="overview" part="overview" aria-hidden="true" hidden></div>
      <div class="tip" hidden></div>
      ${
        this.subject
          ? html`<circuit-inspector
              .subject=${this.subject}
              .values=${this.values}
              .memories=${this.memories}
              .docs=${this.docs}
              ?sourced=${this.sourced}
              ?asks=${this.asks}
              ?aside=${this.aside}
              ?pinned=${this.movable && this.subject.kind === 'node' && isPinned(this.arrangement, this.subject.node.path)}
              @inspector-unpin=${(e: CustomEvent<SceneNode>) => this.unpin(e.detail.path)}
              @circuit-part=${(e: CustomEvent<{ path: string }>) => this.showPart(e.detail.path)}
              @inspector-close=${this.leaveInspector}
              @inspector-leave=${this.leaveInspector}
              @inspector-enter=${(e: CustomEvent<SceneNode>) => this.enter(e.detail)}
            ></circuit-inspector>`
          : nothing
      }
      <div class="unseen" aria-live="polite"></div>
    `
  }
}

if (!customElements.get('circuit-canvas')) customElements.define('circuit-canvas', CircuitCanvas)

declare global {
  interface HTMLElementTagNameMap {
    'circuit-canvas': CircuitCanvas
  }
}
