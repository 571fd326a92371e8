import { describe, expect, it } from 'vitest'
import { pack } from '../share/archive.ts'
import { archiveOf, entryOf, IncomingError, readFiles, wantedOf } from './project-files.ts'

const file = (path: string, text: string | Uint8Array<ArrayBuffer>) => ({ path, file: new Blob([text]) })

describe('files from outside', () => {
  it('are added by their names; what no project has is left out', async () => {
    const { files, whole, ignored } = await readFiles([file('alu.ts', 'a'), file('notes.md', 'b'), file('t.json', '1')])
    expect([...files]).toEqual([
      ['alu.ts', 'a'],
      ['t.json', '1'],
    ])
    expect([whole, ignored]).toEqual([false, 1])
  })

  it('of a folder are a project when it has an entry', async () => {
    const { files, whole } = await readFiles([
      file('cpu/main.ts', 'm'),
      file('cpu/parts/alu.ts', 'a'),
      file('cpu/x.png', ''),
    ])
    expect([...files.keys()]).toEqual(['main.ts', 'parts/alu.ts'])
    expect([whole, entryOf(files)]).toEqual([true, 'main.ts'])
  })

  it('come out of an archive as they went in', async () => {
    const project = new Map([
      ['circuit.ts', 'a'],
      ['my/x.ts', 'b'],
    ])
    const bytes = new Uint8Array(await archiveOf(project).arrayBuffer())
    const { files, whole } = await readFiles([file('p.zip', bytes)])
    expect([...files]).toEqual([...project])
    expect(whole).toBe(true)
  })

  it('are refused when they are too large, packed or not, or no text', async () => {
    const large = 'x'.repeat((1 << 20) + 1)
    const bomb = pack(new Map([['a.ts', 'x'.repeat(9 << 20)]]))
    for (const [name, one] of [
      ['text', file('a.ts', large)],
      ['bomb', file('a.zip', bomb)],
      ['packed', file('a.zip', pack(new Map([['a.ts', large]])))],
      ['binary', file('a.ts', new Uint8Array([0xff, 0xfe]))],
    ] as const)
      await expect(readFiles([one]), name).rejects.toThrow(IncomingError)
    const many = Array.from({ length: 501 }, (_, n) => file(`f${n}.ts`, ''))
    await expect(readFiles(many)).rejects.toThrow('at most 500 files')
  })
})

describe('the own library', () => {
  it('gives the files that are imported and not there, with those that they import', () => {
    const files = new Map([
      ['circuit.ts', `import { A } from 'my/a'\nimport 'my/own'\nimport 'my/none'\n`],
      ['my/own.ts', ''],
    ])
    const library = new Map([
      ['my/a.ts', `import './b.ts'\n`],
      ['my/b.ts', `import 'my/a'`],
      ['my/own.ts', 'other'],
      ['my/c.ts', ''],
    ])
    expect([...wantedOf(files, library).keys()]).toEqual(['my/a.ts', 'my/b.ts'])
  })
})
