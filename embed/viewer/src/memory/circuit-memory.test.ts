// @vitest-environment happy-dom
import type { Deposit } from '@simten/client/protocol.gen'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Memories } from './access.ts'
import { fromBase64, toBase64 } from './cells.ts'
import { CircuitMemory } from './circuit-memory.ts'

/** A memory of 64 bytes, of which byte k holds 2 k. */
async function memory(running = false) {
  const bytes = Uint8Array.from({ length: 64 }, (_, k) => 2 * k)
  const deposits: Deposit[] = []
  const memories: Memories = {
    inspect: async (node, first = 0, { cells = 64 } = {}) =>
      ({ node, fields: [{ name: 'mem', data: toBase64(bytes.slice(first, first + cells)) }] }) as never,
    deposit: async (list) => {
      deposits.push(...list)
      for (const { first = 0, cells } of list) bytes.set(fromBase64(cells ?? ''), first)
    },
    status: { cycle: 3, running },
  }
  const element = new CircuitMemory()
  element.node = 'ram'
  element.field = { name: 'mem', cells: 64, width: 8 } as never
  element.memories = memories
  document.body.append(element)
  const word = (at: number) => element.renderRoot.querySelector<HTMLElement>(`[data-at="${at}"]`)
  await vi.waitFor(() => expect(word(1)?.textContent).toBe('02'))
  const grid = element.renderRoot.querySelector('[role=grid]')
  const press = async (key: string, target: Element | null = grid) => {
    target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await element.updateComplete
  }
  const status = () => element.renderRoot.querySelector('[role=status]')?.textContent
  return { element, grid, word, press, status, deposits }
}

beforeEach(() => localStorage.clear())
afterEach(() => document.body.replaceChildren())

describe('the words of a memory', () => {
  it('is a grid with a name, whose lines begin with their address', async () => {
    const { element, grid } = await memory()
    expect(grid?.getAttribute('aria-label')).toBe('mem, 64 words')
    const heads = [...element.renderRoot.querySelectorAll('[role=rowheader]')].map((head) => head.textContent)
    expect(heads.slice(0, 2)).toEqual(['00', '08'])
  })

  it('is walked with the keys, and one word has the keyboard', async () => {
    const { element, press, word } = await memory()
    await press('ArrowRight')
    await press('ArrowDown')
    expect(word(9)?.getAttribute('tabindex')).toBe('0')
    expect(element.renderRoot.querySelectorAll('.word[tabindex="0"]')).toHaveLength(1)
    await press('End')
    expect(word(63)?.getAttribute('tabindex')).toBe('0')
    await press('ArrowRight')
    expect(word(63)?.getAttribute('tabindex')).toBe('0')
  })

  it('overwrites a word that is typed, and tells of a text that is no number', async () => {
    const { element, press, status, deposits } = await memory()
    const entry = () => element.renderRoot.querySelector<HTMLInputElement>('.entry')
    await press('Enter')
    const field = entry()
    if (!field) throw new Error('there is no field')
    const type = (text: string) => {
      field.value = text
      field.dispatchEvent(new Event('input'))
    }
    type('zebra')
    await press('Enter', field)
    await vi.waitFor(() => expect(status()).not.toBe(''))
    expect(deposits).toEqual([])
    type('0x7f')
    await press('Enter', field)
    await vi.waitFor(() => expect(deposits).toHaveLength(1))
    expect(deposits[0]).toMatchObject({ node: 'ram', field: 'mem', first: 0 })
    expect([...fromBase64(deposits[0]?.cells ?? '')]).toEqual([0x7f])
  })

  it('is not edited while the circuit runs', async () => {
    const { element, grid, press, status } = await memory(true)
    expect(grid?.getAttribute('aria-readonly')).toBe('true')
    await press('Enter')
    expect(element.renderRoot.querySelector('.entry')).toBeNull()
    expect(status()).toBe('Pause the run to edit.')
  })
})
