// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { type ComparisonState, noComparison } from '../../state/comparison.ts'
import { ComparePanel } from './compare-panel.ts'

async function panel(state: Partial<ComparisonState> = {}) {
  const element = new ComparePanel()
  element.state = { ...noComparison, ...state }
  const fired: [string, unknown][] = []
  for (const name of ['compare-former', 'compare-text', 'compare-stop', 'compare-open']) {
    element.addEventListener(name, (event) => fired.push([name, (event as CustomEvent<unknown>).detail]))
  }
  document.body.append(element)
  await element.updateComplete
  const button = (words: string) =>
    [...element.renderRoot.querySelectorAll('button')].find((b) => b.textContent?.trim() === words)
  const status = () => element.renderRoot.querySelector('[role=status]')?.textContent
  return { element, fired, button, status }
}

const difference = {
  other: 'the text before',
  result: {
    equal: false,
    cycle: 1200,
    signals: [{ signal: 'q', width: 8, left: 1, right: 255 }],
    unmatched: ['extra'],
  },
} as unknown as ComparisonState['difference']

afterEach(() => document.body.replaceChildren())

describe('the panel that compares two circuits', () => {
  it('asks for a run before there is one, and for nothing before a text is written', async () => {
    const { status, button } = await panel()
    expect(status()).toContain('Run the circuit and edit its text')
    expect(button('Compare with the run before the edit')?.disabled).toBe(true)
    expect(button('Compare with this')?.disabled).toBe(true)
    expect(button('Stop')).toBeUndefined()
  })

  it('sends the text that was written', async () => {
    const { element, fired, button } = await panel()
    const field = element.renderRoot.querySelector('textarea')
    if (!field) throw new Error('there is no field')
    field.value = "circuit('B', {})"
    field.dispatchEvent(new Event('input'))
    await element.updateComplete
    expect(button('Compare with this')?.disabled).toBe(false)
    element.renderRoot.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    expect(fired).toEqual([['compare-text', "circuit('B', {})"]])
  })

  it('lists the signals that differ, and opens one', async () => {
    const { element, fired, status, button } = await panel({ difference })
    expect(status()).toMatch(/^It differs from the text before first in cycle 1.200\.$/)
    const cells = [...element.renderRoot.querySelectorAll('td')].map((td) => td.textContent?.trim())
    expect(cells).toEqual(['q', '1', '255'])
    expect(element.renderRoot.textContent).toContain('Only one of the two has extra.')
    button('q')?.click()
    expect(fired).toEqual([['compare-open', { cycle: 1200, signal: 'q' }]])
  })

  it('can be stopped, and tells a problem', async () => {
    const { fired, button } = await panel({ busy: 'Running both …' })
    button('Stop')?.click()
    expect(fired.map(([name]) => name)).toEqual(['compare-stop'])
    const { element, status } = await panel({ problem: 'The other text has an error.' })
    expect(status()).toBe('The other text has an error.')
    expect(element.renderRoot.querySelector('[role=status]')?.className).toBe('bad')
  })
})
