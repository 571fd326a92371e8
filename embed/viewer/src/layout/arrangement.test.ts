import Elk from 'elkjs/lib/elk.bundled.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtures } from '../../test/support/fixtures.ts'
import { circuit, harness, Model } from '../../test/support/model.ts'
import { buildScene, type Scene, type SceneNode } from '../scene/scene.ts'
import { type Arrangement, arrange, isPinned, moved, readArrangement, unpinned, without } from './arrangement.ts'
import { Layouter } from './layout.ts'
import type { Box, Placement } from './placement.ts'
import type { Point } from './wires.ts'

const elk = new Elk()
const layouter = new Layouter((g) => elk.layout(g))
const nodeOf = (scene: Scene, path: string) => scene.nodes.find((n) => n.path === path) as SceneNode
const boxOf = (placement: Placement, scene: Scene, path: string) => {
  const key = scene.frame?.path === path ? scene.frame.key : nodeOf(scene, path).key
  return placement.nodes.get(key) as Box
}
const corner = ({ x, y }: Point) => ({ x, y })

/** A node's place within its frame, wherever the whole picture was moved to. */
const within = (placement: Placement, scene: Scene, path: string) => {
  const { x, y } = boxOf(placement, scene, path)
  const from = nodeOf(scene, path).parent === '' ? placement.origin : boxOf(placement, scene, 'dut')
  return { x: x - (from?.x ?? 0), y: y - (from?.y ?? 0) }
}

/** Every wire is there, at right angles, from pin to pin, and through no node. */
function checkWires(scene: Scene, placement: Placement): void {
  for (const link of scene.links) {
    const line = placement.links.get(link.key) ?? []
    expect(line[0], link.key).toEqual(placement.pins.get(link.source))
    expect(line.at(-1), link.key).toEqual(placement.pins.get(link.target))
    line.slice(1).forEach((p, i) => {
      const q = line[i] as Point
      expect(p.x === q.x || p.y === q.y, `${link.key} piece ${i}`).toBe(true)
      for (const n of scene.nodes) {
        const b = placement.nodes.get(n.key) as Box
        const through =
          Math.min(p.x, q.x) < b.x + b.width &&
          Math.max(p.x, q.x) > b.x &&
          Math.min(p.y, q.y) < b.y + b.height &&
          Math.max(p.y, q.y) > b.y
        expect(through, `${link.path} through ${n.path}`).toBe(false)
      }
    })
  }
}

/** A wire that is dragged between others: a chain of gates, one of which may be left out or doubled. */
function chain(...gates: string[]): Scene {
  const wiring = gates.flatMap((g, i) => [
    ['b', `${g}.b`],
    [i === 0 ? 'a' : `${gates[i - 1]}.out`, `${g}.a`],
  ])
  const c = circuit('Chain', { a: 1, b: 1 }, { y: 1 }, Object.fromEntries(gates.map((g) => [g, 'Xor'])), [
    ...wiring,
    [`${gates.at(-1)}.out`, 'y'],
  ])
  return buildScene(new Model(harness(c), [c]).compiled, [])
}

describe('an arrangement', () => {
  it('puts a node where it was dragged, and moves no other', async () => {
    const scene = buildScene(fixtures.rippleAdder().compiled, [])
    const base = await layouter.layout(scene)
    const node = scene.nodes.find((n) => n.parent !== '') as SceneNode
    const arrangement = moved(scene, base, undefined, node, { x: 12, y: 160 })
    const placed = arrange(scene, base, arrangement)
    expect(isPinned(arrangement, node.path)).toBe(true)
    for (const n of scene.nodes) {
      const was = within(base, scene, n.path)
      const is = within(placed, scene, n.path)
      if (n !== node) expect(is, n.path).toEqual(was)
      else expect(Math.abs(is.y - was.y - 160)).toBeLessThan(3)
    }
    checkWires(scene, placed)
  })

  it.each(Object.entries(fixtures))(
    'keeps every wire of %s off the nodes, wherever a node is put',
    async (_, make) => {
      const scene = buildScene(make().compiled, [])
      const base = await layouter.layout(scene)
      if (scene.nodes.length === 0) return
      fc.assert(
        fc.property(
          fc.array(
            fc.record({
              node: fc.integer({ min: 0, max: scene.nodes.length - 1 }),
              x: fc.integer({ min: -200, max: 300 }),
              y: fc.integer({ min: -200, max: 300 }),
            }),
            { minLength: 1, maxLength: 3 },
          ),
          (moves) => {
            let arrangement: Arrangement | undefined
            for (const { node, x, y } of moves) {
              const now = arrangement ? arrange(scene, base, arrangement) : base
              arrangement = moved(scene, now, arrangement, scene.nodes[node] as SceneNode, { x, y })
            }
            const placed = arrange(scene, base, arrangement ?? {})
            checkWires(scene, placed)
            expect(arrange(scene, base, readArrangement(JSON.parse(JSON.stringify(arrangement))) ?? {})).toEqual(placed)
            for (const box of placed.nodes.values()) expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
          },
        ),
        { numRuns: 6 },
      )
    },
    60_000,
  )

  it('holds every node of an arranged level where it is when the text is edited', async () => {
    const before = chain('g0', 'g1', 'g2')
    const base = await layouter.layout(before)
    const arrangement = moved(before, base, undefined, nodeOf(before, 'dut.g1'), { x: 0, y: 120 })
    const was = arrange(before, base, arrangement)
    for (const gates of [
      ['g0', 'g1', 'more', 'g2'],
      ['g0', 'g2'],
      ['first', 'g0', 'g1', 'g2', 'last'],
    ]) {
      const after = chain(...gates)
      const is = arrange(after, await layouter.layout(after), arrangement)
      for (const n of before.nodes) {
        const there = after.nodes.some((m) => m.path === n.path)
        const beside = n.role === 'output' // what stands right of a frame gives way when the frame grows
        if (there && !beside) expect(within(is, after, n.path), n.path).toEqual(within(was, before, n.path))
      }
      checkWires(after, is)
      after.nodes.forEach((a, i) => {
        for (const b of after.nodes.slice(i + 1)) {
          const [p, q] = [boxOf(is, after, a.path), boxOf(is, after, b.path)]
          const over = p.x < q.x + q.width && q.x < p.x + p.width && p.y < q.y + q.height && q.y < p.y + p.height
          expect(over, `${a.path} over ${b.path}`).toBe(false)
        }
      })
    }
  })

  it('leaves what a page names where it says, and lays out the rest', async () => {
    const scene = buildScene(fixtures.halfAdder().compiled, [])
    const base = await layouter.layout(scene)
    const placed = await layouter.layout(scene, undefined, undefined, { a: { x: 20, y: 300 }, dut: { x: 240, y: 40 } })
    const from = placed.origin as Point
    expect(within(placed, scene, 'a')).toEqual({ x: 20, y: 300 })
    expect(corner(boxOf(placed, scene, 'dut'))).toEqual({ x: 240 + from.x, y: 40 + from.y })
    expect(within(placed, scene, 'dut.xor1')).toEqual(within(base, scene, 'dut.xor1'))
    checkWires(scene, placed)
  })

  it('is over when nothing is pinned any more', async () => {
    const scene = buildScene(fixtures.halfAdder().compiled, [])
    const base = await layouter.layout(scene)
    const one = moved(scene, base, { elsewhere: { x: 1, y: 1 } }, nodeOf(scene, 'dut.xor1'), { x: 8, y: 60 })
    const two = moved(scene, arrange(scene, base, one), one, nodeOf(scene, 'a'), { x: -40, y: 0 })
    const back = unpinned(scene, two, 'a')
    expect(isPinned(back, 'dut.xor1')).toBe(true)
    expect(isPinned(back, 'a')).toBe(false)
    expect(unpinned(scene, back, 'dut.xor1')).toEqual({ elsewhere: { x: 1, y: 1 } })
    expect(without(scene, two)).toEqual({ elsewhere: { x: 1, y: 1 } })
    expect(without(scene, moved(scene, base, undefined, nodeOf(scene, 'a'), { x: 0, y: 99 }))).toBeUndefined()
  })

  it('goes on past a node when it is moved by keys', async () => {
    const scene = buildScene(fixtures.halfAdder().compiled, [])
    const base = await layouter.layout(scene)
    const [a, b] = ['a', 'b'].map((path) => nodeOf(scene, path)) as [SceneNode, SceneNode]
    const down = Math.sign(boxOf(base, scene, 'b').y - boxOf(base, scene, 'a').y)
    let arrangement: Arrangement | undefined
    for (let i = 0; i < 12; i++) {
      const now = arrangement ? arrange(scene, base, arrangement) : base
      arrangement = moved(scene, now, arrangement, a, { x: 0, y: 8 * down }, true)
    }
    const placed = arrange(scene, base, arrangement ?? {})
    expect(Math.sign(boxOf(placed, scene, a.path).y - boxOf(placed, scene, b.path).y)).toBe(down)
  })

  it('reads nothing but places', () => {
    expect(readArrangement({ a: { x: 1.4, y: '2' }, b: { x: 1.4, y: 2 }, c: 7, d: null })).toEqual({
      b: { x: 1, y: 2 },
    })
    expect(readArrangement({ a: { x: 1, y: 2, loose: 'yes', width: -1, pins: [1] } })).toEqual({ a: { x: 1, y: 2 } })
    expect(readArrangement(JSON.parse('{"__proto__": {"x": 1, "y": 2}, "a": {"x": 1e9, "y": 0}}'))).toBeUndefined()
    for (const nothing of [undefined, null, [], 'a', 7, {}]) expect(readArrangement(nothing)).toBeUndefined()
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const read = readArrangement(data)
        if (read) expect(readArrangement(read)).toEqual(read)
      }),
    )
  })
})
