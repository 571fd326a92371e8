/** Two texts side by side or one above the other, loaded when versions are looked at. */
import { javascript } from '@codemirror/lang-javascript'
import { unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { quietTheme } from './theme.ts'

/** Shows what of a text another one changes. `root` is the shadow tree around `parent`. */
export function showDifference(parent: HTMLElement, root: ShadowRoot, before: string, after: string): EditorView {
  return new EditorView({
    parent,
    root,
    state: EditorState.create({
      doc: after,
      extensions: [
        lineNumbers(),
        javascript({ typescript: true }),
        quietTheme,
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': 'Difference to the text as it is now', tabindex: '0' }),
        unifiedMergeView({
          original: before,
          mergeControls: false,
          collapseUnchanged: { margin: 3, minSize: 6 },
          diffConfig: { scanLimit: 2000, timeout: 500 },
        }),
      ],
    }),
  })
}
