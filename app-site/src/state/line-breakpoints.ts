import { appendPath, joinPath, TOP_PREFIX } from '@simten/client/path'
import { type LambdaScope, NotWatched, type WatchedLine } from '../editor/lambda-lines.ts'
import type { CompileResult } from '../engine.ts'
import { signalOf } from './debugger.ts'

type Circuit = NonNullable<CompileResult['circuit']>
type Node = Circuit['nodes'][number]

/** Instances of a circuit at which one breakpoint stops. */
const MAX_INSTANCES = 16
/** Places that are looked at for instances. */
const MAX_PLACES = 20_000

/**
 * The expression at which a run stops for a line of a lambda: in the instances of its circuit that are inside the drawn
 * level, else in all of them. Throws NotWatched, which says why it cannot.
 */
export function whenOf(line: WatchedLine, compiled: CompileResult | undefined, level: readonly string[]): string {
  if (!compiled?.circuit) throw new NotWatched('There is no circuit yet that could stop here.')
  const all = instances(compiled, line.circuit)
  const within = joinPath(level)
  const some = within === '' ? all : all.filter((i) => i.path === within || i.path.startsWith(`${within}.`))
  const chosen = some.length > 0 ? some : all
  if (chosen.length === 0) throw new NotWatched(`No part of the circuit that runs is a ${line.circuit}.`)
  if (chosen.length > MAX_INSTANCES)
    throw new NotWatched(
      `The circuit has ${chosen.length.toLocaleString('en')} parts of this kind. Open one of them first: the breakpoint is for what is drawn.`,
    )
  return chosen.map((instance) => line.when(scopeOf(instance))).join(' || ')
}

interface Instance {
  readonly path: string
  readonly circuit: Circuit
  readonly node: Node | undefined
}

function instances({ circuit, library = {} }: CompileResult, name: string): Instance[] {
  const found: Instance[] = []
  let places = 0
  const visit = (inside: Circuit, path: readonly string[]): void => {
    for (const node of inside.nodes) {
      if (++places > MAX_PLACES) return
      const definition = Object.hasOwn(library, node.componentRef) ? library[node.componentRef] : undefined
      if (!definition) continue
      const at = [...path, node.id]
      if (definition.name === name || node.componentRef === name)
        found.push({ path: joinPath(at), circuit: definition, node })
      visit(definition, at)
    }
  }
  if (circuit?.name === name) found.push({ path: '', circuit, node: undefined })
  if (circuit) visit(circuit, [])
  return found
}

function scopeOf({ path, circuit, node }: Instance): LambdaScope {
  const names = new Set([...circuit.inputs, ...circuit.outputs, ...circuit.state].map((p) => p.name))
  const memories = new Set(circuit.state.filter((f) => f.stateType.kind === 'memory').map((f) => f.name))
  return {
    signal: (name) =>
      names.has(name) ? signalOf(path === '' ? `${TOP_PREFIX}${name}` : appendPath(path, name)) : undefined,
    isMemory: (name) => memories.has(name),
    option: (name) => {
      const value = node && Object.hasOwn(node.arguments, name) ? node.arguments[name] : undefined
      return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : undefined
    },
  }
}
