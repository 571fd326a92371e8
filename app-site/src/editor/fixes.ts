import { isolateHistory } from '@codemirror/commands'
import { type Text, Transaction, type TransactionSpec } from '@codemirror/state'
import type { Fix } from '../engine.ts'
import { type Place, type Problem, rangeOf } from '../state/problems.ts'

/** A fix as one step that undo takes back, or undefined when something else stands in its place by now. */
export function stepOfFix(fix: Fix, doc: Text): TransactionSpec | undefined {
  const from = offsetOf(doc, fix.line, fix.column)
  const to = offsetOf(doc, fix.endLine, fix.endColumn)
  if (from === undefined || to === undefined || to < from || doc.sliceString(from, to) !== fix.replaces)
    return undefined
  return {
    changes: { from, to, insert: fix.text },
    selection: { anchor: from + fix.text.length },
    scrollIntoView: true,
    annotations: [isolateHistory.of('full'), Transaction.userEvent.of('input.fix')],
  }
}

function offsetOf(doc: Text, line: number, column: number): number | undefined {
  if (line < 1 || line > doc.lines || column < 1) return undefined
  const { from, to } = doc.line(line)
  return from + column - 1 <= to ? from + column - 1 : undefined
}

/** The fix for where the cursor is: of a problem that it touches, else of the first one in its line. */
export function fixAt(problems: readonly Problem[], doc: Text, cursor: number): Fix | undefined {
  const touched = (p: Place) => {
    const range = rangeOf(p, doc)
    return range !== undefined && range.from <= cursor && cursor <= range.to
  }
  const fixable = problems.filter((p) => p.fixes.length > 0)
  const line = doc.lineAt(cursor).number
  const found = fixable.find((p) => touched(p) || p.fixes.some(touched)) ?? fixable.find((p) => p.line === line)
  return found?.fixes[0]
}
