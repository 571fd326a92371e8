// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { WhyStep } from '../../engine.ts'
import type { Explanation } from '../../state/debugger.ts'
import { WhyList } from './why-list.ts'

const step = (cycle: number, more: Partial<WhyStep> = {}): WhyStep => ({
  cycle,
  signal: 'q',
  value: cycle,
  width: 8,
  text: `q took ${cycle}`,
  kind: 'register',
  causes: [],
  ...more,
})

async function list(why: Partial<Explanation> | undefined) {
  const element = new WhyList()
  element.why = why && { signal: 'q', cycle: 7, steps: undefined, more: false, problem: undefined, ...why }
  const fired: [string, unknown][] = []
  for (const name of ['why-step', 'why-line', 'why-close']) {
    element.addEventListener(name, (event) => fired.push([name, (event as CustomEvent<unknown>).detail]))
  }
  document.body.append(element)
  await element.updateComplete
  const text = () => (element.renderRoot.textContent ?? '').replace(/\s+/g, ' ')
  const steps = () => [...element.renderRoot.querySelectorAll<HTMLElement>('.step')]
  return { element, fired, text, steps }
}

afterEach(() => document.body.replaceChildren())

describe('the list of causes', () => {
  it('says how to ask, that it searches, and an error', async () => {
    expect((await list(undefined)).text()).toContain('press “Why?”')
    expect((await list({})).text()).toContain('Going back from cycle 7 to find what made q')
    const { element } = await list({ problem: 'There is no signal r.' })
    expect(element.renderRoot.querySelector('[role=alert]')?.textContent).toBe('There is no signal r.')
  })

  it('chooses a step by click and by arrow key, one of which the Tab key reaches', async () => {
    const chosen = [step(7), step(6), step(5)]
    const { element, fired, steps } = await list({ steps: chosen })
    steps()[1]?.click()
    await element.updateComplete
    expect(steps().map((s) => s.tabIndex)).toEqual([-1, 0, -1])
    const press = (key: string) =>
      element.renderRoot.querySelector('ol')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    press('ArrowDown')
    press('ArrowDown') // there is no further step
    await element.updateComplete
    expect(fired).toEqual([
      ['why-step', chosen[1]],
      ['why-step', chosen[2]],
    ])
    expect(steps().map((s) => s.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true'])
  })

  it('leads to the line of a step, says that there are more, and closes', async () => {
    const { element, fired, text } = await list({ steps: [step(7, { line: 3 })], more: true })
    element.renderRoot.querySelector<HTMLElement>('.line')?.click()
    element.renderRoot.querySelector<HTMLElement>('header button')?.click()
    expect(fired.map(([name]) => name)).toEqual(['why-line', 'why-close'])
    expect(text()).toContain('more causes than the 1 that are shown')
  })
})
