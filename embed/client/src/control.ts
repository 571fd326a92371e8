import type { CircuitNode, CompileResult } from './protocol.gen.ts'

/**
 * Whether two circuits have the same control under a name: an input of the same width, or a switch or field that the
 * text gives the same arguments. A value that only a click of the inspector changed (a constant) follows the text.
 */
export function isSameControl(name: string, before: CompileResult, after: CompileResult): boolean {
  const [was, is] = [widthOfInput(before, name), widthOfInput(after, name)]
  if (was !== undefined || is !== undefined) return was === is
  const [old, next] = [nodeAt(before, name), nodeAt(after, name)]
  const wanted = old && signature(old)
  return wanted !== undefined && next !== undefined && signature(next) === wanted
}

function widthOfInput({ design }: CompileResult, name: string): number | undefined {
  return design?.inputs.find((port) => port.name === name)?.width
}

/** A node by its path; names may have dots in them. */
function nodeAt({ circuit, library }: CompileResult, path: string): CircuitNode | undefined {
  let within = circuit
  let rest = path
  while (within) {
    const node = [...within.nodes].filter((n) => rest === n.id || rest.startsWith(`${n.id}.`)).at(-1)
    if (!node || rest === node.id) return node
    rest = rest.slice(node.id.length + 1)
    within = library?.[node.componentRef]
  }
  return undefined
}

/** The properties that make two nodes the same control; undefined for a node that is none, such as a constant. */
function signature(node: CircuitNode): string | undefined {
  if (node.componentRef.startsWith('Constant') || node.inputs.length > 0) return undefined
  return JSON.stringify([node.componentRef, node.arguments, node.outputs.map((port) => port.portType)])
}
