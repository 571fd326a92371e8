import type { EditorState } from '@codemirror/state'
import { syntax } from './syntax.ts'

type SyntaxNode = ReturnType<ReturnType<typeof syntax>['resolveInner']>

/**
 * The kind of text that a place of a circuit's text demands: the key of a circuit's description, the value of one of
 * its nodes, ports or state fields, or an end of a connection. Undefined where the text does not show it.
 */
export type Expected = 'key' | 'component' | 'port' | 'state' | 'source' | 'sink' | undefined

/** How much of the text behind a place tells what belongs there. */
const AFTER = 2000

const values: Readonly<Record<string, Expected>> = {
  nodes: 'component',
  inputs: 'port',
  outputs: 'port',
  state: 'state',
}

export function expectedAt(state: EditorState, place: number): Expected {
  const text = (node: SyntaxNode): string => state.sliceDoc(node.from, node.to)
  const at = syntax(state, place + AFTER).resolveInner(place, -1)
  const end = endOfConnection(at, text)
  if (end) return end
  const object = around(at, 'ObjectExpression')
  if (!object) return undefined
  if (!isValueOf(object, at, place)) return isDescription(object, text) ? 'key' : undefined
  // The object that is the value of `nodes`, `inputs`, …: what is written there is one of its values.
  const owner = object.parent
  if (owner?.name !== 'Property' || !owner.parent || !isDescription(owner.parent, text)) return undefined
  const name = owner.firstChild
  return name ? values[text(name)] : undefined
}

/** The nearest node of a kind around a place. */
function around(at: SyntaxNode, kind: string): SyntaxNode | undefined {
  for (let node: SyntaxNode | null = at; node; node = node.parent) if (node.name === kind) return node
  return undefined
}

/** Whether a place in an object is in the value of one of its keys: behind the colon. */
function isValueOf(object: SyntaxNode, at: SyntaxNode, place: number): boolean {
  let property: SyntaxNode | null = at
  while (
    property &&
    property.from >= object.from &&
    !(property.name === 'Property' && property.parent?.from === object.from)
  ) {
    property = property.parent
  }
  if (property?.name !== 'Property') return false
  const colon = property.getChild(':')
  return colon !== null && colon.to <= place
}

/** Whether an object describes a circuit: it is the argument of `circuit()`, or what its factory returns. */
function isDescription(object: SyntaxNode, text: (node: SyntaxNode) => string): boolean {
  let list = object.parent
  if (list?.name === 'ParenthesizedExpression') list = list.parent
  if (list?.name === 'ReturnStatement') list = list.parent?.parent ?? null
  if (list?.name === 'ArrowFunction') list = list.parent
  if (list?.name !== 'ArgList' || list.parent?.name !== 'CallExpression') return false
  const callee = list.parent.firstChild
  return callee !== null && /^(circuit|component)$/.test(text(callee))
}

/** An end of a connection, where the name of a port is being written behind a dot. */
function endOfConnection(at: SyntaxNode, text: (node: SyntaxNode) => string): 'source' | 'sink' | undefined {
  let node = around(at, 'MemberExpression')
  if (!node || node.to < at.from) return undefined
  while (node.parent?.name === 'SpreadElement' || node.parent?.name === 'ParenthesizedExpression') node = node.parent
  const { parent } = node
  if (parent?.name === 'ArgList') {
    const callee = parent.parent?.firstChild
    return callee && /\.\s*to$/.test(text(callee)) ? 'sink' : undefined
  }
  if (parent?.name === 'ArrayExpression') return 'source'
  if (parent?.name === 'MemberExpression') return /\.\s*to$/.test(text(parent)) ? 'source' : undefined
  return undefined
}
