import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { attributesIn, elementFile, manifestOf } from './manifest.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = readFileSync(`${root}/${elementFile}`, 'utf8')

it('describes the element as it is', async () => {
  const { modules } = await manifestOf(root, elementFile, attributesIn(source))
  const [element, ...others] = modules.flatMap(({ declarations }) => declarations.filter((d) => d.customElement))
  expect(others).toEqual([])
  expect(element?.tagName).toBe('circuit-embed')
  const attributes = element?.attributes?.map(({ name }) => name).sort()
  // All properties that are not internal, by the names of their attributes.
  const properties = source.slice(source.indexOf('static override properties'), source.indexOf('compiled: { state'))
  const observed = [...properties.matchAll(/^ {4}(\w+): \{(?:.*attribute: '([\w-]+)')?/gm)].map((m) => m[2] ?? m[1])
  expect(attributes).toEqual(observed.sort())
  expect(element?.events?.map(({ name }) => name).sort()).toEqual([
    'circuit-change',
    'circuit-compiled',
    'circuit-error',
    'circuit-ready',
    'circuit-tick',
  ])
  const methods = element?.members?.filter(({ kind }) => kind === 'method').map(({ name }) => name) ?? []
  for (const name of [
    'tick',
    'tickN',
    'run',
    'stop',
    'reset',
    'setInput',
    'getOutput',
    'snapshot',
    'restore',
    'seek',
  ]) {
    expect(methods).toContain(name)
  }
})
