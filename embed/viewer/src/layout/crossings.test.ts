import Elk from 'elkjs/lib/elk.bundled.js'
import { describe, expect, it } from 'vitest'
import { circuit, harness, Model, type Nodes } from '../../test/support/model.ts'
import { tagPlaces } from '../canvas/net-labels.ts'
import { buildScene, type Scene, type SceneLink } from '../scene/scene.ts'
import { crossings, spans } from './crossings.ts'
import { Layouter } from './layout.ts'
import { namedLinks, nameOf } from './net-labels.ts'
import type { Box } from './placement.ts'

/** A chain of gates with one wire to all of them. */
function chain(gates: number): Scene {
  const nodes: Nodes = {}
  const wiring: string[][] = [['a', 'g0.a']]
  for (let i = 0; i < gates; i++) {
    nodes[`g${i}`] = 'Xor'
    wiring.push(['b', `g${i}.b`], [`g${i}.out`, i + 1 < gates ? `g${i + 1}.a` : 'y'])
  }
  const c = circuit('Chain', { a: 1, b: 1 }, { y: 1 }, nodes, wiring)
  return buildScene(new Model(harness(c), [c]).compiled, [])
}

/** A ring of gates: nothing is its start. */
function ring(gates: number): Scene {
  const nodes: Nodes = {}
  const wiring: string[][] = [['g0.out', 'y']]
  for (let i = 0; i < gates; i++) {
    nodes[`g${i}`] = 'Not'
    wiring.push([`g${i}.out`, `g${(i + 1) % gates}.in`])
  }
  const c = circuit('Ring', {}, { y: 1 }, nodes, wiring)
  return buildScene(new Model(harness(c), [c]).compiled, [])
}

const passed = (scene: Scene) => crossings(spans(scene))

describe('layers that wires pass', () => {
  it('counts those of a wire to all parts of a chain', () => {
    expect(passed(chain(1))).toBe(0)
    expect(passed(chain(4))).toBe(1 + 2 + 3)
    expect(passed(chain(100))).toBe((99 * 100) / 2)
  })

  it('counts the way back of a loop, and the way out', () => {
    // the wire back from the last of five gates passes three, that to the output four
    expect(passed(ring(5))).toBe(3 + 4)
  })
})

describe('wires that are drawn as names', () => {
  it('are those that run far, in a picture that has many of them', () => {
    expect(namedLinks(chain(40)).size).toBe(0)
    const long = chain(80)
    const named = namedLinks(long)
    const kept = long.links.filter((l) => l.parent !== '' && !named.has(l.key))
    // `b` goes everywhere; of the chain itself only what joins two rows has a name
    expect(kept.some((l) => l.path.endsWith('.b'))).toBe(false)
    expect(kept.length).toBe(80 - 4)
    expect(long.links.filter((l) => l.parent === '' && named.has(l.key))).toEqual([])
  })

  it('have the name of their driver, without the level', () => {
    const scene = chain(4)
    const name = (path: string) => nameOf(scene, scene.links.find((l) => l.path === path) as SceneLink)
    expect(name('dut.b')).toBe('b')
    expect(name('dut.g1.out')).toBe('g1.out')
  })

  it('leave the others with a line each, in rows', async () => {
    const long = chain(80)
    const placed = await new Layouter((g) => new Elk().layout(g)).layout(long)
    const named = namedLinks(long)
    for (const { key, source, target } of long.links) {
      const line = placed.links.get(key)
      expect(line === undefined, key).toBe(named.has(key))
      if (!line) continue
      expect(line[0], key).toEqual(placed.pins.get(source))
      expect(line.at(-1), key).toEqual(placed.pins.get(target))
    }
    expect(placed.width / placed.height).toBeLessThan(6)
  })

  it('have a tag at each end that covers no node and no other tag', async () => {
    const long = chain(80)
    const placed = await new Layouter((g) => new Elk().layout(g)).layout(long)
    const tags = tagPlaces(long, placed)
    const ends = long.links.filter((l) => namedLinks(long).has(l.key))
    expect(tags.length).toBe(ends.length + new Set(ends.map((l) => l.source)).size)
    const bodies = long.nodes.map((n) => placed.nodes.get(n.key) as Box)
    tags.forEach((tag, i) => {
      const others = [...bodies, ...tags.slice(i + 1).map((t) => t.box)]
      for (const other of others) expect(meet(tag.box, other), tag.name).toBe(false)
    })
  }, 60_000)
})

const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
