import { appendPath, joinPath } from '@simten/client/path'
import { nodesAt } from '@simten/client/places'
import type { CaretPlace } from '../editor/caret.ts'
import type { CompileResult } from '../engine.ts'

type Circuit = NonNullable<CompileResult['circuit']>

/**
 * The parts of the drawn level that a place in the text is about, by their paths: the nodes that stand there, several
 * where a loop made them; else the parts that are made of what stands there, or hold one.
 */
export function partsAt(
  compiled: CompileResult | undefined,
  level: readonly string[],
  place: CaretPlace | undefined,
): string[] {
  if (!compiled?.circuit || !place) return []
  const definition = (ref: string) =>
    compiled.library && Object.hasOwn(compiled.library, ref) ? compiled.library[ref] : undefined
  let circuit: Circuit | undefined = compiled.circuit
  for (const id of level) {
    const ref: string | undefined = circuit?.nodes.find((n) => n.id === id)?.componentRef
    circuit = ref === undefined ? undefined : definition(ref)
  }
  if (!circuit) return []
  const shown: Shown[] = [{ circuit, path: joinPath(level) }]
  // Between switches and lamps the circuit itself is drawn in the same picture.
  const inner = level.length === 0 ? circuit.nodes.find((n) => n.id === 'dut') : undefined
  const inside = inner && definition(inner.componentRef)
  if (inside) shown.unshift({ circuit: inside, path: 'dut' })
  return ownParts(shown, place) ?? holders(shown, place, definition) ?? []
}

interface Shown {
  readonly circuit: Circuit
  readonly path: string
}

const pathsOf = ({ path }: Shown, ids: readonly string[]) =>
  ids.filter((id) => path !== '' || id !== 'dut').map((id) => (path === '' ? joinPath([id]) : appendPath(path, id)))

/** The nodes whose own line it is, or whose name. */
function ownParts(shown: readonly Shown[], { file, lines, names, circuit }: CaretPlace): string[] | undefined {
  const called = (ids: readonly string[]) => {
    for (const name of names) {
      const some = ids.filter((id) => id === name || isNumbered(id, name))
      if (some.length > 0) return some
    }
    return []
  }
  const inCircuit = shown.some((s) => s.circuit.name === circuit)
  for (const line of lines) {
    // The last line is that of the call: what is nearer and known by its name comes first.
    if (inCircuit && line === lines.at(-1)) break
    const found = shown.flatMap((s) => {
      const there = nodesAt(s.circuit, line, file)
      const named = called(there)
      return pathsOf(s, named.length > 0 ? named : there)
    })
    if (found.length > 0) return found
  }
  if (!inCircuit) return undefined
  const named = shown.flatMap((s) => pathsOf(s, called(s.circuit.nodes.map((n) => n.id))))
  if (named.length > 0) return named
  const last = lines.at(-1) ?? 0
  return lines.length === 1 ? shown.flatMap((s) => pathsOf(s, nodesAt(s.circuit, last, file))) : []
}

/** Whether an id is that of an entry of a list of nodes: its name with a number behind it. */
const isNumbered = (id: string, name: string): boolean => id.startsWith(name) && /^\d+$/.test(id.slice(name.length))

/** The parts that are made of what stands there, or hold such a part. */
function holders(
  shown: readonly Shown[],
  { file, lines, circuit: name }: CaretPlace,
  definition: (ref: string) => Circuit | undefined,
): string[] | undefined {
  const known = new Map<string, boolean>()
  const holds = (ref: string): boolean => {
    const before = known.get(ref)
    if (before !== undefined) return before
    known.set(ref, false) // no circuit is inside itself
    const inside = definition(ref)
    const here =
      inside !== undefined &&
      (inside.name === name || ref === name || lines.some((line) => nodesAt(inside, line, file).length > 0))
    const found = here || (inside?.nodes.some((n) => holds(n.componentRef)) ?? false)
    known.set(ref, found)
    return found
  }
  const found = shown.flatMap((s) =>
    pathsOf(
      s,
      s.circuit.nodes.filter((n) => holds(n.componentRef)).map((n) => n.id),
    ),
  )
  return found.length > 0 ? found : undefined
}
