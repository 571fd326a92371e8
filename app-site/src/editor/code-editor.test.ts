// @vitest-environment happy-dom
import { undo } from '@codemirror/commands'
import { EditorView, runScopeHandlers } from '@codemirror/view'
import { joinProject } from '@simten/client/project-text'
import { afterEach, describe, expect, it } from 'vitest'
import { CodeEditor } from './code-editor.ts'

const project = (files: Record<string, string>) =>
  joinProject({ entry: Object.keys(files)[0] ?? '', files: new Map(Object.entries(files)) })

const lamp = project({ 'main.ts': "import { Lamp } from './lamp'\n", 'lamp.ts': 'export const Lamp = 1\n' })
const adder = project({ 'main.ts': "import { Add } from './add'\n", 'add.ts': 'export const Add = 2\n' })

async function editorOf(text: string) {
  const editor = new CodeEditor()
  document.body.append(editor)
  await editor.updateComplete
  editor.replace(text, { undoable: false })
  const edits: string[] = []
  editor.addEventListener('text-edit', (event) => edits.push((event as CustomEvent<string>).detail))
  const view = () => EditorView.findFromDOM(editor.renderRoot.querySelector('.cm-editor') as HTMLElement) as EditorView
  return {
    editor,
    edits,
    view,
    type: (insert: string) => view().dispatch({ changes: { from: 0, insert }, userEvent: 'input.type' }),
    key: (key: string) => runScopeHandlers(view(), new KeyboardEvent('keydown', { key, ctrlKey: true }), 'editor'),
  }
}

afterEach(() => document.body.replaceChildren())

describe('a project that takes the place of another one', () => {
  it('is taken back as a whole by one undo: the files, the one that was shown, and its own edits', async () => {
    const { editor, edits, type, key, view } = await editorOf(lamp)
    editor.openFile('lamp.ts')
    type('// mine\n')
    const mine = editor.text
    editor.replace(adder, { undoable: true })
    expect(editor.files).toEqual({ files: ['main.ts', 'add.ts'], entry: 'main.ts', active: 'main.ts' })

    key('z')
    expect(editor.text).toBe(mine)
    expect(editor.files).toEqual({ files: ['main.ts', 'lamp.ts'], entry: 'main.ts', active: 'lamp.ts' })
    expect(view().state.doc.toString()).toBe('// mine\nexport const Lamp = 1\n')
    expect(edits.at(-1)).toBe(mine)
    key('z')
    expect(editor.text).toBe(lamp) // the edits from before are undone as ever
    key('y')
    expect(editor.text).toBe(mine)
    key('y')
    expect(editor.text).toBe(adder)
    expect(editor.files.active).toBe('main.ts')
    key('z')
    expect(editor.text).toBe(mine)
  })

  it('is taken back only once its own edits are', async () => {
    const { editor, type, key } = await editorOf(lamp)
    editor.replace(adder, { undoable: true })
    editor.openFile('add.ts')
    type('// new\n')
    editor.openFile('main.ts')
    key('z')
    expect(editor.files.files).toContain('add.ts') // its edit is in the other file
    editor.openFile('add.ts')
    key('z')
    expect(editor.text).toBe(adder)
    key('z')
    expect(editor.text).toBe(lamp)
  })

  it('is taken back over several, and over texts of one file', async () => {
    const { editor, view, key } = await editorOf('// one file\n')
    editor.replace(lamp, { undoable: true })
    editor.replace('// alone\n', { undoable: true })
    editor.replace('// alone too\n', { undoable: true })
    editor.replace(adder, { undoable: true })
    for (const before of ['// alone too\n', '// alone\n', lamp, '// one file\n']) {
      key('z')
      expect(editor.text).toBe(before)
    }
    expect(undo(view())).toBe(false)
    for (const after of [lamp, '// alone\n', '// alone too\n', adder]) {
      key('y')
      expect(editor.text).toBe(after)
    }
  })

  it('begins anew where it is not to be undone', async () => {
    const { editor, key } = await editorOf(lamp)
    editor.replace(adder, { undoable: false })
    key('z')
    expect(editor.text).toBe(adder)
  })
})

describe('a text that was written elsewhere', () => {
  it('leaves the file that is shown and its cursor, and undo takes it back', async () => {
    const { editor, edits, view, key } = await editorOf(lamp)
    editor.openFile('lamp.ts')
    view().dispatch({ selection: { anchor: 13 } })
    const next = project({ 'main.ts': "import { Lamp } from './lamp' // now\n", 'lamp.ts': 'export const Lamp = 12\n' })
    editor.rewriteAll(next)
    expect(editor.text).toBe(next)
    expect(edits).toEqual([next])
    expect(editor.files.active).toBe('lamp.ts')
    expect(view().state.selection.main.anchor).toBe(13)
    key('z')
    editor.openFile('main.ts')
    key('z')
    expect(editor.text).toBe(lamp)
  })

  it('may have other files', async () => {
    const { editor, edits, key } = await editorOf(lamp)
    editor.rewriteAll(adder)
    expect([editor.text, edits]).toEqual([adder, [adder]])
    key('z')
    expect(editor.text).toBe(lamp)
  })
})
