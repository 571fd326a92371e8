import { progressBar } from '@simten/viewer/look'
import { html, LitElement, nothing } from 'lit'
import { type Health, type LoadingStep, loadingStep, type Progress, phaseInWords } from '../../engine.ts'
import type { Problem } from '../../state/problems.ts'
import { controls } from '../shared-styles.ts'
import { statusBarStyles } from './styles.ts'

/** Messages of the strip above the canvas; the first that applies is shown. */
export interface StripState {
  readonly health: Health
  /** No sandbox can be where it is looked for, so that another try would end the same way. */
  readonly misplaced: boolean
  readonly failure: Problem | undefined
  readonly broken: boolean
  readonly firstProblem: Problem | undefined
  readonly compiling: 'no' | 'yes' | 'slow'
  /** How far a slow compile has come. */
  readonly progress: Progress | undefined
  readonly fetching: readonly string[]
  /** A run is on its way back to where it was. */
  readonly returning: { readonly cycle: number; readonly of: number } | undefined
  readonly fromLink: boolean
  /** The text is a stranger's, and its circuit is interpreted only. */
  readonly strict: boolean
  readonly online: boolean
  /** Another release of the page is there. */
  readonly newRelease: boolean
  /** The name of the file that the page follows, when it has changed and the text has edits. */
  readonly changedFile: string | undefined
  /** Whether a circuit is drawn; the loading state then needs no centre stage. */
  readonly drawn: boolean
}

/** A package is not what the circuit was made with. */
const lockCode = 'E015'

/** The thing that is being loaded, in words. */
const loading: Readonly<Record<LoadingStep, string>> = {
  page: 'Opening the sandbox',
  engine: 'Loading the simulation engine',
  prepare: 'Preparing the engine',
  start: 'Starting the engine',
}

/**
 * One line of state above the canvas. Fires `sandbox-retry`, `page-reload`, `problem-open` (a Problem), `run-again`,
 * `compile-again`, `return-end`, `lock-forget`, `full-speed`, `file-take` and `release-take`.
 */
export class StatusBar extends LitElement {
  static override readonly properties = { state: { attribute: false }, editable: { type: Boolean } }
  static override readonly styles = [controls, progressBar, statusBarStyles]

  declare state: StripState | undefined
  /** The text can be changed here; else problems are only told. */
  declare editable: boolean

  constructor() {
    super()
    this.editable = false
  }

  /** Other messages of the page come below. */
  protected override render() {
    return html`${this.renderStrip()}<slot></slot>`
  }

  private renderStrip() {
    const s = this.state
    if (!s) return nothing
    const { health } = s
    if (health.state === 'unavailable' && s.misplaced) {
      return this.strip(
        'bad',
        'The sandbox cannot be reached, so circuits do not run.',
        `${health.detail ?? ''} Whoever runs this server corrects sandboxOrigin in its config.json. Your text is safe.`,
        this.button('Load the page again', 'page-reload'),
      )
    }
    if (health.state === 'unavailable') {
      return this.strip(
        'bad',
        'The sandbox cannot be reached, so circuits do not run.',
        `${health.detail ?? 'Check that its server runs.'}${s.online ? '' : ' You are offline.'} Your text is safe.`,
        this.button('Try again', 'sandbox-retry'),
      )
    }
    const step = loadingStep(health.detail)
    // A precompiled circuit runs before the engine is there; then nobody waits for it.
    const runs = step !== undefined && s.drawn && s.compiling !== 'slow'
    if (health.state === 'loading' && !runs) {
      if (!step) {
        const text = `${health.detail} Circuits run there. A slow machine needs a while; otherwise something (an extension, a filter) may hold it up.`
        return this.strip('busy', 'Waiting for the sandbox', text, this.button('Try again', 'sandbox-retry'))
      }
      const total = health.total ?? 0
      return html`<div class="strip busy">
        <div class="text"><span class="what">${loading[step]}</span></div>
        ${
          total > 0 && health.loaded
            ? html`<progress max=${total} .value=${health.loaded} aria-label="Loaded"></progress>`
            : html`<span class="turning" role="progressbar" aria-label=${loading[step]}></span>`
        }
        ${health.loaded ? html`<span class="numbers">${megabytes(health.loaded, total)}</span>` : nothing}
      </div>`
    }
    if (health.state === 'restarting') {
      return this.strip('busy', 'Starting a fresh engine.', health.detail ?? 'The circuit comes back by itself.')
    }
    if (s.failure) {
      const p = s.failure
      return this.strip(
        'bad',
        p.message,
        p.advice ?? (this.editable ? 'Change the text, or run it again.' : 'Run it again.'),
        [
          this.editable && p.line > 0
            ? this.button(`${p.file === undefined ? 'Line' : `${p.file}:`} ${p.line}`, 'problem-open', p)
            : nothing,
          this.button('Run again', 'run-again'),
        ],
      )
    }
    if (s.fetching.length > 0) return this.strip('busy', `Fetching ${listed(s.fetching)} …`, '')
    if (s.broken && s.firstProblem) {
      const p = s.firstProblem
      const next = p.advice ?? (s.drawn ? 'The last good circuit stays until the text is right.' : '')
      return this.strip('bad', p.message, next, [
        this.editable && p.line > 0
          ? this.button(`${p.file === undefined ? 'Line' : `${p.file}:`} ${p.line}`, 'problem-open', p)
          : nothing,
        p.code === lockCode ? this.button('Take the package as it is now', 'lock-forget') : nothing,
        p.again ? this.button('Try again', 'compile-again') : nothing,
      ])
    }
    if (s.compiling === 'slow') {
      const { progress } = s
      if (!progress) return this.strip('busy', 'Compiling …', '')
      const bar = html`<progress max="1" .value=${progress.done} aria-label="Compiled"></progress>`
      return this.strip('busy', `${phaseInWords(progress.phase)} …`, '', bar)
    }
    if (s.returning) {
      const { cycle, of } = s.returning
      return this.strip('busy', `Back to cycle ${of.toLocaleString('en')}`, '', [
        html`<progress max=${of} .value=${cycle} aria-label="Cycles"></progress>`,
        this.button('Stop here', 'return-end'),
      ])
    }
    if (s.changedFile !== undefined) {
      return this.strip('', `${s.changedFile} has changed on the disk.`, 'Your edits stay one undo away.', [
        this.button('Load it', 'file-take'),
      ])
    }
    if (s.strict) {
      const origin = s.fromLink ? 'Opened from a link.' : 'It began as a link.'
      const next = s.fromLink && this.editable ? 'Your own text is one undo away, until you edit this one.' : ''
      return this.strip('', `${origin} Runs in the interpreter.`, next, this.button('Full speed', 'full-speed'))
    }
    if (s.newRelease) {
      return this.strip('', 'A new version of Simten is ready.', 'Your text and your run stay.', [
        this.button('Load it', 'release-take'),
      ])
    }
    if (s.fromLink)
      return this.strip('', 'Opened from a link.', 'Your own text is one undo away, until you edit this one.')
    return nothing
  }

  private strip(tone: string, what: string, next: string, actions: unknown = nothing) {
    return html`<div class="strip ${tone}">
      <div class="text"><span
        class="what">${what}</span>${next === '' ? nothing : html`<span class="next">${next}</span>`}</div>
      ${actions}
    </div>`
  }

  private button(word: string, event: string, detail?: unknown) {
    return html`<button type="button" class="outlined"
      @click=${() => this.dispatchEvent(new CustomEvent(event, { detail }))}>${word}</button>`
  }
}

/** "1.2 of 3.4 MB". */
export function megabytes(loaded: number, total: number): string {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1)
  return total > 0 ? `${mb(Math.min(loaded, total))} of ${mb(total)} MB` : `${mb(loaded)} MB`
}

customElements.define('status-bar', StatusBar)

/** Names as a person lists them, at most three. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3)
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
