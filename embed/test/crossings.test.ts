import Elk from 'elkjs/lib/elk.bundled.js'
import { describe, expect, it } from 'vitest'
import { crossings } from '../src/layout/crossings'
import { elkGraph } from '../src/layout/graph'
import { Layouter } from '../src/layout/layout'
import { buildScene, type Scene } from '../src/scene/scene'
import { circuit, harness, Model, type Nodes } from './support/model'

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

const strategy = (scene: Scene) =>
  elkGraph(scene).children?.find((n) => n.children)?.layoutOptions?.['elk.layered.nodePlacement.strategy']

describe('layers that wires pass', () => {
  it('counts those of a wire to all parts of a chain', () => {
    expect(crossings(chain(1))).toBe(0)
    expect(crossings(chain(4))).toBe(1 + 2 + 3)
    expect(crossings(chain(100))).toBe((99 * 100) / 2)
  })

  it('counts the way back of a loop, and the way out', () => {
    // the wire back from the last of five gates passes three, that to the output four
    expect(crossings(ring(5))).toBe(3 + 4)
  })
})

it('places whole segments at once where wires pass many layers', async () => {
  expect(strategy(chain(20))).toBe('NETWORK_SIMPLEX')
  const long = chain(80)
  expect(strategy(long)).toBe('LINEAR_SEGMENTS')
  const placed = await new Layouter((g) => new Elk().layout(g)).layout(long)
  expect(placed.nodes.size).toBeGreaterThan(80)
  expect(placed.links.size).toBe(long.links.length)
}, 120_000)
