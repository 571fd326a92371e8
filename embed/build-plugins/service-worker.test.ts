import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentOf } from '../offline/src/release.ts'
import { releaseOf } from './service-worker.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
  mkdirSync(join(folder, 'assets'))
  for (const name of ['index.html', 'learn.html', 'embed.html', '_headers', 'config.json', 'icon.svg', 'sw.js'])
    writeFileSync(join(folder, name), name)
  for (const name of ['page-1.js', 'page-1.js.br', 'engine-2.wasm', 'engine-2.wasm.gz'])
    writeFileSync(join(folder, 'assets', name), name)
  writeFileSync(join(folder, '_redirects'), '# written\n/circuit/* / 200\n/learn/* /learn 200\n/framed /other 200\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

const options = () => ({
  documents: { '/': 'index.html', '/learn': 'learn.html' },
  redirects: join(folder, '_redirects'),
  direct: ['/assets/engine-'],
})

describe('the files of a release', () => {
  it('are its documents by their paths and what pages load, once each', () => {
    const { files, direct } = releaseOf(folder, options())
    expect(files.map(({ url }) => url)).toEqual([
      '/',
      '/learn',
      '/assets/engine-2.wasm',
      '/assets/page-1.js',
      '/icon.svg',
    ])
    expect(direct).toEqual(['/assets/engine-2.wasm'])
  })

  it('have the hash of their content where the name has none', () => {
    const before = releaseOf(folder, options()).files
    expect(before.filter(({ revision }) => revision === null).map(({ url }) => url)).toEqual([
      '/assets/engine-2.wasm',
      '/assets/page-1.js',
    ])
    writeFileSync(join(folder, 'learn.html'), 'changed')
    const after = releaseOf(folder, options()).files
    expect(after.filter(({ revision }, i) => revision !== before[i]?.revision).map(({ url }) => url)).toEqual([
      '/learn',
    ])
  })

  it('answer the paths of the routes', () => {
    const release = releaseOf(folder, options())
    for (const [path, document] of [
      ['/', '/'],
      ['/circuit/abc/d', '/'],
      ['/learn', '/learn'],
      ['/learn/x', '/learn'],
      ['/learning', undefined],
      ['/framed', undefined],
      ['/embed', undefined],
    ] as const)
      expect(documentOf(release, path), path).toBe(document)
  })
})
