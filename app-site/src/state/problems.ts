import type { Diagnostic, Fix, NodePlace } from '../engine.ts'

export type Severity = 'error' | 'warning' | 'info'

/** One entry of the Problems list: a diagnostic of a compile, or a run that was stopped. */
export interface Problem {
  readonly severity: Severity
  readonly message: string
  /** The next step, when one is known. */
  readonly advice: string | undefined
  /** Changes of the text that do what the advice says; several are alternatives. */
  readonly fixes: readonly Fix[]
  readonly code: string
  /** The path of its file; undefined for the entry of the project. */
  readonly file?: string | undefined
  /** 1-based; 0 when the problem concerns the whole text. Columns count UTF-16 code units. */
  readonly line: number
  readonly column: number
  /** Where the range ends (exclusive); 0 when only the start is known. */
  readonly endLine: number
  readonly endColumn: number
  readonly circuit: string | undefined
  readonly node: string | undefined
  /** The nodes that share in it, such as those around a loop, and where they stand in the text. */
  readonly nodes: readonly NodePlace[]
  /** The circuit was built, and this happened while it ran. */
  readonly running: boolean
  /** A limit that a busy machine can run into with a text that is right: another try may do. */
  readonly again: boolean
}

/** The error of a rejected request or a stopped run (SandboxError of the client). */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly circuit?: string | undefined
  readonly node?: string | undefined
  readonly advice?: string | undefined
  readonly nodes?: readonly NodePlace[] | undefined
}

const rank: Record<Severity, number> = { error: 0, warning: 1, info: 2 }

/** Orders diagnostics for reading: errors first, then by place; equal entries are told once. */
export function problemsOf(diagnostics: readonly Diagnostic[]): Problem[] {
  const seen = new Set<string>()
  const problems: Problem[] = []
  for (const d of diagnostics) {
    const key = `${d.severity} ${d.file ?? ''}:${d.line ?? 0}:${d.column ?? 0} ${d.message}`
    if (seen.has(key)) continue
    seen.add(key)
    problems.push({
      severity: severityOf(d.severity),
      message: d.message,
      advice: d.suggestion || undefined,
      fixes: d.fixes ?? [],
      code: d.code,
      ...(d.file !== undefined && { file: d.file }),
      line: d.line ?? 0,
      column: d.column ?? 0,
      endLine: d.endLine ?? 0,
      endColumn: d.endColumn ?? 0,
      circuit: d.circuit || undefined,
      node: d.node || undefined,
      nodes: d.nodes ?? [],
      running: d.stage === 'simulate',
      again: d.again === true,
    })
  }
  const file = (p: Problem) => p.file ?? ''
  return problems.sort(
    (a, b) =>
      rank[a.severity] - rank[b.severity] ||
      (file(a) < file(b) ? -1 : file(a) > file(b) ? 1 : a.line - b.line || a.column - b.column),
  )
}

function severityOf(text: string): Severity {
  return text === 'warning' || text === 'info' ? text : 'error'
}

/** A failure as a problem. `running` says whether the circuit was built before it happened. */
export function problemOfFailure(failure: Failure, running: boolean): Problem {
  return {
    severity: 'error',
    message: failure.message,
    advice: failure.advice || defaultAdvice[failure.code],
    fixes: [],
    code: failure.code,
    ...(failure.file && { file: failure.file }),
    line: failure.line ?? 0,
    column: failure.column ?? 0,
    endLine: 0,
    endColumn: 0,
    circuit: failure.circuit || undefined,
    node: failure.node || undefined,
    nodes: failure.nodes ?? [],
    running,
    again: limits.has(failure.code),
  }
}

/** Failures that are a limit, not a mistake of the program. */
const limits: ReadonlySet<string> = new Set(['TIMEOUT', 'MEMORY', 'OUTPUT_TOO_LARGE', 'OVERLOADED'])

const defaultAdvice: Record<string, string> = {
  TIMEOUT: 'Look for a loop that never ends, change the text, and it runs again.',
  MEMORY: 'Make the memories or the number of nodes smaller, and it runs again.',
  OUTPUT_TOO_LARGE: 'Make the circuit smaller.',
  PAYLOAD_TOO_LARGE: 'Make the text smaller; large tables belong into a formula or a loop.',
  OVERLOADED: 'Close other circuits, or wait a moment, then try again.',
  UNAVAILABLE: 'Check that the sandbox server runs, then try again.',
}

/** The warning that there is a loop. Once the loop does not settle, that is an error, and the warning an echo. */
const loopCode = 'W005'

/** Everything to be marked in the text: each problem at its place, and at that of every node that shares in it. */
export function marked(problems: readonly Problem[]): readonly Problem[] {
  return problems.flatMap((p) => {
    const others = p.severity === 'error' ? p.nodes.filter((part) => part.line !== undefined) : []
    const elsewhere = others.filter(
      ({ file, line, column }) => file !== p.file || line !== p.line || column !== p.column,
    )
    return [
      p,
      ...elsewhere.map(({ file, line = 0, column = 0 }) => ({
        ...p,
        file,
        line,
        column,
        endLine: 0,
        endColumn: 0,
        fixes: [],
      })),
    ]
  })
}

/**
 * Everything to be listed: a stopped run first, then what the compile found, then types. A line of which the compile
 * has something to say is not judged twice: its words know the circuit.
 */
export function listed(state: {
  readonly failure: Problem | undefined
  readonly problems: readonly Problem[]
  readonly types: readonly Problem[]
}): readonly Problem[] {
  const { failure } = state
  const around = new Set(failure?.nodes.map((part) => part.node))
  const rest = state.problems.filter((p) => p.code !== loopCode || !p.nodes.some((part) => around.has(part.node)))
  const found = [...(failure ? [failure] : []), ...rest]
  const place = (p: Problem) => `${p.file ?? ''}:${p.line}`
  const places = new Set(found.map(place))
  return [...found, ...state.types.filter((p) => !places.has(place(p)))]
}

/** A problem, and how many more are of its kind in its line. */
export interface Told extends Problem {
  readonly more: number
}

/** Alike problems of one line that are told one by one. */
const maxAlike = 3

/** The problems with those that are alike told once: a loop that makes thousands of nodes makes thousands of them. */
export function grouped(problems: readonly Problem[]): readonly Told[] {
  const key = (p: Problem) => `${p.severity} ${p.code} ${p.file ?? ''}:${p.line}`
  const counts = new Map<string, number>()
  for (const p of problems) counts.set(key(p), (counts.get(key(p)) ?? 0) + 1)
  const told = new Set<string>()
  const result: Told[] = []
  for (const p of problems) {
    const alike = counts.get(key(p)) ?? 0
    if (alike <= maxAlike) result.push({ ...p, more: 0 })
    else if (!told.has(key(p))) result.push({ ...p, more: alike - 1 })
    told.add(key(p))
  }
  return result
}

/** "and 3,198 more like it"; nothing for a problem that stands alone. */
export function moreInWords({ more }: Told): string {
  return more === 0 ? '' : `and ${more.toLocaleString('en')} more like it`
}

/** The label of a button that makes the change. */
export function nameOfFix(fix: Fix): string {
  return `Change to ${fix.text}`
}

/** Whether anything in the list keeps the circuit from running. */
export function hasErrors(problems: readonly Pick<Problem, 'severity'>[]): boolean {
  return problems.some((p) => p.severity === 'error')
}

/** "2 errors, 1 warning", or "No problems". */
export function countInWords(problems: readonly Problem[]): string {
  const words = (severity: Severity, one: string, many: string) => {
    const n = problems.filter((p) => p.severity === severity).length
    return n === 0 ? [] : [`${n.toLocaleString('en')} ${n === 1 ? one : many}`]
  }
  const parts = [
    ...words('error', 'error', 'errors'),
    ...words('warning', 'warning', 'warnings'),
    ...words('info', 'hint', 'hints'),
  ]
  return parts.length === 0 ? 'No problems' : parts.join(', ')
}

/** Where something is in the text, as problems tell it. */
export type Place = Pick<Problem, 'file' | 'line' | 'column' | 'endLine' | 'endColumn'>

/** The text as the editor holds it: enough to find a place in it. */
export interface Lines {
  readonly lines: number
  readonly length: number
  line(n: number): { readonly from: number; readonly to: number; readonly text: string }
}

/**
 * The range of a problem in the text, or undefined when it has no place. The text may have changed since: places
 * outside of it move to its nearest end. Without an end the range covers the word that starts there, and is never empty
 * unless its line is.
 */
export function rangeOf(problem: Place, text: Lines): { from: number; to: number } | undefined {
  if (problem.line < 1) return undefined
  const line = text.line(Math.min(problem.line, text.lines))
  if (problem.column < 1) {
    const indent = line.text.length - line.text.trimStart().length
    return { from: line.from + indent, to: line.to }
  }
  let from = Math.min(line.from + problem.column - 1, line.to)
  let to = from
  if (problem.endColumn > 0) {
    const last = text.line(Math.min(Math.max(problem.endLine, problem.line), text.lines))
    to = Math.min(last.from + problem.endColumn - 1, last.to)
  }
  if (to <= from) {
    const word = /^[\w$]+/.exec(line.text.slice(from - line.from))
    to = Math.min(from + (word?.[0].length ?? 1), line.to)
  }
  if (to <= from) from = Math.max(line.from, to - 1)
  return { from, to }
}
