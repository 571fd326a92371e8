import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { ArchiveError, archiveLimits, isArchive, pack, unpack } from './archive.ts'

const small = { packed: 1 << 20, unpacked: 100_000, files: 5 }

describe('archives', () => {
  it('hold what was packed', () => {
    const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-zé]{1,8}){0,2}\.ts$/)
    fc.assert(
      fc.property(fc.dictionary(name, fc.uint8Array({ maxLength: 4000 }), { maxKeys: 8 }), (record) => {
        const files = new Map(Object.entries(record))
        const archive = pack(files)
        expect(isArchive(archive)).toBe(true)
        const back = unpack(archive)
        expect([...back.keys()].sort()).toEqual([...files.keys()].sort())
        for (const [path, content] of files) expect(back.get(path)).toEqual(content)
      }),
      { numRuns: 60 },
    )
  })

  it('leave out folders and what systems add', () => {
    const archive = zipSync({
      'a/': strToU8(''),
      'a/b.ts': strToU8('x'),
      '__MACOSX/a': strToU8('y'),
      '.DS_Store': strToU8(''),
    })
    expect([...unpack(archive).keys()]).toEqual(['a/b.ts'])
  })

  it.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', 'C:\\x', 'a\\b', './x', 'x\u0000', 'a'.repeat(201)])(
    'with the path %j are refused',
    (path) => {
      expect(() => unpack(zipSync({ [path]: strToU8('x') }))).toThrow(ArchiveError)
    },
  )

  it('that unpack to too much are refused, also when they do not say so', () => {
    const bomb = zipSync({ 'zeros.ts': new Uint8Array(3_000_000) })
    expect(bomb.length).toBeLessThan(10_000)
    expect(() => unpack(bomb, small)).toThrow('larger than')
    // The sizes that it announces, in both places, are lowered to 100.
    const lying = bomb.slice()
    const view = new DataView(lying.buffer)
    for (let i = 0; i + 4 <= lying.length; i++) if (view.getUint32(i, true) === 3_000_000) view.setUint32(i, 100, true)
    expect(lying).not.toEqual(bomb)
    expect(() => unpack(lying, small)).toThrow(ArchiveError)
  })

  it('of too many files, or too large themselves, are refused', () => {
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}.ts`, strToU8('')]))
    expect(() => unpack(zipSync(many), small)).toThrow('more than 5 files')
    expect(() => unpack(new Uint8Array(2 << 20), small)).toThrow('larger than 1 MB')
  })

  it('with one name twice are refused', () => {
    const archive = zipSync({ 'a.ts': strToU8('1'), 'b.ts': strToU8('2') }, { level: 0 })
    const text = String.fromCharCode(...archive).replaceAll('b.ts', 'a.ts')
    expect(() => unpack(Uint8Array.from(text, (c) => c.charCodeAt(0)))).toThrow(ArchiveError)
  })

  it('that are damaged are refused, or hold files within the bounds', () => {
    const archive = pack(
      new Map([
        ['a.ts', 'circuit'.repeat(500)],
        ['b/c.ts', 'x'],
      ]),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(archive.length),
        (changes, length) => {
          const changed = archive.slice(0, length)
          for (const [at, byte] of changes) if (at < length) changed[at] = byte
          let total = 0
          try {
            for (const content of unpack(changed, archiveLimits).values()) total += content.length
          } catch (error) {
            expect(error).toBeInstanceOf(ArchiveError)
          }
          expect(total).toBeLessThanOrEqual(archiveLimits.unpacked)
        },
      ),
      { numRuns: 400 },
    )
  })
})
