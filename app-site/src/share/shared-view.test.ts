import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedView, viewText } from './shared-view.ts'

const name = fc.string({ minLength: 1, maxLength: 12 })
const breakpoint = fc.record({
  when: fc.string({ minLength: 1, maxLength: 50 }).filter((s) => s.trim() !== ''),
  on: fc.constantFrom('rise', 'fall', 'change', 'true'),
})

describe('the view of a link', () => {
  it('is written and read back', () => {
    const rows = fc.array(fc.record({ signal: name, radix: fc.constantFrom('hex', 'bin', 'signed') }), { maxLength: 5 })
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 5 }),
        rows,
        fc.array(breakpoint, { maxLength: 5 }),
        (level, list, stops) => {
          const text = viewText({ level, rows: list as never, breakpoints: stops as never })
          if (level.length + list.length + stops.length === 0) {
            expect(text).toBeUndefined()
            return
          }
          expect(sharedView(text ?? '')).toMatchObject({
            level,
            rows: list.length > 0 ? list : undefined,
            breakpoints: stops,
          })
        },
      ),
    )
  })

  it('keeps its bounds and leaves out what it cannot be, whatever the text is', () => {
    const anything = fc.record({
      level: fc.anything(),
      rows: fc.oneof(
        fc.anything(),
        fc.array(fc.record({ signal: fc.anything(), radix: fc.anything() }), { maxLength: 200 }),
      ),
      breakpoints: fc.oneof(
        fc.anything(),
        fc.array(fc.record({ when: fc.anything(), on: fc.anything() }), { maxLength: 99 }),
      ),
    })
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      anything.map((value) => JSON.stringify(value, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))),
    )
    fc.assert(
      fc.property(text, (hostile) => {
        const view = sharedView(hostile ?? '')
        if (!view) return
        expect(view.level.length).toBeLessThanOrEqual(64)
        expect(view.level.every((part) => typeof part === 'string' && part !== '')).toBe(true)
        expect(view.rows?.length ?? 1).toBeLessThanOrEqual(64)
        expect(view.breakpoints.length).toBeLessThanOrEqual(16)
        for (const { when, on } of view.breakpoints) {
          expect(when.length).toBeLessThanOrEqual(1000)
          expect(['rise', 'fall', 'change', 'true']).toContain(on)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is cut where it is too much', () => {
    const many = Array.from({ length: 300 }, (_, i) => ({ signal: `s${i}`, when: `s${i}`, on: 'rise' }))
    const view = sharedView(JSON.stringify({ rows: many, breakpoints: many }))
    expect([view?.rows?.length, view?.breakpoints.length]).toEqual([64, 16])
    expect(sharedView(JSON.stringify({ level: Array(65).fill('a').join('.') }))).toBeUndefined()
  })
})
