/** The layouts that come with the page: what they are made of, and that they are what the layouter would make now. */
import { readdirSync, readFileSync } from 'node:fs'
import { splitPath } from '@simten/client/path'
import Elk from 'elkjs/lib/elk.bundled.js'
import type { ElkNode } from 'elkjs/lib/elk-api'
import { expect, it } from 'vitest'
import { some } from '../../../invariants/thorough/thorough.ts'
import { Layouter, roomOf } from '../src/layout/layout.ts'
import type { CompileResult } from '../src/protocol.ts'
import { buildScene, type Scene } from '../src/scene/scene.ts'

// `go test ./examples -update` writes them with the engine, and fails when they are not what it gives.
const recorded = new URL('../../../app-site/src/examples/pictures/', import.meta.url)
const ids = readdirSync(recorded).map((name) => name.replace('.gen.json', ''))

/** The smallest canvas of each shape: what larger ones need is among what these need. */
const canvases = [
  [320, 480],
  [480, 480],
  [640, 420],
  [960, 420],
] as const

const elk = new Elk()

function sceneOf(id: string): Scene {
  const reply = JSON.parse(readFileSync(new URL(`${id}.gen.json`, recorded), 'utf8')) as CompileResult
  return buildScene(reply, [])
}

/** Lays out scenes for all canvases, as lines of a file of layouts. */
async function layoutsOf(scenes: readonly Scene[]): Promise<string> {
  const kept = new Map<string, ElkNode>()
  const store = {
    expected: false,
    get: () => undefined,
    put: (key: string, graph: ElkNode) => void kept.set(key, graph),
  }
  const layouter = new Layouter((graph) => elk.layout(graph), store)
  for (const scene of scenes) {
    for (const [width, height] of canvases) await layouter.layout(scene, roomOf(width, height))
  }
  const lines = [...kept].map((entry) => JSON.stringify(entry))
  return `[\n${lines.join(',\n')}\n]\n`
}

it.each(some(ids))(
  'the layouts of %s are as they are made (npx vitest run embed/viewer/test/shipped.test.ts --update)',
  async (id) => {
    await expect(await layoutsOf([sceneOf(id)])).toMatchFileSnapshot(
      `../../../app-site/src/examples/layouts/${id}.gen.json`,
    )
  },
)

const opened = new URL('./insides/', import.meta.url)

// ELK takes seconds for the processor of the RISC-V computer: nobody should wait for it at a double click.
it.each(some(readdirSync(opened).map((name) => name.replace('.gen.json', ''))))(
  'the layouts of the parts of %s are as they are made (npx vitest run embed/viewer/test/shipped.test.ts --update)',
  async (id) => {
    const reply = JSON.parse(readFileSync(new URL(`${id}.gen.json`, opened), 'utf8')) as CompileResult
    const parts = new Map<string, Scene>() // one of each kind: the others have the same inside
    for (const { opens, component, path } of buildScene(reply, []).nodes) {
      if (opens && !parts.has(component)) parts.set(component, buildScene(reply, splitPath(path) ?? []))
    }
    await expect(await layoutsOf([...parts.values()])).toMatchFileSnapshot(
      `../../../app-site/src/examples/insides/${id}.gen.json`,
    )
  },
  120_000,
)

it.each(some(ids))('no window of a phone or a screen needs another layout of %s', async (id) => {
  const text = readFileSync(new URL(`../../../app-site/src/examples/layouts/${id}.gen.json`, import.meta.url), 'utf8')
  const shipped = new Map(JSON.parse(text) as [key: string, graph: ElkNode][])
  const store = { expected: true, get: (key: string) => shipped.get(key), put: () => {} }
  const missing = new Set<string>()
  let window = ''
  const engine = async (graph: ElkNode) => {
    missing.add(window)
    return elk.layout(graph)
  }
  const scene = sceneOf(id)
  for (let width = 320; width <= 3840; width *= 1.11) {
    for (let height = 480; height <= 2160; height *= 1.13) {
      window = `${Math.round(width)} x ${Math.round(height)}`
      await new Layouter(engine, store).layout(scene, roomOf(width, height))
    }
  }
  expect([...missing]).toEqual([])
})
