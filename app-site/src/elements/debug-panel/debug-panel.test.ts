// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Breakpoint, Debugger, DebugState } from '../../state/debugger.ts'
import { DebugPanel } from './debug-panel.ts'

const breakpoint = (more: Partial<Breakpoint> = {}): Breakpoint => ({
  id: 3,
  when: 'count === 5',
  on: 'rise',
  active: true,
  hits: 1,
  cycles: [5],
  here: false,
  ...more,
})

async function panel(state: Partial<DebugState> = {}, clocked = true) {
  const element = new DebugPanel()
  const asked = { add: vi.fn(async () => true), search: vi.fn(), toggle: vi.fn(), remove: vi.fn(), runTo: vi.fn() }
  element.debugger = asked as unknown as Debugger
  element.state = { breakpoints: [], why: undefined, told: undefined, busy: false, ...state }
  element.clocked = clocked
  document.body.append(element)
  await element.updateComplete
  const find = <T extends Element>(selector: string) => element.renderRoot.querySelector<T>(selector)
  const write = async (text: string) => {
    const field = find<HTMLInputElement>('[aria-label="Expression over signals"]')
    if (!field) throw new Error('there is no field')
    field.value = text
    field.dispatchEvent(new Event('input'))
    await element.updateComplete
  }
  return { element, asked, find, write }
}

afterEach(() => document.body.replaceChildren())

describe('the panel of breakpoints', () => {
  it('explains a circuit without cycles, and how to write an expression', async () => {
    expect((await panel({}, false)).element.renderRoot.textContent).toContain('it has no cycles to stop at')
    expect((await panel()).find('[role=status]')?.textContent).toContain('Write what you look for')
  })

  it('searches and adds only what is written, and empties the field of what was added', async () => {
    const { element, asked, find, write } = await panel()
    const buttons = () => [...element.renderRoot.querySelectorAll<HTMLButtonElement>('form button')]
    expect(buttons().map((b) => b.disabled)).toEqual([true, true, true])
    await write('rise(we)')
    expect(buttons().map((b) => b.disabled)).toEqual([false, false, false])
    buttons()[0]?.click()
    expect(asked.search).toHaveBeenCalledWith('rise(we)', true)
    find('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await vi.waitFor(() => expect(element.text).toBe(''))
    expect(asked.add).toHaveBeenCalledWith('rise(we)', 'rise')
  })

  it('says of each breakpoint where it stops, how often, and why it cannot', async () => {
    const { element, asked, find } = await panel({
      breakpoints: [
        breakpoint({ here: true }),
        breakpoint({ id: 4, when: 'gone', hits: 2000, problem: 'There is no gone.' }),
      ],
    })
    const items = [...element.renderRoot.querySelectorAll('li')]
    expect(items[0]?.getAttribute('aria-current')).toBe('true')
    expect(items[0]?.textContent).toMatch(/count === 5[\s\S]*becomes true[\s\S]*1 hit/)
    expect(items[1]?.textContent).toMatch(/There is no gone\.[\s\S]*2,000 hits/)
    find<HTMLElement>('[aria-label="Remove the breakpoint gone"]')?.click()
    expect(asked.remove).toHaveBeenCalledWith(4)
  })

  it('goes to a cycle with Enter, and to nothing that is no cycle', async () => {
    const { asked, find } = await panel()
    const field = find<HTMLInputElement>('.cycle')
    if (!field) throw new Error('there is no field')
    const enter = () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }))
    field.value = 'soon'
    enter()
    expect(asked.runTo).not.toHaveBeenCalled()
    field.value = '1,000'
    enter()
    expect(asked.runTo).toHaveBeenCalledWith(1000)
  })
})
