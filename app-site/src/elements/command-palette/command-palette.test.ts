// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import type { PaletteEntry } from '../../palette/entries.ts'
import { CommandPalette } from './command-palette.ts'

const entries: readonly PaletteEntry[] = [
  { kind: 'command', label: 'Run or pause', detail: '', keys: 'P' },
  { kind: 'part', label: 'alu.sum', detail: 'Adder', name: 'alu.sum' },
  { kind: 'signal', label: 'carry', detail: '1 bit', name: 'carry' },
]

async function palette() {
  const element = new CommandPalette()
  document.body.append(element)
  const chosen: PaletteEntry[] = []
  element.addEventListener('palette-choose', (event) => chosen.push((event as CustomEvent<PaletteEntry>).detail))
  element.open(entries, 'Search commands')
  await element.updateComplete
  await element.updateComplete
  const field = element.renderRoot.querySelector('input')
  if (!field) throw new Error('there is no field')
  const press = async (key: string) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await element.updateComplete
  }
  const type = async (text: string) => {
    field.value = text
    field.dispatchEvent(new Event('input'))
    await element.updateComplete
  }
  const active = () => element.renderRoot.querySelector('[aria-selected=true] .label')?.textContent
  return { element, chosen, field, press, type, active }
}

afterEach(() => document.body.replaceChildren())

describe('the command palette', () => {
  it('names its field, and points a screen reader at the active line', async () => {
    const { element, field, active } = await palette()
    expect(element.isOpen).toBe(true)
    expect(field.getAttribute('aria-label')).toBe('Search commands')
    const id = field.getAttribute('aria-activedescendant')
    expect(element.renderRoot.querySelector(`#${id} .label`)?.textContent).toBe(active())
  })

  it('goes around with the arrows, and chooses with Enter', async () => {
    const { element, chosen, press, active } = await palette()
    const first = active()
    await press('ArrowUp')
    expect(active()).not.toBe(first)
    await press('ArrowDown')
    expect(active()).toBe(first)
    await press('Enter')
    expect(chosen.map((entry) => entry.label)).toEqual([first])
    expect(element.isOpen).toBe(false)
  })

  it('finds by letters, marks them, and says when there is nothing', async () => {
    const { element, chosen, press, type, active } = await palette()
    await type('carry')
    expect(active()).toBe('carry')
    expect(element.renderRoot.querySelectorAll('mark').length).toBe(5)
    await type('zzzz')
    expect(element.renderRoot.querySelector('[role=status]')?.textContent).toBe('Nothing is called like that.')
    await press('Enter')
    expect(chosen).toEqual([])
  })
})
