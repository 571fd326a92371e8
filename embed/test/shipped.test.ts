/** The layouts that come with the page: what they are made of, and that they are what the layouter would make now. */
import { readdirSync, readFileSync } from 'node:fs'
import Elk from 'elkjs/lib/elk.bundled.js'
import type { ElkNode } from 'elkjs/lib/elk-api'
import { expect, it } from 'vitest'
import { Layouter, roomOf } from '../src/layout/layout'
import type { CompileResult } from '../src/protocol'
import { buildScene } from '../src/scene/scene'

// `go test ./examples -update` writes them with the engine, and fails when they are not what it gives.
const recorded = new URL('./recorded/examples/', import.meta.url)
const ids = readdirSync(recorded).map((name) => name.replace('.gen.json', ''))

/** Canvases of usual windows: phones, and the part beside the text in windows of 1280 to 1920 px. */
const canvases = [
  [390, 600],
  [740, 720],
  [790, 560],
  [850, 680],
  [1110, 870],
] as const

const elk = new Elk()

it.each(ids)(
  'the layouts of %s are as they are made (npx vitest run embed/test/shipped.test.ts --update)',
  async (id) => {
    const reply = JSON.parse(readFileSync(new URL(`${id}.gen.json`, recorded), 'utf8')) as CompileResult
    const scene = buildScene(reply, [])
    const kept: [key: string, graph: ElkNode][] = []
    const store = {
      expected: false,
      get: () => undefined,
      put: (key: string, graph: ElkNode) => {
        kept.push([key, graph])
      },
    }
    const layouter = new Layouter((graph) => elk.layout(graph), store)
    for (const [width, height] of canvases) await layouter.layout(scene, roomOf(width, height))
    const lines = kept.map((entry) => JSON.stringify(entry))
    await expect(`[\n${lines.join(',\n')}\n]\n`).toMatchFileSnapshot(
      `../../app-site/src/examples/layouts/${id}.gen.json`,
    )
  },
)
