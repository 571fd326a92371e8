import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Typing over a selection, done by the editor. Left to the browser, Chromium gives the new text the looks of the old
 * one by a style attribute; the page's policy refuses that, with an error on the console for each such key.
 */
export const typeOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event
    const { main, ranges } = view.state.selection
    if (inputType !== 'insertText' || data === null || isComposing || main.empty || ranges.length > 1) return false
    const plain = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    // brackets and quotes go around what is selected
    const taken = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, main.from, main.to, data, plain))
    if (!taken) view.dispatch(plain())
    return true
  },
})
