import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storage } from './storage.fake.ts'
import { VersionKeeper, Versions, versionLimits } from './versions.ts'

let names = 0
let name: string

beforeEach(() => {
  name = `versions-${names++}`
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})
afterEach(() => vi.unstubAllGlobals())

describe('versions', () => {
  it('are listed with the newest first, and one text is kept once', async () => {
    const versions = await Versions.open(name)
    await versions.add('p', 'a')
    await versions.add('p', 'b')
    await versions.add('q', 'b')
    await versions.add('p', 'b')
    expect((await versions.list()).map((v) => v.project + v.text)).toEqual(['qb', 'pb', 'pa'])
    await versions.add('p', 'b', 'named')
    expect((await versions.list()).map((v) => v.name)).toEqual([undefined, 'named', undefined])
    expect(await versions.projectOf('a')).toBe('p')
    versions.close()
  })

  it('go when there are many, but not those with a name', async () => {
    const versions = await Versions.open(name)
    await versions.add('p', 'first', 'kept')
    for (let n = 0; n < versionLimits.automatic + 5; n++) await versions.add('p', `text ${n}`)
    const list = await versions.list()
    expect(list.filter((v) => v.name === undefined)).toHaveLength(versionLimits.automatic)
    expect(list.at(-1)?.text).toBe('first')
    versions.close()
  })

  it('begin with the drafts of older pages', async () => {
    localStorage.setItem('simten.draft', 'the draft')
    localStorage.setItem('simten.draft.previous', 'put aside')
    const versions = await Versions.open(name)
    expect((await versions.list()).map((v) => v.text)).toEqual(['the draft', 'put aside'])
    versions.close()
    const again = await Versions.open(name)
    expect(await again.list()).toHaveLength(2)
    again.close()
  })

  it('are kept of what two tabs edit', async () => {
    const [one, two] = [new VersionKeeper(() => Versions.open(name)), new VersionKeeper(() => Versions.open(name))]
    one.edited('of the first', 'shared')
    two.edited('of the second', 'shared')
    await Promise.all([one.keepNow(), two.keepNow()])
    one.opened()
    const { versions } = await two.list('of the second')
    expect(versions.map((v) => v.text).sort()).toEqual(['of the first', 'of the second'])
    expect(await one.name('x', 'a name')).toBe(true)
  })

  it('are missed by nobody where the browser keeps nothing', async () => {
    const keeper = new VersionKeeper(() => Promise.reject(new Error('no database')))
    keeper.edited('a', '')
    await keeper.keepNow()
    expect(await keeper.list('a')).toEqual({ versions: [], project: expect.any(String) })
    expect(await keeper.name('a', 'b')).toBe(false)
    expect((await keeper.library()).size).toBe(0)
    expect(await keeper.keepInLibrary('my/a.ts', '')).toBe(false)
  })
})

it('a database that the browser has closed is opened anew', async () => {
  const versions = await Versions.open(name)
  await versions.add('p', 'a')
  versions.close()
  await versions.add('p', 'b')
  expect((await versions.list()).map((v) => v.text)).toContain('b')
  versions.close()
})

it('the library has room for so much', async () => {
  const versions = await Versions.open(name)
  expect(await versions.keep('my/a.ts', 'a')).toBe(true)
  expect(await versions.keep('my/b.ts', 'x'.repeat(1_000_000))).toBe(false)
  expect([...(await versions.library())]).toEqual([['my/a.ts', 'a']])
  await versions.drop('my/a.ts')
  expect((await versions.library()).size).toBe(0)
  versions.close()
})
