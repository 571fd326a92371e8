import Elk from 'elkjs/lib/elk.bundled.js'
import type { ElkNode } from 'elkjs/lib/elk-api'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fixtures, mesh } from '../../test/support/fixtures.ts'
import { buildScene } from '../scene/scene.ts'
import { elkGraph } from './graph.ts'
import { Layouter, roomOf, TooLarge } from './layout.ts'
import { type Box, bare } from './placement.ts'

const elk = new Elk()
const layouter = () => new Layouter((g) => elk.layout(g))

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe.each(Object.entries(fixtures))('layout of %s', (_, make) => {
  const model = make()
  const scene = buildScene(model.compiled, [])
  const placed = layouter().layout(scene)

  it('places every node, none over another', async () => {
    const { nodes } = await placed
    const boxes = scene.nodes.map((n) => ({ key: n.path, parent: n.parent, box: nodes.get(n.key) as Box }))
    for (const a of boxes) {
      for (const b of boxes) {
        if (a.key < b.key) expect(overlaps(a.box, b.box), `${a.key} and ${b.key}`).toBe(false)
      }
    }
  })

  it('keeps the inside of the frame inside and everything else outside', async () => {
    const { nodes } = await placed
    if (!scene.frame) return
    const frame = nodes.get(scene.frame.key) as Box
    for (const n of scene.nodes) {
      const box = nodes.get(n.key) as Box
      const contained =
        box.x >= frame.x &&
        box.y >= frame.y &&
        box.x + box.width <= frame.x + frame.width &&
        box.y + box.height <= frame.y + frame.height
      expect(contained, n.path).toBe(n.parent !== '')
      if (n.parent === '') expect(overlaps(box, frame), n.path).toBe(false)
    }
  })

  it('routes every connection at right angles from its source pin to its target pin', async () => {
    const { links, pins } = await placed
    expect(links.size).toBe(scene.links.length)
    for (const link of scene.links) {
      const line = links.get(link.key) ?? []
      expect(line.length, link.key).toBeGreaterThan(1)
      expect(line[0], link.key).toEqual(pins.get(link.source))
      expect(line[line.length - 1], link.key).toEqual(pins.get(link.target))
      line.slice(1).forEach((p, i) => {
        const q = line[i]
        expect(p.x === q?.x || p.y === q?.y, `${link.key} piece ${i}`).toBe(true)
      })
    }
  })

  it('keeps inputs west and outputs east, in the order of declaration', async () => {
    const { nodes, pins } = await placed
    if (scene.frame) {
      const box = nodes.get(scene.frame.key) as Box
      const at = (key: string) => pins.get(key) as { x: number; y: number }
      const ys = scene.frame.inputs.map((p) => at(p.key).y)
      expect(ys).toEqual([...ys].sort((a, b) => a - b))
      for (const p of scene.frame.inputs) expect(at(p.key).x).toBe(box.x)
      for (const p of scene.frame.outputs) expect(at(p.key).x).toBe(box.x + box.width)
    }
    for (const n of scene.nodes) {
      const box = nodes.get(n.key) as Box
      n.shape.pins.forEach((p, i) => {
        const pin = pins.get(n.pins[i]?.key ?? '') as { x: number; y: number }
        if (p.side === 'west') expect(pin.x, n.path).toBe(box.x)
        if (p.side === 'east') expect(pin.x, n.path).toBe(box.x + box.width)
      })
    }
  })

  it('gives the same picture again', async () => {
    const again = await layouter().layout(buildScene(make().compiled, []))
    expect(again).toEqual(await placed)
  })
})

describe('layouter', () => {
  it('lays out a structure once', async () => {
    let calls = 0
    const counting = new Layouter((g) => {
      calls++
      return elk.layout(g)
    })
    const scene = buildScene(fixtures.halfAdder().compiled, [])
    await counting.layout(scene)
    await counting.layout(buildScene(fixtures.halfAdder().compiled, []))
    expect(calls).toBe(1)
    await counting.layout(buildScene(fixtures.counter().compiled, []))
    expect(calls).toBe(2)
  })

  it('keeps layouts, and takes one that was kept without the engine', async () => {
    const kept = new Map<string, string>()
    const store = {
      expected: false,
      get: (key: string) => JSON.parse(kept.get(key) ?? 'null') ?? undefined,
      put: (key: string, graph: unknown) => kept.set(key, JSON.stringify(graph)),
    }
    const scene = buildScene(fixtures.rippleAdder().compiled, [])
    const placed = await new Layouter((g) => elk.layout(g), store).layout(scene)
    expect(kept.size).toBe(1)
    const visit = async () => {
      const asked: string[] = []
      const engine = (g: ElkNode) => {
        asked.push(g.id)
        return elk.layout(g)
      }
      const next = new Layouter(engine, { ...store, expected: true })
      next.prepare()
      expect(await next.layout(scene)).toEqual(placed)
      return [...asked] // now: a first picture that was kept starts the engine later
    }
    expect(await visit()).toEqual([])
    const [key, good] = [...kept][0] ?? ['', '']
    for (const damaged of [
      '{"id":"root"}',
      '[]',
      '7',
      good.replaceAll('"y"', '"z"'),
      good.replace('"startPoint"', '"start"'),
    ]) {
      kept.set(key, damaged)
      expect(await visit(), damaged.slice(0, 40)).toEqual(['root'])
    }
  })

  it('starts the engine a while after a first picture that was kept', async () => {
    const scene = buildScene(fixtures.halfAdder().compiled, [])
    const graph = bare(await elk.layout(elkGraph(scene)))
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    let calls = 0
    const one = new Layouter(
      (g) => {
        calls++
        return Promise.resolve(g)
      },
      { expected: true, get: () => graph, put: () => {} },
    )
    one.prepare()
    await one.layout(scene)
    expect(calls).toBe(0)
    vi.runAllTimers()
    expect(calls).toBe(1)
    one.prepare()
    vi.runAllTimers()
    expect(calls).toBe(1)
  })

  it('tries again after a failure', async () => {
    let broken = true
    const flaky = new Layouter((g) => (broken ? Promise.reject(new Error('no')) : elk.layout(g)))
    const scene = buildScene(fixtures.halfAdder().compiled, [])
    await expect(flaky.layout(scene)).rejects.toThrow('no')
    broken = false
    await expect(flaky.layout(scene)).resolves.toBeDefined()
  })

  it('refuses what is too large, with counts', async () => {
    const scene = buildScene(mesh(60, 42).compiled, [])
    await expect(layouter().layout(scene)).rejects.toMatchObject({ nodes: 60 * 42 + 42 })
    await expect(layouter().layout(scene)).rejects.toBeInstanceOf(TooLarge)
  })
})

describe('a room', () => {
  const fit = (p: { width: number; height: number }, room: { width: number; height: number }) =>
    Math.min(room.width / p.width, room.height / p.height)
  const scene = buildScene(fixtures.rippleAdder().compiled, [])

  it('breaks a long row into several when that is shown larger, with every wire in its place', async () => {
    const room = { width: 384, height: 640 }
    const row = await layouter().layout(scene)
    const rows = await layouter().layout(scene, room)
    expect(row.aspect).toBeUndefined()
    expect(rows.aspect).toBe(0.67)
    expect(fit(rows, room)).toBeGreaterThan(1.2 * fit(row, room))
    for (const link of scene.links) {
      const line = rows.links.get(link.key) ?? []
      expect(line[0], link.key).toEqual(rows.pins.get(link.source))
      expect(line.at(-1), link.key).toEqual(rows.pins.get(link.target))
    }
    const boxes = scene.nodes.map((n) => rows.nodes.get(n.key) as Box)
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(i + 1)) expect(overlaps(a, b)).toBe(false)
    })
  })

  it('leaves one row where it can be read', async () => {
    const row = await layouter().layout(scene)
    expect(await layouter().layout(scene, { width: row.width, height: row.height })).toEqual(row)
  })

  it('leaves one row when rows cannot be laid out', async () => {
    const failing = new Layouter((g) =>
      JSON.stringify(g).includes('wrapping') ? Promise.reject(new Error('no')) : elk.layout(g),
    )
    expect(await failing.layout(scene, { width: 384, height: 640 })).toEqual(await layouter().layout(scene))
  })

  it('changes in steps', () => {
    expect(roomOf(400, 700)).toEqual(roomOf(410, 690))
    expect(roomOf(400, 700)).not.toEqual(roomOf(800, 700))
    expect(roomOf(0, 100)).toBeUndefined()
  })
})

describe('graph', () => {
  it('gives the inputs of a harness to the first layer and its outputs to the last', () => {
    const graph = elkGraph(buildScene(fixtures.counter().compiled, []))
    const constraint = (id: string) =>
      graph.children?.find((c) => c.id === id)?.layoutOptions?.['elk.layered.layering.layerConstraint']
    expect(constraint('n:enable')).toBe('FIRST')
    expect(constraint('n:count')).toBe('LAST')
    expect(constraint('f:dut')).toBeUndefined()
  })
})

describe('placement', () => {
  it('leaves no small step in the wire of a switch or a lamp', async () => {
    for (const make of Object.values(fixtures)) {
      const scene = buildScene(make().compiled, [])
      const { links } = await layouter().layout(scene)
      for (const n of scene.nodes) {
        const pin = n.pins[0]
        const own = scene.links.filter((l) => l.source === pin?.key || l.target === pin?.key)
        const line = links.get(own[0]?.key ?? '')
        if (n.role === 'node' || n.pins.length !== 1 || own.length !== 1 || line?.length !== 4) continue
        expect(Math.abs((line[0]?.y ?? 0) - (line[3]?.y ?? 0)), n.path).toBeGreaterThan(2)
      }
    }
  })
})
