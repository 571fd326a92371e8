// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { svg } from '../svg.ts'
import { boxAround, Sight } from './culling.ts'
import { seenOf } from './viewport.ts'

describe('a part out of sight', () => {
  let sight: Sight
  let things: SVGElement[]
  const row = (count: number) => {
    sight = new Sight()
    things = Array.from({ length: count }, (_, i) => {
      const thing = svg('g')
      sight.add({ x: 100 * i, y: 0, width: 60, height: 40 }, [thing])
      return thing
    })
  }
  const shown = () => things.flatMap((t, i) => (t.classList.contains('away') ? [] : [i]))
  const canvas = { width: 1000, height: 600 }

  beforeEach(() => row(300))

  it('is away, and what is near is drawn', () => {
    sight.look(seenOf({ scale: 1, x: -10_000, y: 0 }, canvas)) // from 10,000 to 11,000, three quarters of that on both sides
    expect(shown()).toEqual(Array.from({ length: 26 }, (_, i) => 92 + i))
  })

  it('stays as it is while the canvas looks at what is drawn', () => {
    sight.look({ x: 10_000, y: 0, width: 1000, height: 600 })
    const before = shown()
    sight.look({ x: 10_400, y: 0, width: 1000, height: 600 })
    expect(shown()).toEqual(before)
    sight.look({ x: 10_600, y: 0, width: 1000, height: 600 })
    expect(shown()).not.toEqual(before)
    for (let x = 10_600; x < 11_600; x += 100) expect(shown()).toContain(x / 100)
  })

  it('goes away only when the view rests, and comes at once', () => {
    sight.look({ x: 10_000, y: 0, width: 1000, height: 600 })
    const before = shown()
    sight.look({ x: 10_700, y: 0, width: 1000, height: 600 }, true)
    expect(shown()).toEqual(before)
    sight.look({ x: 11_000, y: 0, width: 1000, height: 600 }, true)
    expect(shown()).toEqual(expect.arrayContaining([...before, 120, 126]))
    sight.look({ x: 11_000, y: 0, width: 1000, height: 600 })
    expect(shown()).toEqual(Array.from({ length: 26 }, (_, i) => 102 + i))
  })

  it('comes back with the whole picture, and goes again when the canvas is close', () => {
    sight.look({ x: 0, y: 0, width: 1000, height: 600 })
    sight.look({ x: 0, y: -9000, width: 30_000, height: 18_000 })
    expect(shown()).toHaveLength(300)
    sight.look({ x: 0, y: 0, width: 1000, height: 600 })
    expect(shown().length).toBeLessThan(30)
  })

  it('is drawn all the same in a small picture', () => {
    row(100)
    sight.look({ x: 0, y: 0, width: 1000, height: 600 })
    expect(shown()).toHaveLength(100)
  })

  it('has a box around all points', () => {
    expect(
      boxAround([
        { x: 3, y: 9 },
        { x: -1, y: 2 },
      ]),
    ).toEqual({ x: -1, y: 2, width: 4, height: 7 })
    expect(boxAround([])).toEqual({ x: 0, y: 0, width: 0, height: 0 })
  })
})
