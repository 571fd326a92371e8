// @vitest-environment happy-dom
import { joinProject } from '@simten/client/project-text'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProjectDesk, type ProjectPage } from './project-desk.ts'

function desk(text: string, library: Record<string, string> = {}, room = true) {
  const said: string[] = []
  const editor = {
    files: { files: ['circuit.ts'], entry: 'circuit.ts', active: 'circuit.ts' },
    addFiles: vi.fn(),
    openFile: vi.fn(),
    removeFile: vi.fn(),
  }
  const keeper = {
    keepNow: vi.fn(async () => {}),
    keepInLibrary: vi.fn(async () => room),
    library: async () => new Map(Object.entries(library)),
  }
  const page = {
    editor,
    keeper,
    state: { text, compiled: undefined },
    arrangement: undefined,
    say: (words: string) => said.push(words),
    openText: vi.fn(),
    focusText: vi.fn(),
  }
  return { desk: new ProjectDesk(page as unknown as ProjectPage), page, editor, keeper, said }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the files of a project', () => {
  it('tells how a new file is imported, and goes to it', () => {
    const { desk: d, page, editor, said } = desk('')
    d.add('parts/alu.ts')
    expect(editor.addFiles).toHaveBeenCalledWith(new Map([['parts/alu.ts', '']]))
    expect(said[0]).toContain("Import from it with './parts/alu")
    expect(page.focusText).toHaveBeenCalled()
  })

  it('keeps a version before a file is removed', () => {
    const { desk: d, editor, keeper } = desk('')
    d.remove('a.ts')
    expect(keeper.keepNow).toHaveBeenCalled()
    expect(editor.removeFile).toHaveBeenCalledWith('a.ts')
  })

  it('says that a library without room has not kept a file', async () => {
    const text = joinProject({
      entry: 'circuit.ts',
      files: new Map([
        ['circuit.ts', 'a'],
        ['alu.ts', 'b'],
      ]),
    })
    const { desk: d, keeper, said } = desk(text, {}, false)
    await d.keepInLibrary('alu.ts')
    expect(keeper.keepInLibrary).toHaveBeenCalledWith('my/alu.ts', 'b')
    expect(said).toEqual(['There is no room for it in the library of this browser.'])
  })

  it('adds a file of the library after the version before was kept', async () => {
    const { desk: d, editor, keeper, said } = desk('', { 'my/alu.ts': 'alu' })
    await d.addFromLibrary('my/rom.ts') // another tab has deleted it
    expect(editor.addFiles).not.toHaveBeenCalled()
    await d.addFromLibrary('my/alu.ts')
    expect(keeper.keepNow.mock.invocationCallOrder[0]).toBeLessThan(editor.addFiles.mock.invocationCallOrder[0] ?? 0)
    expect(editor.addFiles).toHaveBeenCalledWith(new Map([['my/alu.ts', 'alu']]))
    expect(said).toEqual(["Import from it with 'my/alu'."])
  })

  it('brings files of the library that the text imports, once it rests', async () => {
    const { desk: d, editor, said } = desk("import { Alu } from 'my/alu'\n", { 'my/alu.ts': 'x', 'my/other.ts': 'y' })
    d.librarySoon()
    expect(editor.addFiles).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(editor.addFiles).toHaveBeenCalledWith(new Map([['my/alu.ts', 'x']]))
    expect(said).toEqual(['From your library: my/alu.ts.'])
  })
})
