// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { TopBar } from './top-bar.ts'

async function bar(properties: Partial<TopBar> = {}) {
  const element = Object.assign(new TopBar(), { name: 'Counter', theme: 'system' }, properties)
  const fired: [string, unknown][] = []
  for (const name of ['circuit-rename', 'example-open', 'previous-open', 'theme-choose', 'share-link']) {
    element.addEventListener(name, (event) => fired.push([name, (event as CustomEvent<unknown>).detail]))
  }
  document.body.append(element)
  await element.updateComplete
  const named = (name: string) => {
    const found = element.renderRoot.querySelector<HTMLElement>(`[aria-label^="${name}"]`)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }
  return { element, fired, named }
}

afterEach(() => document.body.replaceChildren())

describe('the bar of the editor', () => {
  it('renames the circuit, trimmed, and shows the old name until the text has the new one', async () => {
    const { fired, named } = await bar()
    const field = named('Name of the circuit') as HTMLInputElement
    field.value = '  Timer '
    field.dispatchEvent(new Event('change'))
    expect(fired).toEqual([['circuit-rename', 'Timer']])
    expect(field.value).toBe('Counter')
  })

  it('keeps the name for Escape, an empty field and the same name', async () => {
    const { fired, named } = await bar()
    const field = named('Name of the circuit') as HTMLInputElement
    field.value = 'Timer'
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    expect(field.value).toBe('Counter')
    for (const name of ['  ', 'Counter']) {
      field.value = name
      field.dispatchEvent(new Event('change'))
    }
    expect(fired).toEqual([])
  })

  it('has no field for the name of a text without a circuit, and a heading still', async () => {
    const { element } = await bar({ name: '' })
    expect(element.renderRoot.querySelector('[aria-label="Name of the circuit"]')).toBeNull()
    expect(element.renderRoot.querySelector('h1')?.textContent).toBe('Simten')
  })

  it('names the theme and chooses the next one', async () => {
    const { fired, named } = await bar({ theme: 'dark' })
    named('Theme').click()
    expect(fired).toEqual([['theme-choose', 'system']])
  })

  it('says that the link was copied, and offers the text from before', async () => {
    const { element, fired } = await bar({ shared: true, previous: 'Adder, 12 lines' })
    expect(element.renderRoot.querySelector('#share')?.textContent).toContain('Link copied')
    const offer = element.renderRoot.querySelector('.previous')
    expect(offer?.textContent).toContain('Adder, 12 lines')
    for (const popover of element.renderRoot.querySelectorAll<HTMLElement>('[popover]'))
      popover.hidePopover ??= () => {}
    offer?.querySelector('button')?.click()
    expect(fired.map(([name]) => name)).toEqual(['previous-open'])
  })
})
