import { type EditorState, type Extension, type Range, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { nameOfCircuit } from './caret.ts'
import { syntax } from './syntax.ts'

/** The values of the shown cycle, for the circuit of a text that is open. */
export interface GhostValues {
  /** The name of the circuit in its call. */
  readonly circuit: string
  /** Texts behind the lines that declare ports and nodes, by name. */
  readonly values: ReadonlyMap<string, string>
}

const shown = StateEffect.define<GhostValues | undefined>()

/** The keys of a circuit whose entries have values. */
const declaring = new Set(['inputs', 'outputs', 'nodes'])
/** Characters that are shown behind one line at most. */
const MAX = 60

class Ghost extends WidgetType {
  constructor(private readonly text: string) {
    super()
  }

  override eq(other: Ghost): boolean {
    return other.text === this.text
  }

  override toDOM(): HTMLElement {
    const ghost = document.createElement('span')
    ghost.className = 'cm-ghost'
    ghost.ariaHidden = 'true' // the inspector and the waveforms tell the values to those who listen
    ghost.textContent = this.text
    return ghost
  }
}

/** The names that a circuit's call declares, with the line of each: `circuit('Name', { nodes: { a: And } })`. */
export function declarations(state: EditorState, circuit: string): { name: string; line: number }[] {
  const found: { name: string; line: number }[] = []
  const text = (from: number, to: number) => state.sliceDoc(from, to)
  syntax(state).iterate({
    enter: (node) => {
      if (node.name !== 'CallExpression') return
      if (nameOfCircuit(node.node, (n) => text(n.from, n.to)) !== circuit) return
      const list = node.node.getChild('ArgList')
      for (const key of list?.getChild('ObjectExpression')?.getChildren('Property') ?? []) {
        const label = key.getChild('PropertyDefinition')
        const entries = key.getChild('ObjectExpression')
        if (!label || !entries || !declaring.has(text(label.from, label.to))) continue
        for (const entry of entries.getChildren('Property')) {
          const own = entry.getChild('PropertyDefinition')
          if (own) found.push({ name: text(own.from, own.to), line: state.doc.lineAt(own.from).number })
        }
      }
    },
  })
  return found
}

function ghosts(state: EditorState, { circuit, values }: GhostValues): DecorationSet {
  const lines = new Map<number, { name: string; value: string }[]>()
  for (const { name, line } of declarations(state, circuit)) {
    const value = values.get(name)
    if (value !== undefined) lines.set(line, [...(lines.get(line) ?? []), { name, value }])
  }
  const ranges: Range<Decoration>[] = []
  for (const [line, list] of lines) {
    const words = list.length === 1 ? list[0]?.value : list.map((l) => `${l.name} ${l.value}`).join('  ')
    const text = words && words.length > MAX ? `${words.slice(0, MAX - 1)}…` : (words ?? '')
    ranges.push(Decoration.widget({ widget: new Ghost(text), side: 1 }).range(state.doc.line(line).to))
  }
  return Decoration.set(ranges, true)
}

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(shown)) return effect.value ? ghosts(transaction.state, effect.value) : Decoration.none
    return decorations.map(transaction.changes)
  },
  provide: (f) => EditorView.decorations.from(f),
})

/** Room for values behind the lines that declare ports and nodes. */
export const ghostValues: Extension = [
  field,
  EditorView.baseTheme({
    '.cm-ghost': {
      paddingLeft: '2ch',
      color: 'var(--st-muted)',
      fontVariantLigatures: 'none',
      pointerEvents: 'none',
      userSelect: 'none',
    },
  }),
]

/** Shows values, or none. */
export function showGhosts(view: EditorView, values: GhostValues | undefined): void {
  view.dispatch({ effects: shown.of(values) })
}
