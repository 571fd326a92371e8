/** The small pictures of the gallery: each is drawn from the circuit of its example. */
import { readdirSync, readFileSync } from 'node:fs'
import Elk from 'elkjs/lib/elk.bundled.js'
import { expect, it } from 'vitest'
import { some } from '../../../invariants/thorough/thorough.ts'
import { Layouter } from '../src/layout/layout.ts'
import { pictureOf } from '../src/picture/placed.ts'
import type { CompileResult } from '../src/protocol.ts'

const recorded = new URL('../../../app-site/src/examples/pictures/', import.meta.url)
const ids = readdirSync(recorded).map((name) => name.replace('.gen.json', ''))
const elk = new Elk()

/** The level of the circuit itself, without the switches and lamps around it; at that size they are dots. */
function insideOf({ circuit, library }: CompileResult): string[] {
  const inner = circuit?.nodes.find((node) => node.id === 'dut')
  return inner && (library?.[inner.componentRef]?.nodes.length ?? 0) > 0 ? ['dut'] : []
}

it.each(some(ids))(
  'the thumbnail of %s is its picture (npx vitest run embed/viewer/test/thumbnails.test.ts --update)',
  async (id) => {
    const compiled = JSON.parse(readFileSync(new URL(`${id}.gen.json`, recorded), 'utf8')) as CompileResult
    const layouter = new Layouter((graph) => elk.layout(graph))
    const drawn = await pictureOf({ compiled, path: insideOf(compiled), theme: 'auto', cycle: 0 }, layouter)
    await expect(drawn).toMatchFileSnapshot(`../../../app-site/src/examples/thumbnails/${id}.gen.svg`)
  },
)
