// @vitest-environment happy-dom
import type { GradeResult } from '@simten/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Progress } from '../../learn/progress.ts'
import type { Level } from '../../learn/steps.ts'
import { initialState } from '../../state/state.ts'
import { storage } from '../../state/storage.fake.ts'

const grade = vi.fn<(asked: object) => Promise<Partial<GradeResult>>>()

// The editor, the picture and the run of the page have tests of their own.
vi.mock('../circuit-stage/circuit-stage.ts', () => ({}))
vi.mock('../../editor/code-editor.ts', () => {
  class Editor extends HTMLElement {
    text = ''
    replace(text: string) {
      this.text = text
    }
  }
  customElements.define('code-editor', Editor)
  return {}
})
vi.mock('../../state/page-run.ts', () => ({
  PageRun: class {
    readonly state = initialState
    readonly slot = { grade }
    readonly session = { edit() {} }
    readonly connection = { async open() {} }
    start() {}
    open() {}
  },
}))

const { LevelWork } = await import('./level-work.ts')

const level: Level = {
  id: 'and',
  title: 'And',
  tests: 'test()',
  starter: 'start',
  solution: 'solved',
  hint: 'Two of them.',
  par: { gates: 2 },
}

async function work(more: Partial<Level> = {}, next = '/learn/or') {
  const element = new LevelWork()
  element.progress = new Progress(storage())
  element.level = { ...level, ...more }
  element.next = next
  document.body.append(element)
  await element.updateComplete
  const root = element.renderRoot
  const button = (words: string) => [...root.querySelectorAll('button')].find((b) => b.textContent?.trim() === words)
  const text = () => (root.querySelector('[role=status]')?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const editor = root.querySelector('code-editor') as unknown as { text: string }
  return { element, root, button, text, editor }
}

const passed: Partial<GradeResult> = {
  verdict: 'passed',
  gates: 3,
  depth: 2,
  cycles: 0,
  diagnostics: [],
  tests: [{ name: 'a', status: 'passed' }] as GradeResult['tests'],
}

beforeEach(() => {
  grade.mockReset()
  Element.prototype.scrollIntoView ??= () => {}
})
afterEach(() => document.body.replaceChildren())

describe('a task', () => {
  it('begins with its text, and is checked with Ctrl+Enter from the text', async () => {
    grade.mockResolvedValue(passed)
    const { root, editor, text } = await work()
    expect(editor.text).toBe('start')
    const key = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true })
    root.querySelector('code-editor')?.dispatchEvent(key)
    await vi.waitFor(() => expect(text()).toContain('The test holds.'))
    expect(grade.mock.calls[0]?.[0]).toEqual({ source: 'start', tests: 'test()' })
    expect(text()).toMatch(/★ passed ☆ gates 3, par 2/)
    expect(root.querySelector('.next')?.getAttribute('href')).toBe('/learn/or')
  })

  it('shows of a failed test the inputs, the expected and the given value', async () => {
    const failed = { port: 'y', inputs: [{ name: 'a', value: 1 }], expected: '1', got: '0' }
    grade.mockResolvedValue({
      ...passed,
      verdict: 'failed',
      tests: [{ name: 'one', status: 'failed', case: failed }] as unknown as GradeResult['tests'],
    })
    const { root, button, text } = await work()
    button('Check')?.click()
    await vi.waitFor(() => expect(text()).toContain('0 of 1 tests hold.'))
    const words = [...root.querySelectorAll('dl :is(dt, dd)')].map((e) => e.textContent?.trim())
    expect(words).toEqual(['Inputs', 'a = 1', 'Expected', 'y = 1', 'Got', 'y = 0'])
  })

  it('tells why there is no verdict, and can be checked again', async () => {
    grade.mockRejectedValueOnce(new Error('The sandbox is gone.'))
    const { button, text } = await work()
    button('Check')?.click()
    await vi.waitFor(() => expect(text()).toBe('The sandbox is gone.'))
    grade.mockResolvedValue(passed)
    button('Check')?.click()
    await vi.waitFor(() => expect(text()).toContain('The test holds.'))
  })

  it('shows the hint and the solution only when they are asked for', async () => {
    const { element, root, button, editor } = await work()
    expect(root.querySelector('#hint, #solution')).toBeNull()
    button('Hint')?.click()
    button('Solution')?.click()
    await element.updateComplete
    expect(button('Hint')?.getAttribute('aria-expanded')).toBe('true')
    expect(root.querySelector('#hint')?.textContent).toBe('Two of them.')
    button('Put it into the text')?.click()
    expect(editor.text).toBe('solved')
    button('Start again')?.click()
    expect(editor.text).toBe('start')
  })

  it('has no buttons for a hint and a solution that a level lacks', async () => {
    const { button, root } = await work({ hint: undefined, solution: undefined, par: undefined } as object)
    expect([button('Hint'), button('Solution')]).toEqual([undefined, undefined])
    expect(root.querySelector('.par')).toBeNull()
  })
})
