import { library } from 'virtual:library'
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import { snippetCompletion } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { CompileResult } from '../engine.js'

/** Whole circuits, and types of ports and state, to be filled in. */
export const builders: readonly Completion[] = [
  snippetCompletion(
    "circuit('#{Name}', {\n  inputs: { #{a}: bit },\n  outputs: { #{y}: bit },\n  nodes: { #{not}: Not },\n  connect: ({ inputs, outputs, nodes }) => [\n    #{},\n  ],\n})",
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
  { label: 'bit', type: 'type', detail: 'one wire' },
  snippetCompletion('bus(#{1:8})', { label: 'bus', detail: 'n wires', type: 'type' }),
  snippetCompletion('reg(#{1:8})', { label: 'reg', detail: 'state of n bits', type: 'type' }),
  snippetCompletion('mem(#{1:256}, #{2:8})', { label: 'mem', detail: 'cells of n bits', type: 'type' }),
]

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

const components: readonly Completion[] = library.map((c) => ({
  label: c.name,
  type: 'class',
  detail: c.factory ? '({ … })' : undefined,
  info: c.description,
  // A component with options is called, one without is written bare.
  apply: c.factory ? `${c.name}()` : c.name,
})) as readonly Completion[]

/** Ports of a node by its id, anywhere in the circuits of the last good compile. */
function portsOf(compiled: CompileResult | undefined, node: string): Completion[] {
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
    const inside = syntaxTree(context.state).resolveInner(context.pos, -1).name
    if (/String|Comment|RegExp/.test(inside)) return null

    const member = context.matchBefore(/([\w$]+)(\[\w*\])?\.[\w$]*/)
    if (member) {
      const [, object = '', , name = ''] = /^([\w$]+)(\[\w*\])?\.([\w$]*)$/.exec(member.text) ?? []
      const from = context.pos - name.length
      const options =
        object === 'inputs' || object === 'outputs'
          ? circuitPorts(compiled(), object)
          : object === 'nodes'
            ? nodeNames(compiled())
            : portsOf(compiled(), object)
      if (options.length === 0) return null
      const to: Completion[] = [
        snippetCompletion('to(#{})', { label: 'to', type: 'method', detail: 'connect', boost: -1 }),
      ]
      return { from, options: object === 'nodes' ? options : [...options, ...to], validFor: /^[\w$]*$/ }
    }

    const word = context.matchBefore(/[\w$]+/)
    if (!word && !context.explicit) return null
    return { from: word?.from ?? context.pos, options: [...builders, ...keys, ...components], validFor: /^[\w$]*$/ }
  }
}

function nodeNames(compiled: CompileResult | undefined): Completion[] {
  const names = new Map<string, Completion>()
  for (const circuit of Object.values(compiled?.library ?? {})) {
    for (const n of circuit.nodes) names.set(n.id, { label: n.id, type: 'variable', detail: n.componentRef })
  }
  return [...names.values()]
}
