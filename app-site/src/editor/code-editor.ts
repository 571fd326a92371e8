import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import {
  type Action,
  type Diagnostic as Lint,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
} from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, type Text, Transaction } from '@codemirror/state'
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
  type ViewUpdate,
} from '@codemirror/view'
import { html, LitElement } from 'lit'
import type { CompileResult, Fix } from '../engine.ts'
import { Language } from '../language/client.ts'
import type { TypeProblem } from '../language/messages.ts'
import { grouped, moreInWords, nameOfFix, type Place, type Problem, rangeOf, type Told } from '../state/problems.ts'
import { breakpointGutter, breakpointLines, type LineMark, showBreakpoints } from './breakpoint-gutter.ts'
import { type CaretPlace, caretPlace } from './caret.ts'
import { circuitCompletion } from './completion.ts'
import { fixAt, stepOfFix } from './fixes.ts'
import { type GhostValues, ghostValues, showGhosts } from './ghost-values.ts'
import { tablesOf, type WatchedLine, watchedLine } from './lambda-lines.ts'
import { typedCompletion, typedHover } from './language.ts'
import { renameCircuit } from './rename.ts'
import { codeEditorStyles } from './styles.ts'
import { quietTheme } from './theme.ts'
import { typeOver } from './type-over.ts'
import { pastOf, stateOfPast } from './undo-history.ts'

/** Marks a change that the page made itself (an example, a link): it is no edit of the user. */
const replaced = Annotation.define<boolean>()

/** Undoing takes a completion back by itself, not also the name that was typed into it right after. */
const completionsApart = EditorState.transactionExtender.of((transaction) =>
  transaction.isUserEvent('input.complete') ? { annotations: isolateHistory.of('full') } : null,
)

/** How long the cursor stays at a place until that is told, in milliseconds: one that moves on is not followed. */
const CARET_RESTS = 150

/**
 * The text editor. It lives in a shadow tree because CodeMirror then brings its styles in by adopted style sheets,
 * which the page's policy allows; in the document it would need inline style elements.
 *
 * Fires `text-edit` with the text after every edit of the user, `text-types` with what is wrong in its types, and
 * `text-caret` when the cursor rests at another place, and `text-break` with the number of a line at which the run is
 * to stop, or no more.
 */
export class CodeEditor extends LitElement {
  static override readonly styles = codeEditorStyles

  private view: EditorView | undefined
  private textWithoutView = ''
  private recalled = ''
  private shownProblems: readonly Problem[] = []
  /** The diagnostics that the text has, and the text. */
  private linted: { doc: Text; key: string } | undefined
  private readonly language = new Language()
  private checking = 0
  private resting = 0
  /** The text has had the focus: its cursor is somewhere on purpose. */
  private visited = false
  /** Values are shown. */
  private ghostly = false
  /** The last good compile, for completion. */
  compiled: CompileResult | undefined

  /** Shows values behind the lines that declare them; undefined shows none. */
  set ghosts(values: GhostValues | undefined) {
    if (this.view && (values || this.ghostly)) showGhosts(this.view, values)
    this.ghostly = values !== undefined
  }

  get text(): string {
    return this.view?.state.doc.toString() ?? this.textWithoutView
  }

  /** Shows problems as squiggles. */
  set problems(problems: readonly Problem[]) {
    this.shownProblems = problems
    this.showProblems()
  }

  get problems(): readonly Problem[] {
    return this.shownProblems
  }

  /** Replaces the whole text as one step that undo takes back. Without `undoable` it is the start of the history. */
  replace(text: string, options: { undoable: boolean }): void {
    this.textWithoutView = text
    if (!this.view) return
    if (!options.undoable) {
      this.view.setState(this.fresh(text))
      this.checkSoon()
      this.scrollToStart()
      return
    }
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      annotations: [replaced.of(true), isolateHistory.of('full'), Transaction.userEvent.of('input.replace')],
    })
    this.scrollToStart()
  }

  /** Another text begins at its beginning, however far the one before it was scrolled. */
  private scrollToStart(): void {
    this.view?.scrollDOM.scrollTo(0, 0)
  }

  /** The text with its edits, to be kept; undefined when there is nothing or too much to keep. */
  get past(): string | undefined {
    return this.view && pastOf(this.view.state)
  }

  /** Brings the edits of the text back, so that undo works as before; those of another text are left alone. */
  recall(past: string): void {
    this.recalled = past
    const state = this.view && stateOfPast(past, this.text, this.extensions())
    if (state) this.view?.setState(state)
  }

  /**
   * Loads what knows types. It is large, so the page calls this when the first circuit is live, or known to be wrong.
   */
  startTypes(): void {
    if (this.language.started) return
    this.language.start()
    void this.check()
  }

  private async check(): Promise<void> {
    const text = this.text
    const found = await this.language.ask({ kind: 'check', text })
    // The text has changed meanwhile: a newer check is on its way.
    if (!found || text !== this.text) return
    const doc = this.view?.state.doc
    if (!doc) return
    this.dispatchEvent(new CustomEvent('text-types', { detail: found.map((p) => problemOfType(p, doc)) }))
  }

  /** A text that was pasted or undone over the whole text may be short: no line of it stays cut off at the left. */
  private unscrollSoon(view: EditorView): void {
    view.requestMeasure({
      read: () => {
        const { scrollDOM, contentDOM, state } = view
        const caret = view.coordsAtPos(state.selection.main.head)
        const room =
          scrollDOM.clientWidth -
          (contentDOM.getBoundingClientRect().left + scrollDOM.scrollLeft - scrollDOM.getBoundingClientRect().left)
        return caret !== null && caret.left - contentDOM.getBoundingClientRect().left < room
      },
      write: (fits) => {
        if (fits) view.scrollDOM.scrollLeft = 0
      },
    })
  }

  /** Types are checked when the text rests. */
  private checkSoon(): void {
    clearTimeout(this.checking)
    this.checking = window.setTimeout(() => void this.check(), 300)
  }

  /** The name that the cursor is at; undefined until the text has had the focus. */
  get caret(): CaretPlace | undefined {
    return this.view && this.visited ? caretPlace(this.view.state) : undefined
  }

  /** Shows breakpoints beside their lines. */
  set breakpoints(list: readonly LineMark[]) {
    if (this.view) showBreakpoints(this.view, list)
  }

  /** The lines in which the breakpoints are by now, by their ids. */
  get breakpointLines(): Map<number, number> {
    return this.view ? breakpointLines(this.view.state) : new Map()
  }

  /** The effect of a line of a lambda, for a breakpoint. Throws NotWatched. */
  watched(line: number): WatchedLine {
    return watchedLine(this.view?.state ?? EditorState.create({ doc: this.text }), line)
  }

  /** Tables of the text that name numbers, such as the states of a machine. */
  get tables(): { name: string; names: Map<number, string> }[] {
    return this.view ? [...tablesOf(this.view.state)].map(([name, names]) => ({ name, names })) : []
  }

  private breakAt(line: number): void {
    this.dispatchEvent(new CustomEvent('text-break', { detail: line }))
  }

  /** Tells of the cursor when it rests. */
  private caretSoon(): void {
    clearTimeout(this.resting)
    this.resting = window.setTimeout(() => this.dispatchEvent(new CustomEvent('text-caret')), CARET_RESTS)
  }

  /** Writes another name into the circuit('…') call; false when the text has none of that name. */
  renameCircuit(from: string, to: string): boolean {
    if (!this.view) return false
    const changes = renameCircuit(this.view.state, from, to)
    if (!changes) return false
    this.view.dispatch({ changes, annotations: Transaction.userEvent.of('input.rename') })
    return true
  }

  /** Moves the cursor to a problem and the focus into the text. */
  reveal(problem: Place): void {
    const view = this.view
    if (!view) return
    const range = rangeOf(problem, view.state.doc)
    if (range) {
      view.dispatch({
        selection: { anchor: range.from },
        effects: EditorView.scrollIntoView(range.from, { y: 'center' }),
      })
    }
    view.focus()
  }

  /** Makes the change of a fix, and takes the focus; false when the text is another one by now. */
  fix(fix: Fix): boolean {
    const view = this.view
    const step = view && stepOfFix(fix, view.state.doc)
    if (!step) return false
    view.dispatch(step)
    view.focus()
    return true
  }

  private fixHere(): boolean {
    const view = this.view
    const fix = view && fixAt(this.shownProblems, view.state.doc, view.state.selection.main.head)
    return fix !== undefined && this.fix(fix)
  }

  /** F8 and Shift-F8 also work from outside of the text. */
  stepProblem(direction: 1 | -1): void {
    if (!this.view) return
    this.view.focus()
    ;(direction === 1 ? nextDiagnostic : previousDiagnostic)(this.view)
  }

  override focus(): void {
    this.view?.focus()
  }

  protected override render() {
    return html`<div class="mount"></div>`
  }

  protected override firstUpdated(): void {
    const parent = this.renderRoot.querySelector<HTMLElement>('.mount')
    if (!parent || !this.shadowRoot) return
    this.view = new EditorView({ parent, root: this.shadowRoot, state: this.begin() })
    this.showProblems()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.textWithoutView = this.text
    this.view?.destroy()
    this.view = undefined
    this.language.stop()
    clearTimeout(this.checking)
    clearTimeout(this.resting)
  }

  private showProblems(): void {
    const view = this.view
    if (!view) return
    const lints: Lint[] = []
    for (const problem of grouped(this.shownProblems)) {
      const range = rangeOf(problem, view.state.doc)
      if (!range) continue
      lints.push({
        ...range,
        severity: problem.severity,
        message: problem.message,
        renderMessage: () => told(problem),
        actions: this.actions(problem),
      })
    }
    // The same diagnostics once more would close the tooltip of one that is being read.
    const { doc } = view.state
    const key = JSON.stringify(lints)
    if (doc === this.linted?.doc && key === this.linted.key) return
    this.linted = { doc, key }
    view.dispatch(setDiagnostics(view.state, lints))
  }

  private actions(problem: Problem): Action[] {
    return problem.fixes.map((fix, i) => ({
      name: i === 0 ? `${nameOfFix(fix)} (Ctrl .)` : nameOfFix(fix),
      apply: () => void this.fix(fix),
    }))
  }

  private begin(): EditorState {
    return stateOfPast(this.recalled, this.textWithoutView, this.extensions()) ?? this.fresh(this.textWithoutView)
  }

  private fresh(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.extensions() })
  }

  private extensions() {
    const source = typedCompletion(
      this.language,
      circuitCompletion(() => this.compiled),
    )
    return [
      breakpointGutter((line) => this.breakAt(line)),
      lineNumbers(),
      foldGutter({ openText: '⌄', closedText: '›' }),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      history({ minDepth: 500 }),
      completionsApart,
      drawSelection(),
      dropCursor(),
      rectangularSelection(),
      crosshairCursor(),
      indentOnInput(),
      indentUnit.of('  '),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      search({ top: true }),
      autocompletion({ icons: false }),
      javascript({ typescript: true }),
      EditorState.languageData.of(() => [{ autocomplete: source }]),
      EditorState.allowMultipleSelections.of(true),
      typedHover(this.language),
      typeOver,
      ghostValues,
      quietTheme,
      EditorView.contentAttributes.of({
        'aria-label': 'Circuit text',
        tabindex: '0', // by this a browser and a checker know that the scroller around it can be reached
        'aria-description': 'Tab indents. Escape, then Tab leaves the text.',
        spellcheck: 'false',
        autocorrect: 'off',
      }),
      // Tab indents; Escape gives the next Tab back to the browser, so that the keyboard is not trapped.
      keymap.of([
        { key: 'Mod-.', run: () => this.fixHere(), preventDefault: true },
        {
          key: 'F9',
          preventDefault: true,
          run: ({ state }) => {
            this.breakAt(state.doc.lineAt(state.selection.main.head).number)
            return true
          },
        },
        { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.checkSoon()
        if (update.view.hasFocus) this.visited = true
        if (this.visited && (update.selectionSet || update.docChanged || update.focusChanged)) this.caretSoon()
        if (replacesAll(update)) this.unscrollSoon(update.view)
        if (!update.docChanged || update.transactions.some((t) => t.annotation(replaced))) return
        this.dispatchEvent(new CustomEvent('text-edit', { detail: update.state.doc.toString() }))
      }),
    ]
  }
}

/** Whether an update puts another text in the place of the whole. */
function replacesAll({ changes, startState, docChanged }: ViewUpdate): boolean {
  return docChanged && changes.touchesRange(0, startState.doc.length) === 'cover'
}

/**
 * An error that TypeScript finds, as an entry of the list. With wrong types the circuit runs nevertheless: a warning.
 */
function problemOfType({ from, to, message, code, syntax }: TypeProblem, doc: Text): Problem {
  const start = doc.lineAt(Math.min(from, doc.length))
  const end = doc.lineAt(Math.min(to, doc.length))
  return {
    severity: syntax ? 'error' : 'warning',
    message,
    advice: undefined,
    fixes: [],
    code: `TS${code}`,
    line: start.number,
    column: from - start.from + 1,
    endLine: end.number,
    endColumn: to - end.from + 1,
    circuit: undefined,
    node: undefined,
    nodes: [],
    running: false,
    again: false,
  }
}

function told(problem: Told): HTMLElement {
  const root = document.createElement('div')
  root.append(problem.message)
  if (problem.advice !== undefined) {
    const advice = document.createElement('div')
    advice.className = 'problem-advice'
    advice.textContent = problem.advice
    root.append(advice)
  }
  if (problem.more > 0) {
    const more = document.createElement('div')
    more.className = 'problem-advice'
    more.textContent = moreInWords(problem)
    root.append(more)
  }
  return root
}

customElements.define('code-editor', CodeEditor)

declare global {
  interface HTMLElementTagNameMap {
    'code-editor': CodeEditor
  }
}
