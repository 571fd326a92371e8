import type { EditorState } from '@codemirror/state'
import { nameOfCircuit } from './caret.ts'
import { type SyntaxNode, syntax } from './syntax.ts'

/** One instance of a circuit, as far as the lambdas of the circuit see it. */
export interface LambdaScope {
  /** The expression that reads an input, an output or a state field; undefined when there is none of the name. */
  signal(name: string): string | undefined
  /** Whether a state field is a memory: its cells have values, it has none. */
  isMemory(name: string): boolean
  /** An option of the instance, when it is a number or a truth value. */
  option(name: string): string | undefined
}

/** A line of a lambda at which a run can stop. */
export interface WatchedLine {
  /** The circuit of the lambda. */
  readonly circuit: string
  /** The line in a few words. */
  readonly text: string
  /** The expression that is true in the cycles in which the run stops. Throws {@link NotWatched}. */
  when(scope: LambdaScope): string
}

/** Why a run cannot stop at a line. */
export class NotWatched extends Error {}

/** Definitions that are followed for one name. */
const MAX_STEPS = 12
/** Characters of the text of a line. */
const MAX_TEXT = 60
/** Characters of an expression; the engine refuses longer ones. */
const MAX_WHEN = 4000

/** Names that an expression about a run may use. */
const allowed = new Set([
  'VariableName',
  'Number',
  'BooleanLiteral',
  'BinaryExpression',
  'UnaryExpression',
  'ParenthesizedExpression',
  'ConditionalExpression',
  'MemberExpression',
  'PropertyName',
  'ArithOp',
  'CompareOp',
  'BitOp',
  'LogicOp',
  '(',
  ')',
  '[',
  ']',
  '?',
  ':',
  '.',
])

/** The effect of a line of a lambda, if a run can stop there. Throws {@link NotWatched}, which says why not. */
export function watchedLine(state: EditorState, number: number): WatchedLine {
  const line = state.doc.line(number)
  const text = line.text.trim()
  if (text === '') throw new NotWatched('This line is empty.')
  const start = line.from + line.text.search(/\S/)
  const tree = syntax(state, line.to)
  const around = lambdaAround(state, tree.resolveInner(start, 1)) ?? lambdaAround(state, tree.resolveInner(line.to, -1))
  if (!around)
    throw new NotWatched('No lambda of a circuit is in this line. A breakpoint stands beside a line of eval or onTick.')
  const reader = new Reader(state, around.lambda)
  const stops = reader.stops(line.from, line.to)
  if (stops.length === 0)
    throw new NotWatched('This line gives no value and asks for none. Choose one with an assignment or a condition.')
  const when = (scope: LambdaScope) => {
    const whole = stops.map((stop) => stop(scope)).join(' || ')
    if (whole.length > MAX_WHEN) throw new NotWatched('The expression of this line is too long.')
    return whole
  }
  return { circuit: around.circuit, text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text, when }
}

/** The lambda around a place, with the name of its circuit. */
function lambdaAround(state: EditorState, from: SyntaxNode): { lambda: SyntaxNode; circuit: string } | undefined {
  const text = (node: SyntaxNode) => state.sliceDoc(node.from, node.to)
  let lambda: SyntaxNode | undefined
  for (let node: SyntaxNode | null = from; node; node = node.parent) {
    if (node.name === 'Property') {
      const key = node.getChild('PropertyDefinition')
      const made =
        node.getChild('ArrowFunction') ??
        node.getChild('FunctionExpression') ??
        (key?.nextSibling?.name === 'ParamList' ? node : null)
      if (key && made && (text(key) === 'eval' || text(key) === 'onTick')) lambda = made
    }
    if (lambda && node.name === 'CallExpression') {
      const circuit = nameOfCircuit(node, text)
      if (circuit !== undefined) return { lambda, circuit }
    }
  }
  return undefined
}

type Stop = (scope: LambdaScope) => string

/** Reads one lambda. */
class Reader {
  /** The names of the lambda's parameter, by the names that they have in it. */
  private readonly given = new Map<string, string>()
  /** The name of the parameter itself. */
  private whole: string | undefined
  /** Signals that were read so far. */
  private signals = 0

  constructor(
    private readonly state: EditorState,
    private readonly lambda: SyntaxNode,
  ) {
    const first = lambda.getChild('ParamList')?.firstChild?.nextSibling
    if (first?.name === 'VariableDefinition') this.whole = this.text(first)
    for (const p of first?.name === 'ObjectPattern' ? first.getChildren('PatternProperty') : []) {
      const name = p.getChild('PropertyName')
      const own = p.getChild('VariableDefinition')
      const called = name ?? own
      if (called) this.given.set(this.text(own ?? called), this.text(called))
    }
  }

  private text(node: SyntaxNode): string {
    return this.state.sliceDoc(node.from, node.to)
  }

  /** Statements that begin between two places and can stop a run. */
  stops(from: number, to: number): Stop[] {
    const found: Stop[] = []
    this.lambda.cursor().iterate((ref) => {
      if (ref.to < from || ref.from > to) return false
      if (ref.from < from) return true // it begins further up, something in it may begin here
      const stop = this.stopOf(ref.node)
      if (stop) found.push(stop)
      return stop === undefined
    })
    return found
  }

  private stopOf(node: SyntaxNode): Stop | undefined {
    switch (node.name) {
      case 'Property':
        return this.isResult(node) ? this.result(node) : undefined
      case 'IfStatement': {
        const condition = node.getChild('ParenthesizedExpression')
        // A statement in the same line, done when the condition is true, is the one that the breakpoint watches.
        const inner = condition?.nextSibling
        const end = this.state.doc.lineAt(node.from).to
        const stops = inner && inner.from <= end ? this.stops(inner.from, end) : []
        if (stops.length > 0) return (scope) => stops.map((stop) => stop(scope)).join(' || ')
        return condition ? (scope) => `rise(${this.guarded(node, this.read(condition, scope), scope)})` : undefined
      }
      case 'VariableDeclaration': {
        const value = node.getChild('Equals')?.nextSibling
        return value ? (scope) => this.changes(node, value, scope) : undefined
      }
      case 'AssignmentExpression':
        return (scope) => this.assignment(node, scope)
    }
    return undefined
  }

  /** Whether an entry is one of the object that the lambda returns. */
  private isResult(entry: SyntaxNode): boolean {
    let node = entry.parent?.parent
    while (node?.name === 'ParenthesizedExpression' || node?.name === 'ConditionalExpression') node = node.parent
    if (node?.name === 'ReturnStatement') return true
    return node?.from === this.lambda.from && node.to === this.lambda.to
  }

  private result(entry: SyntaxNode): Stop | undefined {
    const key = entry.getChild('PropertyDefinition') ?? entry.firstChild
    if (!key) return undefined
    const name = this.text(key)
    const value = entry.lastChild
    return (scope) => {
      // One of several results counts where it is given.
      if (value && value.name !== 'PropertyDefinition' && this.around(entry, scope) !== '')
        return this.changes(entry, value, scope)
      const signal = scope.signal(name)
      if (signal === undefined) throw new NotWatched(`The circuit has no output or state '${name}'.`)
      if (scope.isMemory(name))
        throw new NotWatched(`'${name}' is a memory. Put the breakpoint at the line that writes to it.`)
      return `changed(${signal})`
    }
  }

  /** An assignment: to a cell of a memory it counts when it changes the cell, else when its value changes. */
  private assignment(node: SyntaxNode, scope: LambdaScope): string {
    const target = node.firstChild
    const value = node.lastChild
    if (!target || !value) throw new NotWatched('This assignment is not complete.')
    if (node.getChild('UpdateOp')) throw new NotWatched('A value that is changed in place has no course of its own.')
    if (target.name !== 'MemberExpression') return this.changes(node, value, scope)
    return this.guarded(node, `${this.read(target, scope)} !== (${this.read(value, scope)})`, scope)
  }

  /** Counts where a value is given that differs from the one before, or is given again. */
  private changes(node: SyntaxNode, value: SyntaxNode, scope: LambdaScope): string {
    const before = this.signals
    const read = this.read(value, scope)
    const constant = this.signals === before
    const around = this.around(node, scope)
    if (constant && around === '') throw new NotWatched('The value of this line is always the same.')
    if (around === '') return `changed(${read})`
    return constant ? `rise(${around})` : `rise(${around}) || (${around}) && changed(${read})`
  }

  /** An expression in those cycles only in which the conditions around a statement hold. */
  private guarded(node: SyntaxNode, expression: string, scope: LambdaScope): string {
    const around = this.around(node, scope)
    return around === '' ? expression : `${around} && (${expression})`
  }

  /** The conditions around a statement; none are ''. */
  private around(node: SyntaxNode, scope: LambdaScope): string {
    const conditions: string[] = []
    for (let at = node; at.parent && at.from > this.lambda.from; at = at.parent) {
      const { parent } = at
      if (parent.name !== 'IfStatement') continue
      const condition = parent.getChild('ParenthesizedExpression')
      if (!condition || at.from === condition.from) continue
      const otherwise = at.prevSibling?.name === 'else'
      conditions.unshift(`${otherwise ? '!' : ''}${this.read(condition, scope)}`)
    }
    return conditions.join(' && ')
  }

  /** An expression over signals, for what stands in the lambda. */
  private read(node: SyntaxNode, scope: LambdaScope, steps = 0): string {
    if (steps > MAX_STEPS) throw new NotWatched('It takes too many steps to say what this line computes.')
    let written = ''
    let at = node.from
    const put = (part: SyntaxNode, text: string) => {
      written += this.state.sliceDoc(at, part.from) + text
      at = part.to
    }
    node.cursor().iterate((ref) => {
      const part = ref.node
      if (part.to > node.to || part.from < node.from) return false
      if (!allowed.has(part.name)) throw new NotWatched(cannot(part.name, this.text(part)))
      if (part.name === 'MemberExpression') {
        const member = this.member(part, scope)
        if (member !== undefined) {
          put(part, member)
          return false
        }
      }
      if (part.name === 'VariableName') put(part, this.name(part, scope, steps))
      return true
    })
    return written + this.state.sliceDoc(at, node.to)
  }

  /** `s.count` of the lambda's parameter, or an entry of a table of the file; undefined for a cell. */
  private member(node: SyntaxNode, scope: LambdaScope): string | undefined {
    const name = node.getChild('PropertyName')
    const object = node.firstChild
    if (!name || object?.name !== 'VariableName') return undefined
    if (this.text(object) === this.whole) return this.signal(this.text(name), scope)
    const entry = tableEntry(this.state, this.text(object), this.text(name))
    if (entry !== undefined) return entry
    throw new NotWatched(`'${this.text(node)}' is no signal.`)
  }

  private name(node: SyntaxNode, scope: LambdaScope, steps: number): string {
    const name = this.text(node)
    const value = this.definition(name)
    if (value) return `(${this.read(value, scope, steps + 1)})`
    const key = this.given.get(name)
    if (key !== undefined) return this.signal(key, scope)
    const constant = constantOf(this.state, name)
    if (constant !== undefined) return constant
    throw new NotWatched(`'${name}' is neither an input, a state, an option nor a constant.`)
  }

  private signal(key: string, scope: LambdaScope): string {
    const signal = scope.signal(key)
    if (signal !== undefined) this.signals++
    const found = signal ?? scope.option(key)
    if (found === undefined) throw new NotWatched(`'${key}' is not known of the parts in this circuit.`)
    return found
  }

  /** The value of a name that the lambda defines, if it has one only. */
  private definition(name: string): SyntaxNode | undefined {
    let value: SyntaxNode | undefined
    this.lambda.cursor().iterate((ref) => {
      const { node } = ref
      const target = node.firstChild
      if (node.name === 'VariableDeclaration') {
        const own = node.getChild('VariableDefinition')
        if (own && this.text(own) === name) value = node.getChild('Equals')?.nextSibling ?? undefined
      } else if (
        (node.name === 'AssignmentExpression' || node.name === 'PostfixExpression') &&
        target &&
        this.text(target) === name
      ) {
        throw new NotWatched(`'${name}' is given more than one value.`)
      }
      return true
    })
    return value
  }
}

/** Says that something cannot stand in the condition of a breakpoint. */
function cannot(kind: string, text: string): string {
  const short = text.length > 30 ? `${text.slice(0, 29)}…` : text
  if (kind === 'CallExpression')
    return `The call ${short} cannot be watched. Put a breakpoint at the output or state that it leads to.`
  return `${short} cannot be watched. Put a breakpoint at the output or state that it leads to.`
}

/** Declarations of the file, by name: `const NAME = value`. */
function topLevel(state: EditorState, name: string): SyntaxNode | undefined {
  for (let node = syntax(state).topNode.firstChild; node; node = node.nextSibling) {
    const declared = node.name === 'ExportDeclaration' ? node.getChild('VariableDeclaration') : node
    if (declared?.name !== 'VariableDeclaration') continue
    const own = declared.getChild('VariableDefinition')
    if (own && state.sliceDoc(own.from, own.to) === name) return declared.getChild('Equals')?.nextSibling ?? undefined
  }
  return undefined
}

function literal(state: EditorState, node: SyntaxNode | null | undefined): string | undefined {
  if (node?.name !== 'Number' && node?.name !== 'BooleanLiteral') return undefined
  return state.sliceDoc(node.from, node.to)
}

function constantOf(state: EditorState, name: string): string | undefined {
  return literal(state, topLevel(state, name))
}

/** An entry of a table of numbers: `RUN` of `const S = { IDLE: 0, RUN: 1 }`. */
function tableEntry(state: EditorState, table: string, name: string): string | undefined {
  return tableOf(state, table)?.get(name)
}

/** A table of numbers in the file, `const S = { IDLE: 0, RUN: 1 } as const`; undefined when it has anything else. */
export function tableOf(state: EditorState, name: string): Map<string, string> | undefined {
  let value = topLevel(state, name)
  if (value && value.name !== 'ObjectExpression') value = value.getChild('ObjectExpression') ?? undefined
  if (!value) return undefined
  const entries = new Map<string, string>()
  for (const entry of value.getChildren('Property')) {
    const key = entry.getChild('PropertyDefinition')
    const number = literal(state, entry.lastChild)
    if (!key || number === undefined) return undefined
    entries.set(state.sliceDoc(key.from, key.to), number)
  }
  return entries
}

/** All tables of different numbers in the file, by name. */
export function tablesOf(state: EditorState): Map<string, Map<number, string>> {
  const tables = new Map<string, Map<number, string>>()
  for (let node = syntax(state).topNode.firstChild; node; node = node.nextSibling) {
    const declared = node.name === 'ExportDeclaration' ? node.getChild('VariableDeclaration') : node
    const own = declared?.name === 'VariableDeclaration' ? declared.getChild('VariableDefinition') : null
    if (!own) continue
    const name = state.sliceDoc(own.from, own.to)
    const entries = [...(tableOf(state, name) ?? [])].map(([key, text]): [number, string] => [Number(text), key])
    const values = new Map(entries)
    if (values.size > 1 && values.size === entries.length && entries.every(([n]) => Number.isSafeInteger(n)))
      tables.set(name, values)
  }
  return tables
}
