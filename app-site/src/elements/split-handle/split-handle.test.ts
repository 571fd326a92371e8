// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { SplitHandle } from './split-handle.ts'

async function handle(direction: 'columns' | 'rows') {
  const element = new SplitHandle()
  element.direction = direction
  element.value = 0.5
  element.initial = 0.4
  element.label = 'Resize the editor'
  const moves: number[] = []
  element.addEventListener('split-move', (event) => moves.push((event as CustomEvent<number>).detail))
  document.body.append(element)
  await element.updateComplete
  const grip = element.renderRoot.querySelector<HTMLElement>('.grip') as HTMLElement
  const press = (key: string, shiftKey = false) => {
    const event = new KeyboardEvent('keydown', { key, shiftKey, cancelable: true })
    grip.dispatchEvent(event)
    return event.defaultPrevented
  }
  return { element, grip, moves, press }
}

afterEach(() => document.body.replaceChildren())

describe('the bar between two panes', () => {
  it('is a separator with a name and a value', async () => {
    const { grip } = await handle('columns')
    expect(grip.getAttribute('role')).toBe('separator')
    expect(grip.getAttribute('aria-label')).toBe('Resize the editor')
    expect(grip.getAttribute('aria-orientation')).toBe('vertical')
    expect(grip.getAttribute('aria-valuenow')).toBe('50')
  })

  it.each([
    ['columns', 'ArrowLeft', 'ArrowRight', 'ArrowUp'],
    ['rows', 'ArrowUp', 'ArrowDown', 'ArrowLeft'],
  ] as const)('moves by the arrow keys of its direction: %s', async (direction, back, forward, other) => {
    const { moves, press } = await handle(direction)
    expect([press(back), press(forward, true), press(other)]).toEqual([true, true, false])
    expect(moves).toEqual([0.48, 0.6])
  })

  it('goes to its ends, not beyond them, and back to where it began', async () => {
    const { element, grip, moves, press } = await handle('rows')
    press('Home')
    press('End')
    element.value = 0.99
    press('ArrowDown', true)
    grip.dispatchEvent(new MouseEvent('dblclick'))
    expect(moves).toEqual([0, 1, 1, 0.4])
  })
})
