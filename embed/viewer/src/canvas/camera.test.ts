import { describe, expect, it } from 'vitest'
import { Camera, type Subject } from './camera.ts'
import type { View } from './viewport.ts'

/** A canvas of a size with a picture on it; `shown` is the last view. */
function stage(width: number, height: number, subject: Subject) {
  const state = { size: { width, height }, covered: { top: 0, bottom: 0 }, shown: undefined as View | undefined }
  const camera = new Camera({
    size: () => state.size,
    subject: () => subject,
    crowned: () => false,
    covered: () => state.covered,
    show: (view) => {
      state.shown = view
    },
  })
  return { camera, state }
}

const small: Subject = { width: 400, height: 200, entrance: () => ({ x: 0, y: 0 }) }
/** Twelve times as wide as a telephone shows at full size. */
const wide: Subject = { width: 4800, height: 900, entrance: () => ({ x: 60, y: 400 }) }

const onCanvas = (view: View, at: { x: number; y: number }) => ({
  x: view.x + at.x * view.scale,
  y: view.y + at.y * view.scale,
})

describe('where a picture starts', () => {
  it('shows all of a picture that can be read whole', () => {
    const { camera } = stage(800, 600, small)
    camera.settle()
    expect(camera.view.scale).toBeGreaterThan(1)
    expect(onCanvas(camera.view, { x: 0, y: 0 }).x).toBeGreaterThan(0)
    expect(onCanvas(camera.view, { x: 400, y: 0 }).x).toBeLessThan(800)
  })

  it('starts a picture that would be dust at its inputs, at a scale that can be read', () => {
    const { camera } = stage(400, 700, wide)
    camera.settle()
    expect(camera.view.scale).toBeGreaterThan(0.5)
    const at = onCanvas(camera.view, { x: 60, y: 400 })
    expect(at.x).toBeGreaterThan(0)
    expect(at.x).toBeLessThan(200)
    expect(at.y).toBeGreaterThan(0)
    expect(at.y).toBeLessThan(700)
  })

  it('leaves no empty margin beside a large picture', () => {
    const { camera } = stage(400, 400, { ...wide, entrance: () => ({ x: 4700, y: 800 }) })
    camera.settle()
    const end = onCanvas(camera.view, { x: 4800, y: 900 })
    expect(end.x).toBeGreaterThan(380)
    expect(end.y).toBeGreaterThan(300)
  })
})

describe('a sheet that covers an end', () => {
  it('moves nothing when it comes and goes; Show all then takes what is free', () => {
    const { camera, state } = stage(800, 600, small)
    camera.settle()
    const before = camera.view
    state.covered = { top: 0, bottom: 350 }
    expect(camera.view).toEqual(before)
    camera.fit()
    expect(onCanvas(camera.view, { x: 0, y: 200 }).y).toBeLessThanOrEqual(250)
    state.covered = { top: 350, bottom: 0 }
    camera.fit()
    expect(onCanvas(camera.view, { x: 0, y: 0 }).y).toBeGreaterThanOrEqual(350)
  })
})

describe('Show all', () => {
  it('shows the whole picture, and once more what can be read of it', () => {
    const { camera } = stage(400, 700, wide)
    camera.settle()
    const start = camera.view
    camera.fit()
    expect(camera.view.scale * wide.width).toBeLessThanOrEqual(400)
    camera.fit()
    expect(camera.view).toEqual(start)
  })

  it('stays whole when the canvas changes its size', () => {
    const { camera, state } = stage(400, 700, wide)
    camera.fit()
    state.size = { width: 1200, height: 700 }
    camera.settle()
    expect(camera.view.scale).toBeCloseTo((1200 - 48) / wide.width)
  })
})

it('keeps a view that a person chose, until another picture comes', () => {
  const { camera, state } = stage(800, 600, small)
  camera.settle()
  camera.zoom(2, { x: 400, y: 300 })
  const { scale } = camera.view
  state.size = { width: 900, height: 600 }
  camera.settle()
  expect(camera.view.scale).toBe(scale)
  expect(camera.chosen).toBe(true)
  camera.forget()
  camera.settle()
  expect(camera.view.scale).not.toBe(scale)
})

it('moves no further than needed to show a box, and brings a point into the middle', () => {
  const { camera } = stage(400, 700, wide)
  camera.settle()
  const before = camera.view
  camera.bring({ x: 120, y: 700, width: 10, height: 10 })
  expect(camera.view).toEqual(before)
  camera.bring({ x: 2000, y: 700, width: 50, height: 20 })
  expect(onCanvas(camera.view, { x: 2050, y: 700 }).x).toBeCloseTo(400 - 24)
  camera.centre({ x: 2400, y: 450 })
  expect(onCanvas(camera.view, { x: 2400, y: 450 })).toEqual({ x: 200, y: 350 })
})
