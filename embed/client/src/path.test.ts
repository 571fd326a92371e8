import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { appendPath, joinPath, splitPath } from './path.ts'

interface Table {
  Paths: { Names: string[]; Path: string }[]
  Invalid: string[]
}
const file = new URL('../../../engine/circuit/testdata/paths.json', import.meta.url)
const table: Table = JSON.parse(readFileSync(file, 'utf8'))

describe('paths', () => {
  it.each(table.Paths)('$Path', ({ Names, Path }) => {
    expect(joinPath(Names)).toBe(Path)
    expect(Names.reduce(appendPath, '')).toBe(Path)
    expect(splitPath(Path)).toEqual(Names)
  })
  it.each(table.Invalid)('%s is no path', (path) => expect(splitPath(path)).toBeUndefined())
})
