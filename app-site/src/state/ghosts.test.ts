import { Values } from '@simten/client'
import { expect, it } from 'vitest'
import type { CompileResult } from '../engine.ts'
import { ghostsOf } from './ghosts.ts'

const bus = (name: string, width = 8) => ({ name, portType: { kind: 'bus', width } })
const node = (id: string, componentRef: string, outputs: string[]) => ({
  id,
  componentRef,
  inputs: [],
  outputs: outputs.map((name) => bus(name)),
})
const compiled = {
  diagnostics: [],
  circuits: ['Count'],
  circuit: { name: 'CountDemo', inputs: [], outputs: [], nodes: [node('dut', 'Count', ['count'])] },
  library: {
    Count: { name: 'Count', inputs: [], outputs: [bus('count')], nodes: [node('r', 'Half', ['q', 'more'])] },
    Half: { name: 'Half', inputs: [bus('a', 32)], outputs: [], nodes: [] },
  },
} as unknown as CompileResult

const values = new Values({
  nets: [8, 8, 32],
  signals: [
    { path: 'dut.count', net: 0, driven: true },
    { path: 'dut.r.q', net: 0, driven: true },
    { path: 'dut.r.more', net: 1, driven: true },
    { path: 'dut.r.a', net: 2, driven: true },
  ],
})
values.apply({ nets: Uint32Array.of(0, 1, 2), limbs: Uint32Array.of(200, 3, 255) })

it('reads the circuit between switches and lamps at the top level', () => {
  const found = ghostsOf(compiled, values, [])
  expect(found?.circuit).toBe('Count')
  expect([...(found?.values ?? [])]).toEqual([
    ['count', '200'],
    ['r', 'q 200  more 3'],
  ])
})

it('reads the instance that is open', () => {
  const found = ghostsOf(compiled, values, ['dut', 'r'])
  expect(found?.circuit).toBe('Half')
  expect([...(found?.values ?? [])]).toEqual([['a', '0x000000FF']])
  expect(ghostsOf(compiled, values, ['dut', 'gone'])).toBeUndefined()
  expect(ghostsOf(undefined, values, [])).toBeUndefined()
})
