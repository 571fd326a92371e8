// @vitest-environment happy-dom

import type { CompileResult } from '@simten/client/protocol.gen'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CircuitCanvas } from '../src/canvas/circuit-canvas.ts'
import { fixtures } from './support/fixtures.ts'
import { circuit, Model, type Nodes } from './support/model.ts'

async function mount(compiled: CompileResult): Promise<CircuitCanvas> {
  const canvas = new CircuitCanvas()
  canvas.compiled = compiled
  document.body.append(canvas)
  await canvas.updateComplete
  await canvas.updateComplete // the state follows from the circuit
  return canvas
}

const notice = (canvas: CircuitCanvas) => canvas.renderRoot.querySelector('.notice')
const words = (element: Element | null) => element?.textContent?.replace(/\s+/g, ' ').trim()

afterEach(() => document.body.replaceChildren())

describe('a circuit whose structure was not sent', () => {
  const { compiled } = fixtures.halfAdder()
  const large: CompileResult = { ...compiled, library: {}, omitted: { nodes: 25_000, connections: 25_001 } }

  it('says so, with its size and what to do, to a screen reader too', async () => {
    const canvas = await mount(large)
    expect(notice(canvas)?.getAttribute('role')).toBe('status')
    expect(words(notice(canvas))).toMatch(
      /^Too large for one picture 25,000 nodes and 25,001 connections on one level; .*The circuit still runs\. Group parts/,
    )
    expect(canvas.renderRoot.querySelectorAll('.node')).toHaveLength(0)
    expect(canvas.renderRoot.querySelector('.zoom')).toBeNull()
  })

  it('says it no longer when another circuit comes', async () => {
    const canvas = await mount(large)
    canvas.compiled = undefined
    await canvas.updateComplete
    await canvas.updateComplete
    expect(notice(canvas)).toBeNull()
  })
})

describe('a level with more parts than a picture shows', () => {
  const adder = circuit('Adder', { a: 1 }, { y: 1 }, { not: 'Not' }, [
    ['a', 'not.in'],
    ['not.out', 'y'],
  ])
  const nodes: Nodes = {}
  for (let i = 0; i < 2600; i++) nodes[`g${i}`] = 'Xor'
  for (let i = 0; i < 40; i++) nodes[`a${i}`] = adder
  const model = new Model(circuit('Many', {}, {}, nodes, []), [adder])

  it('names its parts, and leads into those that have an inside', async () => {
    const canvas = await mount(model.compiled)
    await vi.waitFor(() => expect(notice(canvas)).not.toBeNull())
    const kinds = [...canvas.renderRoot.querySelectorAll('.kinds li')].map(words)
    expect(kinds).toEqual(['2,600 Xor', '40 Adder ›'])
    canvas.renderRoot.querySelector<HTMLElement>('.kinds button')?.click()
    expect(canvas.path).toEqual(['a0'])
  })
})
