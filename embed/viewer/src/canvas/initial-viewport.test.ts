import { describe, expect, it } from 'vitest'
import { entranceOf, type Part } from './initial-viewport.ts'

const part = (x: number, y: number, input = false): Part => ({ box: { x, y, width: 50, height: 40 }, input })
const view = { width: 600, height: 400 }
const shown = (parts: readonly Part[]) => {
  const at = entranceOf(parts, view)
  return parts.filter(
    ({ box }) => box.x >= at.x && box.y >= at.y && box.x + 50 <= at.x + view.width && box.y + 40 <= at.y + view.height,
  )
}

describe('where the reading of a large picture starts', () => {
  it('shows parts, where the middle of the picture has none', () => {
    const corner = Array.from({ length: 12 }, (_, i) => part(4000 + 90 * (i % 4), 7000 + 70 * Math.floor(i / 4)))
    const parts = [part(30, 30), ...corner]
    expect(shown(parts).length).toBe(12)
  })

  it('is at the top left of what looks the same everywhere', () => {
    const grid = Array.from({ length: 900 }, (_, i) => part(100 + 90 * (i % 30), 100 + 70 * Math.floor(i / 30)))
    expect(entranceOf(grid, view)).toEqual({ x: 0, y: 0 })
  })

  it('is where the inputs are, and the first of them when they are many', () => {
    const inputs = Array.from({ length: 40 }, (_, i) => part(20, 1000 + 60 * i, true))
    const parts = [...Array.from({ length: 60 }, (_, i) => part(3000 + 20 * i, 5000)), ...inputs]
    expect(shown(parts)).toContain(inputs[0])
    expect(shown(parts).length).toBeGreaterThan(4)
  })

  it('is at the left edge when that shows enough', () => {
    const column = Array.from({ length: 3 }, (_, i) => part(20, 1500 + 60 * i))
    const crowd = Array.from({ length: 12 }, (_, i) => part(200 + 80 * (i % 6), 40 + 70 * Math.floor(i / 6)))
    expect(entranceOf([...column, ...crowd], view)).toEqual({ x: 0, y: 0 })
    const right = Array.from({ length: 8 }, (_, i) => part(140 + 80 * (i % 4), 1500 + 70 * Math.floor(i / 4)))
    expect(entranceOf([...column, ...right], view).x).toBeLessThan(20)
  })

  it('is the corner of a picture without parts', () => {
    expect(entranceOf([], view)).toEqual({ x: 0, y: 0 })
  })
})
