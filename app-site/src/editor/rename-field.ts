import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { type EditorView, showTooltip, type Tooltip } from '@codemirror/view'
import { focusInPlace } from '@simten/viewer/focus'

/** A name that is to be changed, where it stands. */
interface Renaming {
  readonly at: number
  readonly name: string
  done(name: string | undefined): void
}

const opened = StateEffect.define<Renaming | undefined>()

const field = StateField.define<Renaming | undefined>({
  create: () => undefined,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(opened)) return effect.value
    return transaction.docChanged ? undefined : value
  },
  provide: (f) => showTooltip.from(f, (renaming) => (renaming ? tooltip(renaming) : null)),
})

/** The field in which a new name is written, over the old one. */
export const renameField: Extension = field

/** Asks for another name; undefined when that is given up. */
export function askName(view: EditorView, at: number, name: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    view.dispatch({ effects: opened.of({ at, name, done: resolve }) })
  })
}

function tooltip(renaming: Renaming): Tooltip {
  return {
    pos: renaming.at,
    above: true,
    create(view) {
      const dom = document.createElement('div')
      dom.className = 'cm-rename'
      const input = document.createElement('input')
      input.value = renaming.name
      input.setAttribute('aria-label', `New name of ${renaming.name}`)
      input.spellcheck = false
      let answered = false
      const answer = (name: string | undefined, focus: boolean) => {
        if (answered) return
        answered = true
        renaming.done(name)
        // Another name may be asked for by now.
        if (view.state.field(field, false) === renaming) view.dispatch({ effects: opened.of(undefined) })
        if (focus) view.focus()
      }
      input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') answer(input.value.trim(), true)
        else if (event.key === 'Escape') answer(undefined, true)
        else return
        event.preventDefault()
        event.stopPropagation()
      })
      input.addEventListener('blur', () => setTimeout(() => answer(undefined, false)))
      dom.append(input)
      return {
        dom,
        mount: () => {
          focusInPlace(input)
          input.select()
        },
        destroy: () => renaming.done(undefined),
      }
    },
  }
}
