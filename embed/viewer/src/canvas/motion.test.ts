import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Motion, Shift } from './motion.ts'

describe('a motion', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('lasts until no move has come for a while, and is told once', () => {
    const rested = vi.fn()
    const motion = new Motion(rested)
    const seen: boolean[] = []
    for (let i = 0; i < 3; i++) {
      motion.move(() => seen.push(motion.active))
      vi.advanceTimersByTime(100)
    }
    expect(seen).toEqual([true, true, true])
    expect(rested).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    expect(rested).toHaveBeenCalledOnce()
    expect(motion.active).toBe(false)
    motion.rest()
    expect(rested).toHaveBeenCalledOnce()
  })

  it('is still when its end is told', () => {
    const motion: Motion = new Motion(() => expect(motion.active).toBe(false))
    motion.move(() => undefined)
    motion.rest()
    expect.assertions(1)
  })
})

describe('a shift', () => {
  it('is one animation that stands still at the last place, until it ends', () => {
    const setKeyframes = vi.fn()
    const cancel = vi.fn()
    const animate = vi.fn(() => ({ effect: { setKeyframes }, cancel }))
    const shift = new Shift({ animate } as unknown as HTMLElement)
    const at = (x: number, y: number) => ({ transform: `translate3d(${x}px, ${y}px, 0)` })
    shift.to(1, 2)
    expect(animate).toHaveBeenCalledWith([at(1, 2), at(1, 2)], expect.anything())
    shift.to(3, 4)
    expect(animate).toHaveBeenCalledOnce()
    expect(setKeyframes).toHaveBeenCalledWith([at(3, 4), at(3, 4)])
    shift.end()
    shift.end()
    expect(cancel).toHaveBeenCalledOnce()
    shift.to(5, 6)
    expect(animate).toHaveBeenCalledTimes(2)
  })
})
