// @vitest-environment happy-dom
import { render } from 'lit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notice } from '../../state/state.ts'
import { endToastSoon, toast } from './toast.ts'

const notice = (tone: Notice['tone'], text = 'Link copied.'): Notice => ({ id: 7, tone, text })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a toast', () => {
  it('shows the words of a notice as text, and nothing without one', () => {
    const place = document.createElement('div')
    render(toast(undefined), place)
    expect(place.textContent).toBe('')
    render(toast(notice('bad', '<b>no</b>')), place)
    expect(place.querySelector('.toast.bad')?.textContent).toBe('<b>no</b>')
    expect(place.querySelector('.toast')?.getAttribute('aria-hidden')).toBe('true') // the announcer says it
  })

  it.each([
    ['info', 5_000],
    ['bad', 12_000],
  ] as const)('leaves after its time when it is %s', (tone, time) => {
    const endToast = vi.fn()
    endToastSoon({ endToast }, notice(tone))
    vi.advanceTimersByTime(time - 1)
    expect(endToast).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(endToast).toHaveBeenCalledWith(7)
  })
})
