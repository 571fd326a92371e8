// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entries } from '../../components/reference.ts'

vi.mock('../component-specimen/component-specimen.ts', () => ({})) // it runs the engine

const { ComponentsPage } = await import('./components-page.ts')

async function page(hash = '') {
  location.hash = hash
  const element = new ComponentsPage()
  document.body.append(element)
  await element.updateComplete
  const root = element.renderRoot
  const names = () => [...root.querySelectorAll('nav li')].map((li) => li.textContent?.trim())
  const search = async (text: string) => {
    const field = root.querySelector<HTMLInputElement>('input[type=search]')
    if (!field) throw new Error('there is no search')
    field.value = text
    field.dispatchEvent(new Event('input'))
    await element.updateComplete
  }
  return { element, root, names, search }
}

beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => {}
})
afterEach(() => document.body.replaceChildren())

describe('the reference of the library', () => {
  it('lists everything, and describes the component of the address', async () => {
    const { root, names } = await page('#Adder')
    expect(names()).toHaveLength(entries.length)
    expect(root.querySelector('article h2')?.textContent).toBe('Adder')
    expect(root.querySelector('[aria-current=page]')?.textContent).toBe('Adder')
    expect(root.querySelector('article')?.getAttribute('aria-label')).toBe('Adder')
    expect(document.title).toBe('Adder – Simten')
    expect([...root.querySelectorAll('article h3')].map((h) => h.textContent)).toContain('Inputs')
  })

  it('shows a gate for an address that names nothing', async () => {
    expect((await page('#NoSuchPart')).root.querySelector('article h2')?.textContent).toBe('And')
  })

  it('finds names, and says when there is none', async () => {
    const { root, names, search } = await page()
    await search('multiplier')
    expect(names()).toContain('Multiplier')
    expect(names().length).toBeLessThan(entries.length)
    await search('no such part')
    expect(names()).toEqual([])
    expect(root.querySelector('.none')?.textContent).toContain('“no such part”')
  })

  it('opens the list while something is searched, and closes it with its button', async () => {
    const { element, root, search } = await page('#Adder')
    const toggle = () => root.querySelector<HTMLElement>('.toggle')
    expect(toggle()?.getAttribute('aria-expanded')).toBe('false')
    await search('and')
    expect(toggle()?.getAttribute('aria-expanded')).toBe('true')
    toggle()?.click()
    await element.updateComplete
    expect(toggle()?.getAttribute('aria-expanded')).toBe('false')
  })
})
