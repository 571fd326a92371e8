import { describe, expect, it } from 'vitest'
import cases from '../../../engine/project/testdata/texts.json' with { type: 'json' }
import { joinProject, PathError, pathProblem, splitProject } from './project-text.ts'

describe('the text of a project', () => {
  for (const { name, text, entry, source, files, bad } of cases) {
    it(name, () => {
      if (bad !== undefined) {
        expect(() => splitProject(text)).toThrow(PathError)
        expect(() => splitProject(text)).toThrow(`'${bad}'`)
        return
      }
      const project = splitProject(text)
      expect(project.entry).toBe(entry)
      expect(Object.fromEntries(project.files)).toEqual({ [entry as string]: source, ...files })
      expect(splitProject(joinProject(project))).toEqual(project)
    })
  }

  it('keeps every character of the files', () => {
    const files = new Map([
      ['main.ts', '\n\na\r\n'],
      ['b.ts', ''],
      ['c/d.json', '[1]\n\n'],
    ])
    expect(splitProject(joinProject({ entry: 'main.ts', files }))).toEqual({ entry: 'main.ts', files })
  })

  it('has good paths only', () => {
    for (const good of ['a.ts', 'parts/a.ts', 'my/ä b.ts', 't.json']) expect(pathProblem(good)).toBeUndefined()
    for (const path of [
      '',
      '.',
      '/a.ts',
      '../a.ts',
      'a/../b.ts',
      'a//b.ts',
      'a.ts/',
      'a\\b.ts',
      'a',
      'a.png',
      'a\n.ts',
    ])
      expect(pathProblem(path), path).toBeDefined()
  })
})
