/** Replies of the real engine to a compile request, recorded: what the face assumes of them must hold. */

import { validate } from '@simten/client/validate'
import { Values } from '@simten/client/values'
import Elk from 'elkjs/lib/elk.bundled.js'
import { describe, expect, it } from 'vitest'
import { Layouter } from '../src/layout/layout.ts'
import type { CompileResult } from '../src/protocol.ts'
import { buildScene } from '../src/scene/scene.ts'
import counter from './recorded/counter.json'
import halfAdder from './recorded/half-adder.json'
import ripple from './recorded/ripple.json'

const elk = new Elk()

describe.each([
  ['counter', counter, 7],
  ['half adder', halfAdder, 6],
  ['ripple', ripple, 36],
])('the reply for %s', (_, reply, primitives) => {
  const compiled = reply as unknown as CompileResult

  it('is a message of the present protocol', () => {
    expect(() => validate('CompileResult', reply)).not.toThrow()
    expect(compiled.design?.nodeCount).toBe(primitives)
  })

  it('names a net for every pin and every link, on every level', () => {
    const levels: string[][] = [[], ['dut']]
    for (const node of buildScene(compiled, ['dut']).nodes) if (node.opens) levels.push(node.path.split('.'))
    for (const level of levels) {
      const scene = buildScene(compiled, level)
      for (const n of scene.nodes) for (const p of n.pins) expect(p.net, p.path).toBeGreaterThanOrEqual(0)
      for (const l of scene.links) expect(l.driven, l.path).toBe(true)
    }
  })

  it('is drawn and read', async () => {
    const scene = buildScene(compiled, [])
    expect(scene.frame?.component).toBe(compiled.main)
    const placed = await new Layouter((g) => elk.layout(g)).layout(scene)
    expect(placed.links.size).toBe(scene.links.length)
    const values = new Values(compiled.design)
    for (const n of scene.nodes) for (const p of n.pins) expect(values.width(p.net)).toBeGreaterThan(0)
  })
})
