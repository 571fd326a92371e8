// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { examples } from '../../examples/catalogue.ts'
import { ExampleGallery } from './example-gallery.ts'

async function gallery(current = '') {
  const element = new ExampleGallery()
  element.current = current
  document.body.append(element)
  await element.updateComplete
  const cards = () => [...element.renderRoot.querySelectorAll<HTMLElement>('li button')]
  const change = async (selector: string, value: string, event: string) => {
    const field = element.renderRoot.querySelector<HTMLInputElement>(selector)
    if (!field) throw new Error(`there is no ${selector}`)
    field.value = value
    field.dispatchEvent(new Event(event))
    await element.updateComplete
  }
  return { element, cards, change }
}

const headings = (root: ParentNode) => [...root.querySelectorAll('h3')].map((h) => h.textContent)

afterEach(() => document.body.replaceChildren())

describe('the gallery of examples', () => {
  it('shows every example, says which one is open, and opens another', async () => {
    const { element, cards } = await gallery('half-adder')
    expect(cards()).toHaveLength(examples.length)
    const open = cards().filter((card) => card.getAttribute('aria-current') === 'true')
    expect(open.map((card) => card.querySelector('.title')?.textContent)).toEqual(['Half adder'])
    const opened: unknown[] = []
    element.addEventListener('example-open', (event) => opened.push((event as CustomEvent<unknown>).detail))
    cards()
      .find((card) => card.getAttribute('aria-current') === 'false')
      ?.click()
    expect(opened).toEqual([expect.stringMatching(/^[a-z0-9-]+$/)])
  })

  it('finds by words, and says aloud that nothing was found', async () => {
    const { element, cards, change } = await gallery()
    const status = element.renderRoot.querySelector('[role=status]')
    await change('input', 'adder', 'input')
    expect(cards().length).toBeGreaterThan(0)
    expect(cards().length).toBeLessThan(examples.length)
    expect(status?.textContent).toBe('')
    await change('input', 'no such thing', 'input')
    expect(cards()).toHaveLength(0)
    expect(status?.textContent).toBe('No example has “no such thing” in its words.')
  })

  it('sorts by difficulty', async () => {
    const { element, change } = await gallery()
    const before = headings(element.renderRoot)
    await change('select', 'difficulty', 'change')
    expect(headings(element.renderRoot)).not.toEqual(before)
  })
})
