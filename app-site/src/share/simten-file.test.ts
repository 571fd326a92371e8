import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArchiveError, pack } from './archive.ts'
import { readFile, writeFile } from './simten-file.ts'

const lock = { host: 'https://esm.example', packages: { 'a@1': '1.0.0' }, modules: {} }

describe('a file of Simten', () => {
  it('holds a circuit with its run', () => {
    const file = { text: "circuit('A', {})\n", lock, run: '{"last":3}', view: '{"level":"a"}' }
    expect(readFile(writeFile(file))).toEqual(file)
  })

  it('holds the files of a project', () => {
    const text = "// @filename: main.ts\nimport './parts/a'\n// @filename: parts/a.ts\nexport const a = 1"
    const bytes = writeFile({ text })
    expect(readFile(bytes)).toEqual({ text, lock: undefined, run: undefined, view: undefined })
    expect(new TextDecoder('latin1').decode(bytes)).toContain('files/parts/a.ts')
  })

  it.each([
    ['no manifest', { 'files/circuit.ts': 'x' }, 'no manifest'],
    ['another manifest', { 'manifest.json': '{"format":"zip"}' }, 'something else'],
    ['a newer version', { 'manifest.json': '{"format":"simten","version":2,"entry":"a.ts"}' }, 'newer version'],
    ['no entry', { 'manifest.json': '{"format":"simten","version":1,"entry":"a.ts"}' }, 'no circuit'],
    ['a damaged lock', { 'manifest.json': '{"format":"simten","version":1,"entry":"a.ts","lock":7}' }, 'damaged'],
  ])('with %s is refused', (_, files, message) => {
    expect(() => readFile(pack(new Map(Object.entries(files))))).toThrow(message)
  })

  it('from anybody is read or refused', () => {
    const good = writeFile({ text: "circuit('A', {})\n", run: '{}' })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 8 }), (changes) => {
        const bytes = good.slice()
        for (const [at, byte] of changes) bytes[at] = byte
        try {
          expect(typeof readFile(bytes).text).toBe('string')
        } catch (error) {
          expect(error).toBeInstanceOf(ArchiveError)
        }
      }),
      { numRuns: 300 },
    )
  })
})
