import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
  simplifySelection,
  undoDepth,
} from '@codemirror/commands'
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
import { Annotation, Compartment, EditorState, Text, Transaction } from '@codemirror/state'
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
import { joinProject } from '@simten/client/project-text'
import { html, LitElement } from 'lit'
import type { CompileResult, Fix } from '../engine.ts'
import { Language } from '../language/client.ts'
import type { TypeProblem } from '../language/messages.ts'
import { grouped, moreInWords, nameOfFix, type Place, type Problem, rangeOf, type Told } from '../state/problems.ts'
import { breakpointGutter, breakpointLines, type LineMark, showBreakpoints } from './breakpoint-gutter.ts'
import { type CaretPlace, caretPlace } from './caret.ts'
import { circuitCompletion } from './completion.ts'
import { type FileList, FileStates, type LeftProject, projectOf, withRenamed } from './file-states.ts'
import { fixAt, stepOfFix } from './fixes.ts'
import { type GhostValues, ghostValues, showGhosts } from './ghost-values.ts'
import { tablesOf, type WatchedLine, watchedLine } from './lambda-lines.ts'
import { importCompletion, typedCompletion, typedHover } from './language.ts'
import { renameCircuit } from './rename.ts'
import { askName, renameField } from './rename-field.ts'
import { codeEditorStyles } from './styles.ts'
import { quietTheme } from './theme.ts'
import { typeOver } from './type-over.ts'
import { type KeptFile, pastOfFiles, statesOfPast } from './undo-history.ts'

/** Marks a change that the page made itself (an example, a link): it is no edit of the user. */
const replaced = Annotation.define<boolean>()

/** Undoing takes a completion back by itself, not also the name that was typed into it right after. */
const completionsApart = EditorState.transactionExtender.of((transaction) =>
  transaction.isUserEvent('input.complete') ? { annotations: isolateHistory.of('full') } : null,
)

/** The answer to a question about types while their worker is loading. */
const NO_TYPES = 'Types are still loading. Try again in a moment.'

/** How many projects undo leads back to. */
const MAX_LEFT = 20

/** How long the cursor stays at a place until that is told, in milliseconds: one that moves on is not followed. */
const CARET_RESTS = 150

/**
 * The text editor. It lives in a shadow tree because CodeMirror then brings its styles in by adopted style sheets,
 * which the page's policy allows; in the document it would need inline style elements.
 *
 * The text may be that of a project, of which one file is shown (`projectOf`). Fires `text-files` when another file is
 * shown, or there are others.
 *
 * Fires `text-edit` with the text after every edit of the user, `text-types` with what is wrong in its types, and
 * `text-library` with the name of a component whose definition is wanted, `text-say` with something to tell, and
 * `text-caret` when the cursor rests at another place, and `text-break` with the number of a line at which the run is
 * to stop, or no more.
 */
export class CodeEditor extends LitElement {
  static override readonly styles = codeEditorStyles

  private view: EditorView | undefined
  private textWithoutView = ''
  private readonly project = new FileStates()
  /** The projects that undo leads back to, each with the text of the one that took its place. */
  private undoable: { readonly left: LeftProject; readonly opened: string }[] = []
  /** The projects that redo leads to again, likewise. */
  private redoable: { readonly left: LeftProject; readonly opened: string }[] = []
  /** The files of breakpoints, by their ids. */
  private readonly breakpointFiles = new Map<number, string>()
  private shownBreakpoints: readonly LineMark[] = []
  private recalled = ''
  private shownProblems: readonly Problem[] = []
  /** The diagnostics that the text has, and the text. */
  private linted: { doc: Text; key: string } | undefined
  private readonly language = new Language()
  private checking = 0
  /** How often another name was asked for. */
  private renames = 0
  private resting = 0
  /** The text has had the focus: its cursor is somewhere on purpose. */
  private visited = false
  /** Values are shown. */
  private ghostly = false
  /** The part of the extensions that wraps long lines. */
  private readonly wrapping = new Compartment()
  private wrapsLines = false
  /** The last good compile, for completion. */
  compiled: CompileResult | undefined

  /** Shows values behind the lines that declare them; undefined shows none. */
  set ghosts(values: GhostValues | undefined) {
    if (this.view && (values || this.ghostly)) showGhosts(this.view, values)
    this.ghostly = values !== undefined
  }

  /** Long lines go on in the next row; else the text scrolls sideways. */
  set wraps(wraps: boolean) {
    this.wrapsLines = wraps
    this.view?.dispatch({ effects: this.wrapping.reconfigure(wraps ? EditorView.lineWrapping : []) })
  }

  get text(): string {
    return this.view ? this.project.joined(this.view.state.doc.toString()) : this.textWithoutView
  }

  /** The files of the text. */
  get files(): FileList {
    return this.project.list
  }

  /** Shows another file; the one before keeps its cursor and its undo. False when there is no such file. */
  openFile(path: string): boolean {
    const view = this.view
    if (!view || !this.project.has(path)) return false
    if (path === this.project.active) return true
    const state = this.project.show(path, view.state)
    view.setState(state ?? this.fresh(this.project.text(path)))
    this.fileChanged()
    if (!state) this.scrollToStart()
    return true
  }

  /** Adds files, or puts them in the place of those of their paths, and shows the first of them. */
  addFiles(files: ReadonlyMap<string, string>): void {
    const view = this.view
    const [first] = files.keys()
    if (!view || first === undefined) return
    this.project.keep(view.state)
    for (const [path, text] of files) {
      if (path === this.project.active) view.setState(this.fresh(text))
      else this.project.remove(path)
      this.project.add(path, text)
    }
    this.openFile(first)
    this.edited()
  }

  /** Renames a file; imports of it follow. */
  renameFile(from: string, to: string): void {
    const view = this.view
    if (!view || !this.project.has(from) || this.project.has(to)) return
    const { project } = this
    project.keep(view.state)
    const has = (path: string) => project.has(path)
    const moved: [path: string, text: string, old: string][] = project.list.files.map((path) => {
      const text = project.text(path)
      const file = { from: path, to: path === from ? to : path }
      return [file.to, withRenamed(text, file, { from, to }, has), text]
    })
    const { active } = project
    project.rename(from, to)
    for (const [id, file] of this.breakpointFiles) if (file === from) this.breakpointFiles.set(id, to)
    for (const [path, text, old] of moved)
      if (text !== old) this.rewrite(path, text, path === (active === from ? to : active))
    this.edited()
  }

  /** Writes a file anew as a step that undo takes back. */
  private rewrite(path: string, text: string, shown: boolean): void {
    const state = shown ? this.view?.state : (this.project.stateOf(path) ?? this.fresh(this.project.text(path)))
    if (!state) return
    const changes = difference(state.doc.toString(), text)
    const step = state.update({ changes, annotations: [replaced.of(true), isolateHistory.of('full')] })
    if (shown) this.view?.dispatch(step)
    else this.project.replaceState(path, step.state)
  }

  /** Removes a file, but the entry. */
  removeFile(path: string): void {
    const { project } = this
    if (path === project.entry || !project.has(path)) return
    if (path === project.active) this.openFile(project.entry)
    project.remove(path)
    this.edited()
  }

  /** Lets the program begin with another file. */
  makeEntry(path: string): void {
    if (!this.view || !this.project.has(path)) return
    this.project.keep(this.view.state)
    this.project.makeEntry(path)
    this.edited()
  }

  /** Another file is shown, or there are others. */
  private fileChanged(): void {
    this.language.files = { active: this.project.active, others: this.project.others }
    this.linted = undefined
    this.showProblems()
    this.breakpoints = this.shownBreakpoints
    this.wraps = this.wrapsLines // the state of the file may be from before
    this.dispatchEvent(new CustomEvent('text-files'))
    this.checkSoon()
    if (this.visited) this.caretSoon()
  }

  private edited(): void {
    this.fileChanged()
    this.dispatchEvent(new CustomEvent('text-edit', { detail: this.text }))
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
    const project = projectOf(text)
    const alone = project.files.size === 1 && this.project.list.files.length === 1
    if (!options.undoable || !alone || project.entry !== this.project.entry) {
      // The editor's own undo goes through one file; a project is left as a whole.
      if (options.undoable && text === this.text) return
      const left = options.undoable ? this.project.leave(this.view.state) : undefined
      this.project.open(project)
      this.view.setState(this.fresh(project.files.get(project.entry) ?? ''))
      this.redoable = []
      this.undoable = left ? [...this.undoable, { left, opened: this.text }].slice(-MAX_LEFT) : []
      this.fileChanged()
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

  /**
   * Takes another text of the same project, as it was written elsewhere: the file that is shown and the cursors stay,
   * and undo takes it back.
   */
  rewriteAll(text: string): void {
    const { view } = this
    const { entry, files } = projectOf(text)
    const { list } = this.project
    const same = entry === list.entry && files.size === list.files.length && list.files.every((path) => files.has(path))
    if (!view || !same) this.replace(text, { undoable: true })
    else {
      this.project.keep(view.state)
      for (const [path, next] of files)
        if (next !== this.project.text(path)) this.rewrite(path, next, path === list.active)
    }
    this.edited()
  }

  /** Brings the project back that was there before this one was opened, once there is no edit of this one to undo. */
  private undoProject(): boolean {
    const last = this.undoable.at(-1)
    if (!this.view || last?.opened !== this.text) return false
    if (this.project.all(this.view.state).some(([, state]) => undoDepth(state) > 0)) return false
    this.undoable.pop()
    this.redoable.push({ left: this.project.leave(this.view.state), opened: textOf(last.left) })
    return this.comeBack(last.left)
  }

  /** Brings the project again that undo has left. */
  private redoProject(): boolean {
    const last = this.redoable.at(-1)
    if (!this.view || last?.opened !== this.text) return false
    this.redoable.pop()
    this.undoable.push({ left: this.project.leave(this.view.state), opened: textOf(last.left) })
    return this.comeBack(last.left)
  }

  private comeBack(left: LeftProject): boolean {
    const state = this.project.comeBack(left)
    this.view?.setState(state ?? this.fresh(this.project.text(left.active)))
    this.edited()
    return true
  }

  /** Another text begins at its beginning, however far the one before it was scrolled. */
  private scrollToStart(): void {
    this.view?.scrollDOM.scrollTo(0, 0)
  }

  /** The text with its edits, to be kept; undefined when there is nothing or too much to keep. */
  get past(): string | undefined {
    return this.view && pastOfFiles(this.project.active, this.project.all(this.view.state))
  }

  /** Brings the edits of the text back, so that undo works as before; those of another text are left alone. */
  recall(past: string): void {
    this.recalled = past
    if (!this.view) return
    const kept = this.keptStates(past)
    const state = kept && this.take(kept)
    if (!state) return
    this.view.setState(state)
    this.fileChanged()
  }

  /** The states of the text's files as they were kept; undefined when they are of another text. */
  private keptStates(past: string): readonly KeptFile[] | undefined {
    const { files } = projectOf(this.text)
    return statesOfPast(
      past,
      (path) => (path === '' ? files.get(this.project.entry) : files.get(path)),
      this.extensions(),
    )
  }

  /** Takes states that were kept, and gives the one to be shown. */
  private take(kept: readonly KeptFile[]): EditorState | undefined {
    const [first] = kept
    if (first && first.path !== '') this.project.refresh(projectOf(this.text), first.path)
    for (const { path, state } of kept) if (path !== '' && path !== first?.path) this.project.replaceState(path, state)
    return first?.state
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
    const { active, entry } = this.project
    if (active.endsWith('.json')) return
    const found = await this.language.ask({ kind: 'check', text: this.view?.state.doc.toString() ?? text })
    // The text has changed meanwhile: a newer check is on its way.
    if (!found || text !== this.text || active !== this.project.active) return
    const doc = this.view?.state.doc
    if (!doc) return
    const problems = found.map((p) => {
      const file = p.file ?? active
      const of = p.file === undefined ? doc : Text.of(this.project.text(file).split(/\r\n?|\n/))
      return { ...problemOfType(p, of), ...(file !== entry && { file }) }
    })
    this.dispatchEvent(new CustomEvent('text-types', { detail: problems }))
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
    if (!this.view || !this.visited) return undefined
    const { active, entry } = this.project
    return { ...caretPlace(this.view.state), ...(active !== entry && { file: active }) }
  }

  /** Shows breakpoints beside their lines. */
  set breakpoints(list: readonly LineMark[]) {
    this.shownBreakpoints = list
    if (!this.view) return
    for (const { id } of list) if (!this.breakpointFiles.has(id)) this.breakpointFiles.set(id, this.project.active)
    showBreakpoints(
      this.view,
      list.filter(({ id }) => this.shows(id)),
    )
  }

  /** Whether a breakpoint is in the file that is shown. */
  shows(breakpoint: number): boolean {
    return (this.breakpointFiles.get(breakpoint) ?? this.project.active) === this.project.active
  }

  /** The lines in which the breakpoints are by now, by their ids. */
  get breakpointLines(): Map<number, number> {
    if (!this.view) return new Map()
    return new Map(this.project.all(this.view.state).flatMap(([, state]) => [...breakpointLines(state)]))
  }

  /** The effect of a line of a lambda, for a breakpoint. Throws NotWatched. */
  watched(line: number, breakpoint?: number): WatchedLine {
    const file = breakpoint === undefined ? undefined : this.breakpointFiles.get(breakpoint)
    const other = file === undefined || file === this.project.active ? undefined : this.project.stateOf(file)
    return watchedLine(other ?? this.view?.state ?? EditorState.create({ doc: this.text }), line)
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
    this.openFile(problem.file ?? this.project.entry)
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
  fix(fix: Fix, file: string | undefined): boolean {
    this.openFile(file ?? this.project.entry)
    const view = this.view
    const step = view && stepOfFix(fix, view.state.doc)
    if (!step) return false
    view.dispatch(step)
    view.focus()
    return true
  }

  /** Goes to where the name at a place of the text, or at the cursor, is defined. */
  async goToDefinition(at?: number): Promise<void> {
    const { view } = this
    if (!view) return
    const doc = view.state.doc
    const place = at ?? view.state.selection.main.head
    const found = await this.language.ask({ kind: 'definition', text: doc.toString(), at: place })
    if (this.view?.state.doc !== doc) return // of a text that is no more
    if (!found) this.say(this.language.ready ? 'Nothing here is defined elsewhere.' : NO_TYPES)
    else if ('library' in found) this.dispatchEvent(new CustomEvent('text-library', { detail: found.library }))
    else if (this.openFile(found.file)) {
      const to = Math.min(found.to, view.state.doc.length)
      const effects = EditorView.scrollIntoView(Math.min(found.from, to), { y: 'center' })
      view.dispatch({ selection: { anchor: Math.min(found.from, to), head: to }, effects })
      view.focus()
    }
  }

  /** Asks for another name of what is at the cursor, and writes it everywhere, in all files as one step each. */
  async renameHere(): Promise<void> {
    const { view, project } = this
    if (!view) return
    const doc = view.state.doc
    const turn = ++this.renames
    const found = await this.language.ask({
      kind: 'occurrences',
      text: doc.toString(),
      at: view.state.selection.main.head,
    })
    if (view.state.doc !== doc || turn !== this.renames) return
    if (!found || 'refused' in found) {
      this.say(found?.refused ?? (this.language.ready ? 'There is no name at the cursor.' : NO_TYPES))
      return
    }
    const here = view.state.selection.main.head
    const shown = found.places.find((p) => p.file === project.active && p.from <= here && here <= p.to)
    const name = await askName(view, shown?.from ?? here, found.name)
    if (name === undefined || name === found.name || view.state.doc !== doc) return
    if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) {
      this.say(`“${name}” is no name: letters, digits and _, not a digit first.`)
      return
    }
    const changes = (file: string) =>
      found.places.flatMap((p) =>
        p.file === file ? [{ from: p.from, to: p.to, insert: p.before + name + p.after }] : [],
      )
    const others = new Set(found.places.map(({ file }) => file))
    others.delete(project.active)
    for (const file of others) this.rewrite(file, changed(project.text(file), changes(file)), false)
    view.dispatch({ changes: changes(project.active), annotations: Transaction.userEvent.of('input.rename') })
  }

  /** Gives the text the usual spaces and indentation. */
  async format(): Promise<void> {
    const { view } = this
    if (!view) return
    const doc = view.state.doc
    const edits = await this.language.ask({ kind: 'format', text: doc.toString() })
    if (view.state.doc !== doc) return
    if (!edits) this.say(NO_TYPES)
    else if (edits.length === 0) this.say('The text is formatted already.')
    else view.dispatch({ changes: [...edits], annotations: Transaction.userEvent.of('input.format') })
  }

  /** Takes the work that a key has begun; an error is told. */
  private begun(work: Promise<void>): true {
    work.catch((error: unknown) => this.say(String(error)))
    return true
  }

  private say(text: string): void {
    this.dispatchEvent(new CustomEvent('text-say', { detail: text }))
  }

  private fixHere(): boolean {
    const view = this.view
    const fix = view && fixAt(this.problemsHere, view.state.doc, view.state.selection.main.head)
    return fix !== undefined && this.fix(fix, this.project.active)
  }

  /** The problems of the file that is shown. */
  private get problemsHere(): readonly Problem[] {
    const { active, entry } = this.project
    return this.shownProblems.filter((p) => (p.file ?? entry) === active)
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
    this.fileChanged()
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
    for (const problem of grouped(this.problemsHere)) {
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
      apply: () => void this.fix(fix, problem.file),
    }))
  }

  /** The text with a state that the view does not have yet. */
  private textAfter(state: EditorState): string {
    return this.project.joined(state.doc.toString())
  }

  /** A text of several files was pasted: each gets its tab. */
  private takeApart(): void {
    queueMicrotask(() => {
      const { view, text } = this
      const project = projectOf(text)
      if (!view || project.files.size <= this.project.list.files.length) return
      const { active } = this.project
      this.project.refresh(project, active)
      view.setState(this.fresh(this.project.text(this.project.active)))
      this.edited()
    })
  }

  private begin(): EditorState {
    this.project.open(projectOf(this.textWithoutView))
    const kept = this.keptStates(this.recalled)
    return (kept && this.take(kept)) ?? this.fresh(this.project.text(this.project.entry))
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
      EditorState.languageData.of(() => [
        { autocomplete: source },
        { autocomplete: importCompletion(() => this.files) },
      ]),
      EditorState.allowMultipleSelections.of(true),
      typedHover(this.language),
      typeOver,
      renameField,
      EditorView.clickAddsSelectionRange.of((event) => event.altKey),
      EditorView.domEventHandlers({
        click: (event, view) => {
          if (!(event.ctrlKey || event.metaKey) || event.altKey || event.button !== 0) return false
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
          return at !== null && this.begun(this.goToDefinition(at))
        },
      }),
      ghostValues,
      this.wrapping.of(this.wrapsLines ? EditorView.lineWrapping : []),
      quietTheme,
      EditorView.contentAttributes.of({
        'aria-label': 'Circuit text',
        tabindex: '0', // by this a browser and a checker know that the scroller around it can be reached
        'aria-description': 'Tab indents. Escape, then Tab leaves the text.',
        spellcheck: 'false',
        autocorrect: 'off',
      }),
      EditorView.domEventHandlers({
        beforeinput: (event) => {
          const done =
            (event.inputType === 'historyUndo' && this.undoProject()) ||
            (event.inputType === 'historyRedo' && this.redoProject())
          if (done) event.preventDefault()
          return done
        },
      }),
      // Tab indents; Escape gives the next Tab back to the browser, so that the keyboard is not trapped.
      keymap.of([
        { key: 'Mod-z', run: () => this.undoProject() },
        { key: 'Mod-y', mac: 'Mod-Shift-z', run: () => this.redoProject() },
        { linux: 'Ctrl-Shift-z', run: () => this.redoProject() },
        { key: 'Mod-.', run: () => this.fixHere(), preventDefault: true },
        {
          key: 'F9',
          preventDefault: true,
          run: ({ state }) => {
            this.breakAt(state.doc.lineAt(state.selection.main.head).number)
            return true
          },
        },
        { key: 'F12', preventDefault: true, run: () => this.begun(this.goToDefinition()) },
        { key: 'F2', preventDefault: true, run: () => this.begun(this.renameHere()) },
        { key: 'Shift-Alt-f', preventDefault: true, run: () => this.begun(this.format()) },
        { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
        ...closeBracketsKeymap,
        // A selection is no reason to keep Tab: Escape only takes further carets away.
        { key: 'Escape', run: (view) => view.state.selection.ranges.length > 1 && simplifySelection(view) },
        ...defaultKeymap.filter(({ key }) => key !== 'Escape'),
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
        if (update.transactions.some((t) => t.isUserEvent('input')) && hasFiles(update.state.doc)) this.takeApart()
        this.dispatchEvent(new CustomEvent('text-edit', { detail: this.textAfter(update.state) }))
      }),
    ]
  }
}

/** The one change that makes a text another one: what both begin and end with stays, and with it a cursor there. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from++
  let end = 0
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end++
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}

/** The text of a project that was left. */
function textOf({ entry, texts }: LeftProject): string {
  return joinProject({ entry, files: texts })
}

/** Whether a text begins a file of a project in one of its lines. */
function hasFiles(doc: Text): boolean {
  return doc.toString().includes('// @filename: ')
}

/** A text with some changes, of which none overlaps another. */
function changed(text: string, changes: readonly { from: number; to: number; insert: string }[]): string {
  const last = [...changes].sort((a, b) => b.from - a.from)
  return last.reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text)
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
