/** The scene of one picture: the nodes and links of one level of a compiled circuit, with the nets they carry. */

import { appendPath, joinPath, pathName, TOP_PREFIX } from '@simten/client/path'
import type { Json } from '@simten/client/protocol.gen'
import { type Lookup, lookupOf, type Signal } from '@simten/client/signals'
import { faceOf, shapeOf, tagShape } from '../faces/registry.ts'
import type { Described, PortShape, Shape } from '../faces/shape.ts'
import type { Base } from '../format/number.ts'
import type { Circuit, CircuitNode, CompileResult, Endpoint, PortType } from '../protocol.ts'
import { type Preview, previewOf } from './preview.ts'

/** A pin with the net it reads or drives; net is -1 when the design does not name it. */
export interface ScenePin {
  key: string // unique in the scene
  path: string // signal path, "dut.carry.a"
  net: number
  driven: boolean
}

/** Something the user can set. */
export interface Interactive {
  name: string // for Slot.set
  width: number // wires
  start?: number | bigint // what it is before anything was set, where no wire shows it
  base?: Base // in which the user last wrote it
}

export interface SceneNode {
  key: string // unique in the scene
  path: string // node path from the top, "dut.carry"; a terminal has the path of its port
  label: string
  component: string
  description: string
  options?: Record<string, Json> // as the program gave them
  icon: string
  parent: string // key of the frame that holds the node, or ''
  shape: Shape
  pins: ScenePin[] // in the order of shape.pins
  opens: boolean // has an inside to go to
  preview?: Preview // of the inside
  role: 'input' | 'output' | 'node'
  interactive?: Interactive // a control: a switch, a number field
  editable?: Interactive // anything else with an argument for the user to change: a constant
  keys?: Keys
  textState: boolean // shows text state (Console)
}

/** Something that takes the keys of the keyboard: as PC scan codes, or as characters handed over one by one. */
export interface Keys {
  name: string // for Slot.set
  codes: 'scan' | 'characters'
}

/** A composite that is opened in place. */
export interface SceneFrame {
  key: string
  path: string
  label: string
  component: string
  inputs: (ScenePin & PortShape)[]
  outputs: (ScenePin & PortShape)[]
}

/** One connection. */
export interface SceneLink {
  key: string
  source: string // pin keys
  target: string
  parent: string // key of the frame that contains the link, or ''
  path: string // signal path of the source
  net: number
  driven: boolean
  width: number
  bus: boolean
}

export interface Scene {
  circuit: string // name of the circuit shown
  path: string[] // node ids from the top; [] is the top
  nodes: SceneNode[]
  frame?: SceneFrame
  links: SceneLink[]
}

/** Under a keyboard, until it is used. */
export const KEYS_HINT = 'click, then press keys'

/** Thrown when a path does not lead to a composite of the compiled circuit. */
class NoSuchScene extends Error {}

/** The part of a path that leads to composites of the circuit: a path from elsewhere may be of another text. */
export function pathIn(compiled: CompileResult, path: readonly string[]): string[] {
  let here = compiled.circuit
  const steps: string[] = []
  for (const id of path) {
    const node = here?.nodes.find((n) => n.id === id)
    here = node && inside(compiled, node)
    if (!here) break
    steps.push(id)
  }
  return steps
}

/** The circuits on the way from the top to `path`, both included. */
export function trail(compiled: CompileResult, path: string[]): { id: string; circuit: Circuit }[] {
  if (!compiled.circuit) throw new NoSuchScene('nothing has been compiled')
  const steps = [{ id: '', circuit: compiled.circuit }]
  let here = compiled.circuit
  for (const id of path) {
    const node = here.nodes.find((n) => n.id === id)
    const inner = node && inside(compiled, node)
    if (!inner) throw new NoSuchScene(`${joinPath(path)} is not a composite of ${compiled.circuit.name}`)
    steps.push({ id, circuit: inner })
    here = inner
  }
  return steps
}

function inside(compiled: CompileResult, node: CircuitNode): Circuit | undefined {
  const inner = library(compiled, node.componentRef)
  return inner?.implementation.kind === 'composite' ? inner : undefined
}

function library(compiled: CompileResult, name: string): Circuit | undefined {
  return compiled.library && Object.hasOwn(compiled.library, name) ? compiled.library[name] : undefined
}

function wires(type: PortType | undefined): number {
  return type?.kind === 'bus' ? (type.width ?? 1) : 1
}

function portShape(p: { name: string; portType?: PortType }): PortShape {
  return { name: p.name, width: wires(p.portType), bus: p.portType?.kind === 'bus' }
}

/** Whether a circuit is an automatically made harness: a circuit of switches and lamps around the node `dut`. */
function isHarness(circuit: Circuit): boolean {
  const dut = circuit.nodes.find((n) => n.id === 'dut')
  return dut !== undefined && circuit.name === `${dut.componentRef}Demo` && circuit.inputs.length === 0
}

/**
 * Builds the scene of one level. The paths of nets come from the compiled design. With `closed` the circuit inside a
 * harness is a box like any other composite.
 */
export function buildScene(compiled: CompileResult, path: string[], closed = false): Scene {
  const steps = trail(compiled, path)
  const circuit = (steps[steps.length - 1] as { circuit: Circuit }).circuit
  return new Builder(compiled, circuit, path, closed).build()
}

class Builder {
  private readonly signal: Lookup
  private readonly scene: Scene

  constructor(
    private readonly compiled: CompileResult,
    private readonly circuit: Circuit,
    private readonly path: string[],
    private readonly closed: boolean,
  ) {
    this.signal = lookupOf(compiled.design)
    this.scene = { circuit: circuit.name, path, nodes: [], links: [] }
  }

  build(): Scene {
    const prefix = this.path.map((id) => `${pathName(id)}.`).join('')
    const own = this.path.length === 0 ? TOP_PREFIX : prefix
    const { circuit, scene } = this
    for (const p of circuit.inputs) this.terminal(portShape(p), 'in', own)
    for (const p of circuit.outputs) this.terminal(portShape(p), 'out', own)
    const opens = this.path.length === 0 && !this.closed && isHarness(circuit)
    const opened = opens ? circuit.nodes.find((n) => n.id === 'dut') : undefined
    const inner = opened && inside(this.compiled, opened)
    for (const node of circuit.nodes) {
      if (inner && node === opened) scene.frame = this.frame(node)
      else scene.nodes.push(this.node(node, prefix, '', circuit))
    }
    this.links(circuit, prefix, own, '')
    if (inner && scene.frame) {
      const within = `${prefix}dut.`
      for (const node of inner.nodes) scene.nodes.push(this.node(node, within, scene.frame.key, inner))
      this.links(inner, within, within, scene.frame.key)
    }
    return scene
  }

  private pin(path: string, key: string): ScenePin {
    const signal = this.signal(path)
    return { key, path, net: signal?.net ?? -1, driven: this.isDriven(signal) }
  }

  /** Without a design nothing is known, and most wires are driven. */
  private isDriven(signal: Signal | undefined): boolean {
    return signal?.driven ?? !this.compiled.design
  }

  private node(node: CircuitNode, prefix: string, parent: string, within: Circuit): SceneNode {
    const path = prefix + pathName(node.id)
    const definition = library(this.compiled, node.componentRef)
    const composite = definition?.implementation.kind === 'composite'
    const icon = definition?.metadata.icon ?? ''
    // `dut` is the harness's word, not the reader's: the box already carries the circuit's name.
    const tested = node.id === 'dut' && isHarness(within)
    const described: Described = {
      component: node.componentRef,
      label: tested ? node.componentRef : (node.label ?? node.id),
      icon,
      composite,
      arguments: node.arguments,
      inputs: node.inputs.map(portShape),
      outputs: node.outputs.map(portShape),
    }
    const shape = tested ? { ...shapeOf(described), caption: '' } : shapeOf(described)
    const pins = shape.pins.map((p) => this.pin(appendPath(path, p.name), pinKey(path, p.direction, p.name)))
    const result: SceneNode = {
      key: `n:${path}`,
      path,
      label: described.label,
      component: node.componentRef,
      description: definition?.metadata.description ?? '',
      options: node.arguments,
      icon,
      parent,
      shape,
      pins,
      opens: composite,
      role: role(shape, isHarness(within)),
      textState: faceOf(shape).shows === 'text',
    }
    if (composite && definition) result.preview = previewOf(definition)
    this.operation(result, described, definition?.metadata.interactiveArg)
    return result
  }

  /** How a node is operated: its interactive argument (D103), and whether it takes keys. */
  private operation(node: SceneNode, described: Described, argument: string | undefined): void {
    const setting = { name: node.path, width: described.outputs[0]?.width ?? 1 }
    const face = faceOf(node.shape)
    if (face.control) node.interactive = setting
    else if (face.keys) node.keys = { name: node.path, codes: face.keys }
    else if (argument && !node.opens) {
      const start = described.arguments[argument]
      node.editable = { ...setting, ...(typeof start === 'number' && start >= 0 && { start }) }
    }
    if (face.control === 'number' && /keyboard/i.test(node.label)) {
      node.keys = { name: node.path, codes: 'scan' }
      node.shape = { ...node.shape, caption: KEYS_HINT }
    }
  }

  /** A port of the circuit that fills the canvas: a control at the top level, a plain tag further down. */
  private terminal(port: PortShape, direction: 'in' | 'out', own: string): void {
    const top = this.path.length === 0
    const path = own + pathName(port.name)
    const described: Described = {
      component: direction === 'in' ? (port.bus ? 'Input' : 'Switch') : port.bus ? 'HexDisplay' : 'Led',
      label: port.name,
      icon: '',
      composite: false,
      arguments: {},
      inputs: direction === 'out' ? [port] : [],
      outputs: direction === 'in' ? [port] : [],
    }
    const shape = top ? shapeOf(described) : tagShape(port, direction)
    const result: SceneNode = {
      key: `t:${direction}:${port.name}`,
      path,
      label: port.name,
      component: direction === 'in' ? 'input' : 'output',
      description: '',
      icon: '',
      parent: '',
      shape,
      pins: [this.pin(path, terminalKey(direction, port.name))],
      opens: false,
      role: direction === 'in' ? 'input' : 'output',
      textState: false,
    }
    if (top && direction === 'in') result.interactive = { name: port.name, width: port.width }
    this.scene.nodes.push(result)
  }

  private frame(node: CircuitNode): SceneFrame {
    const pins = (list: CircuitNode['inputs'], direction: 'in' | 'out'): (ScenePin & PortShape)[] =>
      list.map((p) => ({
        ...portShape(p),
        ...this.pin(appendPath(pathName(node.id), p.name), pinKey(pathName(node.id), direction, p.name)),
      }))
    return {
      key: `f:${pathName(node.id)}`,
      path: pathName(node.id),
      label: node.label ?? node.id,
      component: node.componentRef,
      inputs: pins(node.inputs, 'in'),
      outputs: pins(node.outputs, 'out'),
    }
  }

  private links(circuit: Circuit, prefix: string, own: string, frame: string): void {
    const key = (e: Endpoint, direction: 'in' | 'out'): string => {
      if (e.nodeId !== '') return pinKey(prefix + pathName(e.nodeId), direction, e.portName)
      // seen from inside, an input port of the circuit is a source and an output port a target
      const outside = direction === 'out' ? 'in' : 'out'
      return frame === '' ? terminalKey(outside, e.portName) : pinKey(frame.slice(2), outside, e.portName)
    }
    const known = this.pinKeys()
    for (const c of circuit.connections) {
      const source = key(c.source, 'out')
      const target = key(c.target, 'in')
      if (!known.has(source) || !known.has(target)) continue // a node without geometry for this pin cannot be wired
      const end = pathName(c.source.portName)
      const path = c.source.nodeId === '' ? own + end : `${prefix}${pathName(c.source.nodeId)}.${end}`
      const signal = this.signal(path)
      this.scene.links.push({
        key: `l:${prefix}${c.id}`,
        source,
        target,
        parent: frame,
        path,
        net: signal?.net ?? -1,
        driven: this.isDriven(signal),
        width: wires(c.portType),
        bus: c.portType.kind === 'bus' && wires(c.portType) > 1,
      })
    }
  }

  private pinKeys(): Set<string> {
    const keys = new Set<string>()
    for (const n of this.scene.nodes) for (const p of n.pins) keys.add(p.key)
    const f = this.scene.frame
    if (f) for (const p of [...f.inputs, ...f.outputs]) keys.add(p.key)
    return keys
  }
}

/** The same scene with nothing in it to be set: switches, fields, constants and keyboards show what they hold. */
export function locked(scene: Scene): Scene {
  const nodes = scene.nodes.map(({ interactive: _, editable: __, keys: ___, ...node }): SceneNode => node)
  return { ...scene, nodes }
}

function pinKey(path: string, direction: 'in' | 'out', name: string): string {
  return `${direction}:${path}.${pathName(name)}`
}

function terminalKey(direction: 'in' | 'out', name: string): string {
  return `${direction}:${name}`
}

function role(shape: Shape, harness: boolean): SceneNode['role'] {
  const { control, shows } = faceOf(shape)
  if (control) return 'input'
  return shows === 'value' && harness ? 'output' : 'node'
}
