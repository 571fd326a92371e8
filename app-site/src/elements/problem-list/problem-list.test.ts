// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../state/problems.ts'
import { ProblemList } from './problem-list.ts'

const problem = (more: Partial<Problem>): Problem => ({
  severity: 'error',
  message: 'Nothing drives a.',
  advice: undefined,
  fixes: [],
  code: 'E001',
  line: 4,
  column: 2,
  endLine: 0,
  endColumn: 0,
  circuit: undefined,
  node: undefined,
  nodes: [],
  running: false,
  again: false,
  ...more,
})

async function list(problems: readonly Problem[], checked = true) {
  const element = new ProblemList()
  element.problems = problems
  element.checked = checked
  document.body.append(element)
  await element.updateComplete
  const rows = () => [...element.renderRoot.querySelectorAll<HTMLElement>('li > button')]
  return { element, rows, text: () => (element.renderRoot.textContent ?? '').replace(/\s+/g, ' ').trim() }
}

afterEach(() => document.body.replaceChildren())

describe('the list of problems', () => {
  it('tells a text without problems from one that has not been checked', async () => {
    expect((await list([])).text()).toContain('No problems.')
    expect((await list([], false)).text()).toBe('The text has not been checked yet.')
  })

  it('says kind, place and remedy in words, and opens the chosen problem', async () => {
    const one = problem({ severity: 'warning', advice: 'Connect it.' })
    const { element, rows } = await list([one, problem({ message: 'Too large.', line: 0 })])
    const [first, second] = rows()
    expect(first?.textContent).toContain('Warning: Nothing drives a.')
    expect(first?.textContent).toContain('line 4:2')
    expect(first?.querySelector('.advice')?.textContent).toBe('Connect it.')
    expect(second?.querySelector('.place')?.textContent).toBe('')
    const opened: unknown[] = []
    element.addEventListener('problem-open', (event) => opened.push((event as CustomEvent<unknown>).detail))
    first?.click()
    expect(opened).toMatchObject([one])
  })
})
