import ts from 'typescript'
import { filledLater } from './filled.ts'

/** A text with some words inserted, and the way between its offsets and those of the original. */
export interface Annotated {
  readonly text: string
  /** The offset in the annotated text. */
  forth(offset: number): number
  /** The offset in the original text; inside an insertion, where that stands. */
  back(offset: number): number
}

interface Insertion {
  readonly at: number
  readonly text: string
}

/**
 * Helps TypeScript to understand the calls of circuit():
 *
 * - Which of its two forms is meant is clear from the second argument. Named by it, `circuit.config(…)` or
 *   `circuit.factory(…)`, a call gets its errors where they are, and not "no overload matches".
 * - The options of factories get a type where the user wrote none: `circuit('X', ({ by = 1 } = {}) => …)` is right, but
 *   ports are inferred only from functions whose parameters have types.
 * - Objects that are filled after they were declared get one too.
 */
export function annotateCircuits(text: string): Annotated {
  const file = ts.createSourceFile('circuit.ts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const insertions: Insertion[] = filledLater(file).map((name) => ({ at: name.end, text: ': any' }))
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      /^(circuit|component)$/.test(node.expression.text)
    ) {
      const factory = node.arguments[1]
      if (factory && (ts.isArrowFunction(factory) || ts.isFunctionExpression(factory))) {
        insertions.push({ at: node.expression.end, text: '.factory' }, ...typeOf(factory, file))
      } else if (factory && ts.isObjectLiteralExpression(factory)) {
        insertions.push({ at: node.expression.end, text: '.config' })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return withInsertions(text, insertions)
}

function typeOf(factory: ts.ArrowFunction | ts.FunctionExpression, file: ts.SourceFile): Insertion[] {
  const [options] = factory.parameters
  if (!options || options.type || options.dotDotDotToken) return []
  const after = options.questionToken?.end ?? options.name.end
  // `o => …` needs parentheses before it can have a type.
  if (ts.isArrowFunction(factory) && options.getStart(file) === factory.getStart(file)) {
    return [
      { at: options.getStart(file), text: '(' },
      { at: after, text: ': any)' },
    ]
  }
  return [{ at: after, text: ': any' }]
}

/**
 * Declares `circuit.config` and `circuit.factory`, made of the two declarations of `circuit` in the language's own
 * ones.
 */
export function declarationsOfForms(declarations: string): string {
  const forms = [
    ...declarations.matchAll(/^declare function circuit(<[\s\S]*?>\([\s\S]*?Simten\.BuiltCircuit<Ins, Outs>)$/gm),
  ]
  const [factory, config] = [
    forms.find(([form]) => form.includes('factory:')),
    forms.find(([form]) => form.includes('config?:')),
  ]
  if (!factory || !config) throw new Error('The declarations of the language have no circuit() that is known here.')
  return `declare namespace circuit {\n  function config${config[1]}\n  function factory${factory[1]}\n}\n`
}

function withInsertions(text: string, insertions: readonly Insertion[]): Annotated {
  if (insertions.length === 0) return { text, forth: (offset) => offset, back: (offset) => offset }
  const sorted = [...insertions].sort((a, b) => a.at - b.at)
  let annotated = ''
  let last = 0
  for (const { at, text: inserted } of sorted) {
    annotated += text.slice(last, at) + inserted
    last = at
  }
  annotated += text.slice(last)
  return {
    text: annotated,
    forth(offset) {
      let moved = offset
      for (const { at, text: inserted } of sorted) if (at < offset) moved += inserted.length
      return moved
    },
    back(offset) {
      let before = 0
      for (const { at, text: inserted } of sorted) {
        const start = at + before
        if (offset <= start) break
        if (offset < start + inserted.length) return at
        before += inserted.length
      }
      return offset - before
    },
  }
}
