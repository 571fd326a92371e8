import { Text } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../engine.ts'
import {
  countInWords,
  grouped,
  hasErrors,
  moreInWords,
  type Problem,
  problemOfFailure,
  problemsOf,
  rangeOf,
} from './problems.ts'

function diagnostic(over: Partial<Diagnostic>): Diagnostic {
  return { stage: 'check', code: 'E100', severity: 'error', message: 'message', ...over }
}

function at(line: number, column: number, endLine = 0, endColumn = 0): Problem {
  const [problem] = problemsOf([diagnostic({ line, column, endLine, endColumn })])
  if (!problem) throw new Error('no problem')
  return problem
}

describe('problemsOf', () => {
  it('puts errors first, then goes by place, and tells equal ones once', () => {
    const problems = problemsOf([
      diagnostic({ severity: 'info', line: 1, message: 'hint' }),
      diagnostic({ severity: 'warning', line: 2, message: 'warn' }),
      diagnostic({ line: 9, column: 2, message: 'late' }),
      diagnostic({ line: 3, column: 7, message: 'b' }),
      diagnostic({ line: 3, column: 2, message: 'a' }),
      diagnostic({ line: 3, column: 2, message: 'a' }),
    ])
    expect(problems.map((p) => p.message)).toEqual(['a', 'b', 'late', 'warn', 'hint'])
    expect(hasErrors(problems)).toBe(true)
    expect(countInWords(problems)).toBe('3 errors, 1 warning, 1 hint')
  })

  it('keeps the suggestion, and treats an empty one as none', () => {
    expect(problemsOf([diagnostic({ suggestion: 'did you mean `sum`?' })])[0]?.advice).toBe('did you mean `sum`?')
    expect(problemsOf([diagnostic({ suggestion: '' })])[0]?.advice).toBeUndefined()
  })

  it('takes an unknown severity for an error', () => {
    const odd = { ...diagnostic({}), severity: 'fatal' } as unknown as Diagnostic
    expect(problemsOf([odd])[0]?.severity).toBe('error')
  })

  it('has words for an empty list', () => {
    expect(countInWords([])).toBe('No problems')
    expect(hasErrors(problemsOf([diagnostic({ severity: 'warning' })]))).toBe(false)
  })
})

describe('grouped', () => {
  it('tells many alike problems of one line once, and how many more there are', () => {
    const many = Array.from({ length: 3200 }, (_, i) =>
      diagnostic({ severity: 'warning', line: 5, message: `n${i} is not connected` }),
    )
    const few = ['a', 'b', 'c'].map((message) => diagnostic({ severity: 'warning', line: 9, message }))
    const other = diagnostic({ code: 'E200', severity: 'warning', line: 5, message: 'another' })
    const problems = problemsOf([...many, ...few, other, diagnostic({ line: 5 })])
    const told = grouped(problems).map((p) => [p.message, moreInWords(p)])
    expect(told).toEqual([
      ['message', ''],
      ['n0 is not connected', 'and 3,199 more like it'],
      ['another', ''],
      ['a', ''],
      ['b', ''],
      ['c', ''],
    ])
    expect(countInWords(problems)).toBe('1 error, 3,204 warnings')
  })
})

describe('problemOfFailure', () => {
  it('prefers the advice that came along', () => {
    expect(problemOfFailure({ code: 'TIMEOUT', message: 'm', advice: 'do this' }, true).advice).toBe('do this')
    expect(problemOfFailure({ code: 'TIMEOUT', message: 'm' }, true).advice).toContain('loop')
    expect(problemOfFailure({ code: 'RUNTIME', message: 'm' }, true).advice).toBeUndefined()
  })
})

describe('rangeOf', () => {
  const text = Text.of(['const sum = 1', '', '  connect: oops,', 'λ😀 x'])

  it.each([
    ['a whole range', at(1, 7, 1, 10), 'sum'],
    ['a range over lines', at(1, 7, 3, 10), 'sum = 1\n\n  connect'],
    ['a word without an end', at(3, 3), 'connect'],
    ['one character that is no word', at(3, 10), ':'],
    ['a line without a column', at(3, 0), 'connect: oops,'],
    ['the last character when the place is past the end', at(1, 99), '1'],
    ['the last line when the text got shorter', at(99, 1), 'λ'],
    ['an end before its start', at(1, 7, 1, 3), 'sum'],
    ['UTF-16 columns', at(4, 5, 4, 6), 'x'],
    ['nothing on an empty line', at(2, 1), ''],
  ])('covers %s', (_, problem, expected) => {
    const range = rangeOf(problem, text)
    expect(range && text.sliceString(range.from, range.to)).toBe(expected)
  })

  it('has no place for a problem of the whole text', () => {
    expect(rangeOf(at(0, 0), text)).toBeUndefined()
  })

  it('never leaves the text, whatever the place', () => {
    for (let line = 0; line < 7; line++)
      for (let column = 0; column < 20; column++)
        for (const [endLine, endColumn] of [
          [0, 0],
          [1, 1],
          [3, 40],
          [9, 9],
        ] as const) {
          const range = rangeOf(at(line, column, endLine, endColumn), text)
          if (!range) continue
          expect(range.from).toBeGreaterThanOrEqual(0)
          expect(range.to).toBeGreaterThanOrEqual(range.from)
          expect(range.to).toBeLessThanOrEqual(text.length)
        }
  })
})
