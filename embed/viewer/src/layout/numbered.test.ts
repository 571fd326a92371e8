import { expect, it } from 'vitest'
import { fixtures } from '../../test/support/fixtures.ts'
import { buildScene } from '../scene/scene.ts'
import { elkGraph } from './graph.ts'
import { numbered, renamed } from './numbered.ts'

it.each(Object.entries(fixtures))('a graph of %s has its own ids again', (_, make) => {
  const graph = elkGraph(buildScene(make().compiled, []))
  const { graph: plain, ids } = numbered(graph)
  expect(JSON.stringify(plain)).not.toContain('"n:')
  expect(new Set(ids).size).toBe(ids.length)
  expect(renamed(plain, ids)).toEqual(graph)
})
