import { type LibraryEntry, library } from 'virtual:library'
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  insertCompletionText,
  snippet,
  snippetCompletion,
} from '@codemirror/autocomplete'
import type { CompileResult } from '../engine.ts'
import { type Expected, expectedAt } from './expected.ts'
import { syntax } from './syntax.ts'

/** Whole circuits, and types of ports and state, to be filled in. Each is right as it is inserted. */
const circuits: readonly Completion[] = [
  snippetCompletion(
    "circuit('#{Name}', {\n  inputs: { #{a}: bit },\n  outputs: { #{y}: bit },\n  nodes: { #{not}: Not },\n  connect: ({ inputs, outputs, nodes }) => [\n    inputs.#{a}.to(nodes.#{not}.in),\n    nodes.#{not}.out.to(outputs.#{y}),#{}\n  ],\n})",
    { label: 'circuit', detail: 'a circuit of nodes', type: 'function', boost: 5 },
  ),
  snippetCompletion(
    "circuit('#{Name}', {\n  inputs: { #{a}: bit },\n  outputs: { #{y}: bit },\n  eval: ({ #{a} }) => ({ #{y}: #{a} }),\n})",
    { label: 'circuit eval', detail: 'a circuit by formula', type: 'function' },
  ),
  snippetCompletion(
    "circuit('#{Name}', {\n  inputs: { #{en}: bit },\n  outputs: { #{q}: bus(8) },\n  state: { #{n}: reg(8) },\n  eval: ({ #{n} }) => ({ #{q}: #{n} }),\n  onTick: ({ #{en}, #{n} }) => ({ #{n}: #{n} + #{en} }),\n})",
    { label: 'circuit state', detail: 'a circuit with a register', type: 'function' },
  ),
]

const ports: readonly Completion[] = [
  { label: 'bit', type: 'type', detail: 'one wire' },
  snippetCompletion('bus(#{1:8})', { label: 'bus', detail: 'n wires', type: 'type' }),
]

const states: readonly Completion[] = [
  snippetCompletion('reg(#{1:8})', { label: 'reg', detail: 'state of n bits', type: 'type' }),
  snippetCompletion('mem(#{1:256}, #{2:8})', { label: 'mem', detail: 'cells of n bits', type: 'type' }),
]

const builders = [...circuits, ...ports, ...states]
const builderNames = new Set(builders.map((b) => b.label))

/** The way from an end of a connection to the other. */
export const connecting: Completion = snippetCompletion('to(#{})', {
  label: 'to',
  type: 'method',
  detail: 'connect',
  boost: -1,
})

const keys: readonly Completion[] = [
  { label: 'inputs', detail: 'name: bit or bus(n)' },
  { label: 'outputs', detail: 'name: bit or bus(n)' },
  { label: 'nodes', detail: 'name: component' },
  { label: 'connect', detail: 'which wire goes where' },
  { label: 'eval', detail: 'outputs from inputs and state' },
  { label: 'state', detail: 'name: reg(n) or mem(depth, n)' },
  { label: 'onTick', detail: 'next state at the clock edge' },
  { label: 'meta', detail: 'description, icon, …' },
].map((c) => ({ ...c, type: 'property', apply: `${c.label}: ` }))

/** A component as it stands in a text: one with options is called, and its size is to be filled in. */
export function applyComponent({ name, factory, sizes = [] }: LibraryEntry): NonNullable<Completion['apply']> {
  if (!factory) return name
  const options = sizes.map(([option, value], i) => `${option}: #{${i + 1}:${value}}`).join(', ')
  const called = snippet(options === '' ? `${name}(#{})` : `${name}({ ${options} })`)
  return (view, completion, from, to) => {
    if (view.state.sliceDoc(to, to + 1) !== '(') called(view, completion, from, to)
    else view.dispatch(insertCompletionText(view.state, name, from, to)) // its options are there already
  }
}

const components: readonly Completion[] = library.map((entry) => ({
  label: entry.name,
  type: 'class',
  detail: entry.factory ? '({ … })' : undefined,
  info: entry.description,
  apply: applyComponent(entry),
})) as readonly Completion[]

const componentNames = new Set(library.map((entry) => entry.name))

/** How far behind everything else stands what has nothing to do with circuits. */
export const FOREIGN = -20
const isForeign = (o: Completion) => o.boost === FOREIGN

/**
 * A suggestion that matches worse by its letters still comes first with so much of a boost; without any it would be the
 * last.
 */
const FIRST = 99

/**
 * Puts what the place expects first, of what types and library offer: a component among the nodes, `reg` among the
 * state. Names that would be an error there are left out.
 */
export function sorted(offered: readonly Completion[], expected: Expected): Completion[] {
  const others = offered.filter((o) => !builderNames.has(o.label))
  const first = (list: readonly Completion[]) => list.map((o) => ({ ...o, boost: FIRST }))
  const isComponent = (o: Completion) => componentNames.has(o.label)
  switch (expected) {
    case 'component':
      return [...first(others.filter(isComponent)), ...others.filter((o) => !isComponent(o))]
    case 'port':
      return [...first(ports), ...others.filter((o) => !isComponent(o) && !isForeign(o))]
    case 'state':
      return [...first(states), ...others.filter((o) => !isComponent(o) && !isForeign(o))]
    case 'key':
      return others
    default:
      return [...builders, ...others]
  }
}

/** Ports of a node by its id, anywhere in the circuits of the last good compile. */
function portsOf(compiled: CompileResult | undefined, node: string, expected: Expected): Completion[] {
  const found = new Map<string, Completion>()
  // Elements of an array of nodes are named g0, g1, …; in the text they read g[0].
  const isNode = (id: string) => id === node || (id.startsWith(node) && /^\d+$/.test(id.slice(node.length)))
  for (const circuit of [compiled?.circuit, ...Object.values(compiled?.library ?? {})]) {
    for (const n of circuit?.nodes ?? []) {
      if (!isNode(n.id)) continue
      for (const [pins, word] of [
        [n.inputs, 'input'],
        [n.outputs, 'output'],
      ] as const) {
        if (expected === (word === 'input' ? 'source' : 'sink')) continue
        for (const pin of pins) {
          const width = pin.portType?.kind === 'bus' ? `, ${pin.portType.width} bits` : ''
          found.set(pin.name, { label: pin.name, type: 'property', detail: word + width })
        }
      }
    }
  }
  return [...found.values()]
}

/** Ports of the circuits in the text: what `inputs.` and `outputs.` offer. */
function circuitPorts(compiled: CompileResult | undefined, side: 'inputs' | 'outputs'): Completion[] {
  const main = compiled?.main === undefined ? undefined : (compiled.library?.[compiled.main] ?? compiled.circuit)
  return (main?.[side] ?? []).map((p) => ({
    label: p.name,
    type: 'property',
    detail: p.portType.kind === 'bus' ? `${p.portType.width} bits` : 'bit',
  }))
}

/** Completion from the library, the keys of the language, and the nodes and ports of the last good compile. */
export function circuitCompletion(compiled: () => CompileResult | undefined): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const inside = syntax(context.state, context.pos).resolveInner(context.pos, -1).name
    if (/String|Comment|RegExp/.test(inside)) return null

    const expected = expectedAt(context.state, context.pos)
    const member = context.matchBefore(/(([\w$]+)(\[\w*\])?\.)?([\w$]+)(\[\w*\])?\.[\w$]*/)
    if (member) {
      const [, outer = '', object = '', name = ''] =
        /^(?:([\w$]+)(?:\[\w*\])?\.)?([\w$]+)(?:\[\w*\])?\.([\w$]*)$/.exec(member.text) ?? []
      const options = membersOf(compiled(), outer, object, expected)
      if (options.length === 0) return null
      return { from: context.pos - name.length, options, validFor: /^[\w$]*$/ }
    }

    const word = context.matchBefore(/[\w$]+/)
    if (!word && !context.explicit) return null
    const options = expected === 'key' ? keys : sorted(components, expected)
    return { from: word?.from ?? context.pos, options, validFor: /^[\w$]*$/ }
  }
}

/** Suggestions after the dot behind a node, the ports of the circuit, or a port of either. */
function membersOf(
  compiled: CompileResult | undefined,
  outer: string,
  object: string,
  expected: Expected,
): readonly Completion[] {
  if (object === 'inputs' || object === 'outputs') {
    return expected === (object === 'inputs' ? 'sink' : 'source') ? [] : circuitPorts(compiled, object)
  }
  if (object === 'nodes') return nodeNames(compiled)
  const drives = outer === 'inputs' ? circuitPorts(compiled, outer) : portsOf(compiled, outer, 'source')
  if (outer !== '' && drives.some((p) => p.label === object)) return [connecting]
  return portsOf(compiled, object, expected)
}

function nodeNames(compiled: CompileResult | undefined): Completion[] {
  const names = new Map<string, Completion>()
  for (const circuit of Object.values(compiled?.library ?? {})) {
    for (const n of circuit.nodes) names.set(n.id, { label: n.id, type: 'variable', detail: n.componentRef })
  }
  return [...names.values()]
}
