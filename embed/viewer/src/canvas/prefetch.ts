/** Lays out the insides of parts before they are asked for: the first double click then only draws. */
import { splitPath } from '@simten/client/path'
import { MAX_NODES } from '../layout/graph.ts'
import type { Layouter, Room } from '../layout/layout.ts'
import type { CompileResult } from '../protocol.ts'
import { buildScene, type SceneNode } from '../scene/scene.ts'

/** A picture rests so long before the insides of its parts are looked at, in milliseconds. */
const RESTS = 1_500
/** Parts whose insides are laid out without any sign of interest, and the nodes of the largest such inside. */
const MOST = 8
const LARGEST = 1_000

export class LayoutPrefetch {
  private stop = new AbortController()
  private timer: ReturnType<typeof setTimeout> | undefined
  private asked = ''

  constructor(private readonly layouter: () => Layouter) {}

  /** Another picture is shown, of whose parts some may be opened next. */
  shown(compiled: CompileResult, nodes: readonly SceneNode[], room: Room | undefined): void {
    this.end()
    const parts = nodes.filter((n) => n.opens).slice(0, MOST)
    const { signal } = this.stop
    if (parts.length === 0) return
    this.timer = setTimeout(async () => {
      for (const part of parts) {
        if (signal.aborted) return
        await this.look(compiled, part, room, LARGEST, signal)
      }
    }, RESTS)
  }

  /** The pointer or the keyboard is at a part. */
  near(compiled: CompileResult, node: SceneNode, room: Room | undefined): void {
    if (!node.opens || node.key === this.asked) return
    this.asked = node.key
    void this.look(compiled, node, room, MAX_NODES, this.stop.signal)
  }

  /** Gives up what is under way. */
  end(): void {
    clearTimeout(this.timer)
    this.stop.abort()
    this.stop = new AbortController()
    this.asked = ''
  }

  private async look(
    compiled: CompileResult,
    node: SceneNode,
    room: Room | undefined,
    most: number,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const scene = buildScene(compiled, splitPath(node.path) ?? [])
      if (scene.nodes.length <= most) await this.layouter().layout(scene, room, signal)
    } catch {
      // whoever opens the part is told
    }
  }
}
