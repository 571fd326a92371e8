import type { GradedCase, GradeResult } from '@simten/client'
import { html, LitElement, nothing } from 'lit'
import type { CodeEditor } from '../../editor/code-editor.ts'
import '../../editor/code-editor.ts'
import type { CircuitSourceDetail } from '../../engine.ts'
import { againstPar, type Best, Progress } from '../../learn/progress.ts'
import type { Level, Par } from '../../learn/steps.ts'
import { PageRun } from '../../state/page-run.ts'
import { listed, marked, type Problem, problemsOf } from '../../state/problems.ts'
import type { AppState } from '../../state/state.ts'
import type { CircuitStage } from '../circuit-stage/circuit-stage.ts'
import '../circuit-stage/circuit-stage.ts'
import { icons } from '../icons.ts'
import '../problem-list/problem-list.ts'
import { controls } from '../shared-styles.ts'
import { levelWorkStyles } from './styles.ts'

/** How long after an edit the text is kept, in milliseconds. */
const keptAfter = 400

/**
 * A task: the text to write, its circuit, and the tests that judge it. Fires `level-passed` with the GradeResult. Without
 * a level it is empty; the sandbox stays open when another level comes.
 */
export class LevelWork extends LitElement {
  static override readonly properties = {
    level: { attribute: false },
    progress: { attribute: false },
    next: { type: String },
  }
  static override readonly styles = [controls, levelWorkStyles]

  declare level: Level | undefined
  declare progress: Progress
  /** Address of what comes after this level: another one, or the path as a whole; empty where nothing does. */
  declare next: string

  private readonly run = new PageRun({
    changed: (state, previous) => this.changed(state, previous),
    connected: () => this.requestUpdate(),
    frame: () => this.renderRoot.querySelector<CircuitStage>('circuit-stage')?.refresh(),
  })
  private result: GradeResult | undefined
  /** The result is of a text that was changed since. */
  private stale = false
  /** Why there is no result. */
  private trouble = ''
  private checking: AbortController | undefined
  private hinted = false
  private solved = false
  private keeping: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.next = ''
    this.progress = new Progress()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.run.start(undefined)
    void this.run.connection.open()
  }

  private get editor(): CodeEditor | null {
    return this.renderRoot.querySelector('code-editor')
  }

  protected override updated(changes: Map<PropertyKey, unknown>): void {
    if (!changes.has('level') || !this.level) return
    this.checking?.abort()
    this.result = undefined
    this.trouble = ''
    this.hinted = this.solved = false
    this.open(this.progress.text(this.level.id) ?? this.level.starter)
    this.requestUpdate()
  }

  private open(text: string): void {
    this.editor?.replace(text, { undoable: false })
    this.run.open({ text, origin: this.level?.foreign ? 'link' : 'example', example: undefined }, undefined)
  }

  private changed(state: AppState, previous: AppState): void {
    const { editor } = this
    if (editor && (state.problems !== previous.problems || state.failure !== previous.failure))
      editor.problems = marked(listed(state))
    if (editor && state.compiled !== previous.compiled) editor.compiled = state.compiled
    this.requestUpdate()
  }

  private edited(text: string): void {
    this.run.session.edit(text)
    if (this.result && !this.stale) {
      this.stale = true
      this.requestUpdate()
    }
    clearTimeout(this.keeping)
    const { level } = this
    this.keeping = setTimeout(
      () => level && this.progress.write(level.id, text === level.starter ? undefined : text),
      keptAfter,
    )
  }

  /** Judges the text. */
  async check(): Promise<void> {
    const { level } = this
    const { slot } = this.run
    const source = this.editor?.text ?? ''
    if (!level || !slot || this.checking) return
    const checking = new AbortController()
    this.checking = checking
    this.trouble = ''
    this.requestUpdate()
    const { tests, parts, lambdas } = level
    try {
      const grade = { source, tests, ...(parts && { parts: [...parts] }), ...(lambdas && { lambdas }) }
      const result = await slot.grade(grade, { signal: checking.signal })
      if (checking.signal.aborted) return
      this.result = result
      this.stale = source !== this.editor?.text
      if (result.verdict === 'passed') {
        this.progress.passed(level.id, result)
        this.dispatchEvent(new CustomEvent('level-passed', { detail: result }))
      }
    } catch (error) {
      if (checking.signal.aborted) return
      this.result = undefined
      this.trouble = error instanceof Error ? error.message : 'The check did not come to an end.'
    } finally {
      if (this.checking === checking) this.checking = undefined
      this.requestUpdate()
      if (!checking.signal.aborted) void this.updateComplete.then(() => this.showResult())
    }
  }

  /** On a small screen the result is below what was pressed. */
  private showResult(): void {
    this.renderRoot.querySelector('.results')?.scrollIntoView({ block: 'nearest' })
  }

  private startAgain(): void {
    if (!this.level) return
    this.editor?.replace(this.level.starter, { undoable: true })
    this.edited(this.level.starter)
    this.result = undefined
    this.requestUpdate()
  }

  private takeSolution(): void {
    if (this.level?.solution === undefined) return
    this.editor?.replace(this.level.solution, { undoable: true })
    this.edited(this.level.solution)
  }

  /** Ctrl+Enter checks, also while the text has the focus. */
  private key(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    void this.check()
  }

  protected override render() {
    const s = this.run.state
    const { level } = this
    const solution = level?.solution ?? ''
    return html`
      <section class="code" aria-label="Text"
        @keydown=${{ handleEvent: (e: KeyboardEvent) => this.key(e), capture: true }}>
        <code-editor @text-edit=${(e: CustomEvent<string>) => this.edited(e.detail)}></code-editor>
      </section>
      <section class="circuit" aria-label="Circuit">
        <circuit-stage
          editable
          .state=${s}
          .session=${this.run.session}
          .slot_=${this.run.slot}
          @problem-open=${(e: CustomEvent<Problem>) => this.editor?.reveal(e.detail)}
          @source-open=${(e: CustomEvent<CircuitSourceDetail>) => this.editor?.reveal({ ...e.detail, endLine: 0, endColumn: 0 })}
          @sandbox-retry=${() => void this.run.connection.open()}
        ></circuit-stage>
      </section>
      <div class="bar">
        <button type="button" class="primary" ?disabled=${!this.run.slot || !level} aria-keyshortcuts="Control+Enter"
          title="Run the tests of this step (Ctrl+Enter)" @click=${() => void this.check()}>
          ${this.checking ? 'Checking …' : 'Check'}</button>
        ${
          level?.hint === undefined
            ? nothing
            : html`<button type="button" class="outlined" aria-expanded=${this.hinted ? 'true' : 'false'}
              aria-controls="hint"
                @click=${() => this.toggle('hinted')}>Hint</button>`
        }
        ${
          solution === ''
            ? nothing
            : html`<button type="button" class="outlined" aria-expanded=${this.solved ? 'true' : 'false'}
              aria-controls="solution"
                @click=${() => this.toggle('solved')}>Solution</button>`
        }
        <button type="button" class="outlined" @click=${() => this.startAgain()}>Start again</button>
        ${this.par(level?.par)}
      </div>
      <div class="results" tabindex="0" role="region" aria-label="Result">
        ${this.hinted ? html`<p id="hint" class="hint">${level?.hint}</p>` : nothing}
        <div role="status">${this.outcome(level)}</div>
        ${
          this.solved
            ? html`<div id="solution">
                <pre tabindex="0"><code>${solution}</code></pre>
                <button type="button" class="outlined" @click=${() => this.takeSolution()}>Put it into the text</button>
              </div>`
            : nothing
        }
      </div>
    `
  }

  private toggle(what: 'hinted' | 'solved'): void {
    this[what] = !this[what]
    this.requestUpdate()
    if (this[what]) void this.updateComplete.then(() => this.showResult())
  }

  private par(par: Par | undefined) {
    const words = parInWords(par)
    if (words === '') return nothing
    return html`<span class="par">Par: ${words}</span>`
  }

  private outcome(level: Level | undefined) {
    if (this.trouble !== '') return html`<p class="verdict bad">${this.trouble}</p>`
    const { result } = this
    if (!result) return nothing
    const of = result.tests.filter((t) => t.status === 'passed' || t.status === 'failed')
    const passed = of.filter((t) => t.status === 'passed').length
    const stale = this.stale ? html`<p class="stale">The text has changed since.</p>` : nothing
    switch (result.verdict) {
      case 'passed':
        return html`<p
          class="verdict ok">${icons.check} ${of.length === 1 ? 'The test holds.' : `All ${of.length} tests hold.`}</p>
          ${this.measures(level?.par, result)} ${stale}
          ${
            this.next === ''
              ? nothing
              : html`<p><a class="next"
            href=${this.next} data-step>${this.next === '/learn' ? 'See the whole path' : 'Next step'}</a></p>`
          }`
      case 'failed':
        return html`<p class="verdict bad">${passed} of ${of.length} tests hold.</p>${this.firstFailure(result)}${stale}
          <ul class="tests">${of.map(
            (t) => html`<li class=${t.status}><span aria-hidden="true">${t.status === 'passed' ? '✓' : '✕'}</span>
              <span class="visually-hidden">${t.status}: </span>${t.name}</li>`,
          )}</ul>`
      default:
        return html`<p class="verdict bad">${verdicts[result.verdict]}</p>${stale}
          <problem-list .problems=${problemsOf(result.diagnostics)}
            @problem-open=${(e: CustomEvent<Problem>) => this.editor?.reveal(e.detail)}></problem-list>`
    }
  }

  private measures(par: Par | undefined, result: Best) {
    const numbers = againstPar(par, result)
    return html`<ul class="stars">
      <li class="got"><span aria-hidden="true">★</span> passed</li>
      ${numbers.map(
        ({ name, is, par: most, holds }) => html`<li class=${holds ? 'got' : ''}>
          <span aria-hidden="true">${holds ? '★' : '☆'}</span> ${name} ${is.toLocaleString('en')}, par ${most.toLocaleString('en')}</li>`,
      )}
    </ul>`
  }

  private firstFailure(result: GradeResult) {
    const test = result.tests.find((t) => t.status === 'failed')
    if (!test) return nothing
    const { case: c } = test
    return html`<div class="failure">
      <h3>${test.name}</h3>
      ${c && c.expected !== undefined && c.got !== undefined ? this.case(c) : html`<p>${test.message}</p>`}
    </div>`
  }

  private case(c: GradedCase) {
    const port = c.port === undefined ? '' : `${c.port} = `
    return html`<dl>
      ${
        c.inputs.length === 0
          ? nothing
          : html`<div><dt>Inputs</dt><dd>${c.inputs.map((i) => html`<code>${i.name} = ${String(i.value)}</code> `)}</dd></div>`
      }
      ${c.cycle === undefined || c.cycle === 0 ? nothing : html`<div><dt>Cycle</dt><dd><code>${c.cycle}</code></dd></div>`}
      <div><dt>Expected</dt><dd><code>${port}${c.expected}</code></dd></div>
      <div><dt>Got</dt><dd><code class="got">${port}${c.got}</code></dd></div>
    </dl>`
  }
}

/** Par as a list: 4 gates, depth 3. */
function parInWords({ gates, depth, cycles }: Par = {}): string {
  return [
    gates === undefined ? '' : counted(gates, 'gate'),
    depth === undefined ? '' : `depth ${depth}`,
    cycles === undefined ? '' : counted(cycles, 'cycle'),
  ]
    .filter((words) => words !== '')
    .join(', ')
}

const counted = (n: number, word: string) => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`

const verdicts: Readonly<Record<GradeResult['verdict'], string>> = {
  passed: '',
  failed: '',
  broken: 'The text is no circuit yet.',
  refused: 'This uses a part that the level does not allow.',
  stopped: 'It took too long and was stopped. Look for a loop without an end.',
  invalid: 'The tests of this level do not work.',
}

customElements.define('level-work', LevelWork)
