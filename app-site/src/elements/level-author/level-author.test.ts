// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { levelOfHash } from '../../learn/level-link.ts'
import { LevelAuthor } from './level-author.ts'

async function author() {
  const element = new LevelAuthor()
  document.body.append(element)
  await element.updateComplete
  const form = element.renderRoot.querySelector('form')
  if (!form) throw new Error('there is no form')
  const fill = (name: string, value: string) => {
    const field = form.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (field) field.value = value
  }
  const link = () => element.renderRoot.querySelector('a')?.getAttribute('href')
  return { element, form, fill, link }
}

afterEach(() => document.body.replaceChildren())

describe('the form that makes a level', () => {
  it('labels every field', async () => {
    const { form } = await author()
    for (const field of form.querySelectorAll('input, textarea'))
      expect(field.closest('label')?.textContent).toMatch(/\w/)
  })

  it('makes a link that holds the level, and forgets it with the next change', async () => {
    const { form, fill, link, element } = await author()
    fill('title', 'Nand')
    fill('parts', 'Nand,  Not')
    fill('gates', '1')
    form.dispatchEvent(new Event('submit', { cancelable: true }))
    await vi.waitFor(() => expect(link()).toBeDefined())
    const level = await levelOfHash(new URL(link() ?? '').hash)
    expect(level).toMatchObject({ title: 'Nand', parts: ['Nand', 'Not'], par: { gates: 1 } })
    form.dispatchEvent(new Event('input'))
    await element.updateComplete
    expect(link()).toBeUndefined()
  })
})
