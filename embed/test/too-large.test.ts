// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { CircuitCanvas } from '../src/canvas/circuit-canvas'
import type { CompileResult } from '../src/client/protocol.gen'
import { fixtures } from './support/fixtures'

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
