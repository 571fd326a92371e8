import { describe, expect, it } from 'vitest'
import { joinWires, pathData } from './wires.ts'

const p = (x: number, y: number) => ({ x, y })

describe('joinWires', () => {
  it('keeps a single route as one line', () => {
    const wire = joinWires([[p(0, 0), p(20, 0), p(20, 30), p(50, 30)]])
    expect(wire.lines).toHaveLength(1)
    expect(wire.lines[0]).toHaveLength(4)
    expect(wire.junctions).toEqual([])
    expect(wire.runs[0]).toMatchObject({ from: { y: expect.any(Number) }, to: { y: expect.any(Number) } })
  })

  it('draws a shared piece once and marks where routes part', () => {
    const wire = joinWires([
      [p(0, 0), p(50, 0)],
      [p(0, 0), p(20, 0), p(20, 30), p(50, 30)],
    ])
    expect(wire.junctions).toEqual([p(20, 0)])
    expect(wire.lines).toHaveLength(3)
    const total = wire.runs.reduce((s, r) => s + Math.abs(r.from.x - r.to.x) + Math.abs(r.from.y - r.to.y), 0)
    expect(total).toBe(50 + 30 + 30)
  })

  it('has no junction where two routes merely bend at the same place', () => {
    const wire = joinWires([
      [p(0, 0), p(20, 0), p(20, 30)],
      [p(0, 0), p(20, 0), p(20, 50)],
    ])
    expect(wire.junctions).toEqual([])
    expect(wire.lines).toHaveLength(1)
  })

  it('joins pieces end to end without a seam', () => {
    const wire = joinWires([
      [p(0, 0), p(10, 0)],
      [p(10, 0), p(30, 0)],
    ])
    expect(wire.lines).toEqual([[p(0, 0), p(30, 0)]])
  })

  it('draws a closed ring', () => {
    const ring = [p(0, 0), p(10, 0), p(10, 10), p(0, 10), p(0, 0)]
    const wire = joinWires([ring])
    const total = wire.runs.reduce((s, r) => s + Math.abs(r.from.x - r.to.x) + Math.abs(r.from.y - r.to.y), 0)
    expect(total).toBe(40)
    expect(wire.junctions).toEqual([])
  })
})

describe('pathData', () => {
  it('rounds corners, less where there is no room', () => {
    expect(pathData([[p(0, 0), p(20, 0), p(20, 30)]])).toBe('M0 0L16 0Q20 0 20 4L20 30')
    expect(pathData([[p(0, 0), p(20, 0), p(20, 4), p(40, 4)]])).toBe('M0 0L18 0Q20 0 20 2L20 2Q20 4 22 4L40 4')
  })
})
