import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, it } from 'vitest'
import { quietTheme } from './theme.ts'

const rules = EditorState.create({ extensions: quietTheme })
  .facet(EditorView.styleModule)
  .map((module) => module.getRules())
  .join('\n')

it('underlines problems with what Safari knows, too: it drops the short form with a style, a colour or a thickness', () => {
  for (const kind of ['error', 'warning', 'info']) {
    const rule = new RegExp(`cm-lintRange-${kind} \\{([^}]*)\\}`).exec(rules)?.[1]
    expect(rule).toContain('text-decoration-line: underline')
  }
  expect(rules).not.toMatch(/text-decoration: *[\w-]+ +[^;]/)
})
