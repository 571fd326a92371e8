import { type EditorState, type Extension, type Range, RangeSet, StateEffect, StateField } from '@codemirror/state'
import { EditorView, GutterMarker, gutter } from '@codemirror/view'

/** A breakpoint beside a line of the text. */
export interface LineMark {
  readonly id: number
  /** Where it was set; from then on it goes with the text. */
  readonly line: number
  readonly active: boolean
  /** The run stands at it. */
  readonly here: boolean
  /** The cause that it waits for, how often it counted, or why it cannot count. */
  readonly title: string
}

class Mark extends GutterMarker {
  constructor(readonly mark: LineMark) {
    super()
  }

  override eq({ mark }: Mark): boolean {
    const { id, active, here, title } = this.mark
    return mark.id === id && mark.active === active && mark.here === here && mark.title === title
  }

  override toDOM(): HTMLElement {
    const { active, here, title } = this.mark
    const dot = document.createElement('span')
    dot.className = `cm-breakpoint${active ? '' : ' off'}${here ? ' here' : ''}`
    dot.title = title
    dot.role = 'img'
    dot.ariaLabel = title
    return dot
  }
}

class Room extends GutterMarker {
  override toDOM(): HTMLElement {
    return document.createElement('span')
  }
}

const shown = StateEffect.define<readonly LineMark[]>()

const field = StateField.define<RangeSet<Mark>>({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    const moved = marks.map(transaction.changes)
    for (const effect of transaction.effects)
      if (effect.is(shown)) return placed(transaction.state, effect.value, moved)
    return moved
  },
})

function placed(state: EditorState, list: readonly LineMark[], before: RangeSet<Mark>): RangeSet<Mark> {
  const at = positions(before)
  const ranges: Range<Mark>[] = []
  for (const mark of list) {
    const known = at.get(mark.id)
    if (known === undefined && mark.line > state.doc.lines) continue
    const line = known === undefined ? state.doc.line(mark.line) : state.doc.lineAt(known)
    ranges.push(new Mark(mark).range(line.from))
  }
  return RangeSet.of(ranges, true)
}

function positions(marks: RangeSet<Mark>): Map<number, number> {
  const at = new Map<number, number>()
  for (const cursor = marks.iter(); cursor.value; cursor.next()) at.set(cursor.value.mark.id, cursor.from)
  return at
}

/** Shows breakpoints beside their lines, and no others. */
export function showBreakpoints(view: EditorView, list: readonly LineMark[]): void {
  view.dispatch({ effects: shown.of(list) })
}

/** The lines in which breakpoints are now, by their ids; those whose text was deleted are where it was. */
export function breakpointLines(state: EditorState): Map<number, number> {
  const lines = new Map<number, number>()
  for (const [id, at] of positions(state.field(field))) lines.set(id, state.doc.lineAt(at).number)
  return lines
}

/** A gutter in which breakpoints are set and removed by a click. */
export function breakpointGutter(toggle: (line: number) => void): Extension {
  return [
    field,
    gutter({
      class: 'cm-breakpoints',
      markers: (view) => view.state.field(field),
      initialSpacer: () => new Room(),
      domEventHandlers: {
        click: (view, line) => {
          toggle(view.state.doc.lineAt(line.from).number)
          return true
        },
      },
    }),
    EditorView.baseTheme({
      '.cm-breakpoints': { width: '20px', cursor: 'pointer' },
      '.cm-breakpoints .cm-gutterElement': { display: 'grid', placeItems: 'center' },
      '.cm-breakpoint, .cm-breakpoints .cm-gutterElement:hover:empty::before': {
        content: '""',
        width: '10px',
        height: '10px',
        borderRadius: '50%',
        boxSizing: 'border-box',
        background: 'var(--st-bad)',
      },
      '.cm-breakpoints .cm-gutterElement:hover:empty::before': { opacity: '0.35' },
      '.cm-breakpoint.off': { background: 'none', border: '2px solid var(--st-bad)' },
      '.cm-breakpoint.here': { boxShadow: '0 0 0 3px color-mix(in srgb, var(--st-bad) 35%, transparent)' },
      '@media (pointer: coarse)': { '.cm-breakpoints': { width: '44px' } },
      '@media (forced-colors: active)': { '.cm-breakpoint': { forcedColorAdjust: 'none', background: 'Highlight' } },
    }),
  ]
}
