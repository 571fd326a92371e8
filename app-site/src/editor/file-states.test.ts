import { EditorState } from '@codemirror/state'
import { splitProject } from '@simten/client/project-text'
import { describe, expect, it } from 'vitest'
import { FileStates, projectOf, specifierOf, targetOf, withRenamed } from './file-states.ts'

const text = '// @filename: main.ts\na\n// @filename: alu.ts\nb\n// @filename: my/x.ts\nc'
const paths = new Set(['main.ts', 'alu.ts', 'parts/index.ts', 'parts/adder.ts', 'my/x.ts', 't.json'])
const has = (path: string) => paths.has(path)

describe('the files of the text', () => {
  it('are shown with the entry first, and each keeps its state', () => {
    const files = new FileStates()
    files.open(splitProject(text))
    expect(files.list).toEqual({ files: ['main.ts', 'alu.ts', 'my/x.ts'], entry: 'main.ts', active: 'main.ts' })
    const main = EditorState.create({ doc: 'a2' })
    expect(files.show('alu.ts', main)).toBeUndefined()
    expect(files.joined('b2')).toBe(text.replace('\na\n', '\na2\n').replace('\nb\n', '\nb2\n'))
    expect(files.others).toEqual({ 'main.ts': 'a2', 'my/x.ts': 'c' })
    expect(files.show('main.ts', EditorState.create({ doc: 'b2' }))).toBe(main)
  })

  it('can be renamed and removed', () => {
    const files = new FileStates()
    files.open(splitProject(text))
    files.rename('main.ts', 'top.ts')
    files.remove('alu.ts')
    expect(files.list).toEqual({ files: ['top.ts', 'my/x.ts'], entry: 'top.ts', active: 'top.ts' })
  })

  it('are one when a text cannot be taken apart', () => {
    const broken = '// @filename: ../x.ts\na'
    expect([...projectOf(broken).files]).toEqual([['circuit.ts', broken]])
  })
})

describe('imports between files', () => {
  for (const [from, specifier, target, written] of [
    ['main.ts', './alu', 'alu.ts', './alu'],
    ['main.ts', './parts', 'parts/index.ts', './parts/index'],
    ['parts/adder.ts', '../alu.js', 'alu.ts', '../alu'],
    ['parts/index.ts', './adder.ts', 'parts/adder.ts', './adder'],
    ['parts/adder.ts', 'my/x', 'my/x.ts', 'my/x'],
    ['main.ts', './t.json', 't.json', './t.json'],
  ] as const) {
    it(`${specifier} in ${from}`, () => {
      expect(targetOf(specifier, from, has)).toBe(target)
      expect(specifierOf(target, from)).toBe(written)
    })
  }

  it('lead to nothing else', () => {
    for (const specifier of ['../alu', './x', 'lodash', '/alu.ts', '']) {
      expect(targetOf(specifier, 'main.ts', has)).toBeUndefined()
    }
  })

  it('follow a file that is renamed', () => {
    const main = `import { A } from './alu'\nimport './alu.js'\nexport * from "./parts"\nimport z from 'z'\n`
    const renamed = { from: 'alu.ts', to: 'parts/unit.ts' }
    expect(withRenamed(main, { from: 'main.ts', to: 'main.ts' }, renamed, has)).toBe(
      `import { A } from './parts/unit'\nimport './parts/unit.js'\nexport * from "./parts"\nimport z from 'z'\n`,
    )
    const own = `import { B } from './parts/adder'\n`
    expect(withRenamed(own, renamed, renamed, has)).toBe(`import { B } from './adder'\n`)
  })
})
