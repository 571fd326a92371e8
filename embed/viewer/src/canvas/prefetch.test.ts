import type { ElkNode } from 'elkjs/lib/elk-api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtures } from '../../test/support/fixtures.ts'
import { Layouter } from '../layout/layout.ts'
import { buildScene } from '../scene/scene.ts'
import { LayoutPrefetch } from './prefetch.ts'

/** The graphs that a layouter was asked for, by their first node. */
function asked() {
  const graphs: string[] = []
  const engine = (graph: ElkNode, signal?: AbortSignal) => {
    graphs.push(graph.children?.[0]?.id ?? '')
    return new Promise<ElkNode>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('given up'))))
  }
  const layouter = new Layouter(engine)
  return { graphs, prefetch: new LayoutPrefetch(() => layouter) }
}

describe('the insides of parts', () => {
  const { compiled } = fixtures.rippleAdder()
  const scene = buildScene(compiled, [])
  const part = scene.nodes.find((n) => n.opens)
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are laid out once a picture rests, and no more when another one is shown', async () => {
    const { graphs, prefetch } = asked()
    prefetch.shown(compiled, scene.nodes, undefined)
    expect(graphs).toEqual([])
    await vi.advanceTimersByTimeAsync(1_600)
    expect(graphs.length).toBe(1)
    prefetch.shown(compiled, [], undefined)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(graphs.length).toBe(1)
  })

  it('are laid out at once where the pointer is, each once', () => {
    const { graphs, prefetch } = asked()
    if (!part) throw new Error('no part opens')
    prefetch.near(compiled, part, undefined)
    prefetch.near(compiled, part, undefined)
    expect(graphs.length).toBe(1)
  })
})
