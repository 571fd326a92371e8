import { focusInPlace } from '@simten/viewer/focus'
import { html, LitElement, nothing } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { carriesLevel, levelOfHash, type SharedLevel } from '../../learn/level-link.ts'
import { Progress, starsOf } from '../../learn/progress.ts'
import { chapters, type Lesson, type Level, lessonOf, type Step, stepBySlug, steps } from '../../learn/steps.ts'
import { sandboxOrigin } from '../../state/sandbox-origin.ts'
import { mark } from '../icons.ts'
import { markStyles, pageStyles } from '../page-styles.ts'
import { controls } from '../shared-styles.ts'
import { learnPageStyles } from './styles.ts'

/**
 * The path from a gate to a computer. /learn lists its steps, /learn/<slug> is one of them. Steps lead to each other
 * without loading the page anew, so that the engine stays.
 */
export class LearnPage extends LitElement {
  static override readonly styles = [controls, pageStyles, markStyles, learnPageStyles]

  private readonly progress = new Progress()
  private step: Step | undefined
  private lesson: Lesson | undefined
  private sandbox = ''
  private missing = false
  /** The level of a link, or why it cannot be opened; `form` is the page on which levels are made. */
  private opened:
    | 'form'
    | { readonly problem: string }
    | { readonly of: SharedLevel; readonly level: Level }
    | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener('popstate', () => void this.follow())
    this.addEventListener('click', (event) => this.clicked(event))
    void this.follow()
  }

  /** Shows what the address names. */
  private async follow(): Promise<void> {
    const slug = decodeURIComponent(location.pathname.replace(/^\/learn\/?/, '').replace(/\/$/, ''))
    const step = slug === '' ? undefined : stepBySlug(slug)
    this.opened = undefined
    if (slug === 'open') {
      await this.openLevel()
      return
    }
    this.missing = slug !== '' && step === undefined
    this.step = step
    document.title = step ? `${step.title} – Learn Simten` : 'Learn – Simten'
    this.requestUpdate()
    if (!step) {
      this.lesson = undefined
      return
    }
    const [lesson] = await Promise.all([lessonOf(step), this.loadWork()])
    if (this.step !== step) return
    this.lesson = lesson
    this.requestUpdate()
    await this.updateComplete
    this.renderRoot.querySelector('article')?.scrollTo({ top: 0 })
  }

  /** Opens the level that the address carries. */
  private async openLevel(): Promise<void> {
    this.step = this.lesson = undefined
    this.missing = false
    const { hash } = location
    document.title = 'A level – Learn Simten'
    if (!carriesLevel(hash)) {
      await import('../level-author/level-author.ts')
      this.opened = 'form'
    } else {
      const of = await levelOfHash(hash)
      if ('problem' in of) this.opened = of
      else {
        const [{ fingerprint }] = await Promise.all([import('@simten/viewer/layout/layout'), this.loadWork()])
        document.title = `${of.title} – Learn Simten`
        const { title, tests, starter, parts, lambdas, par } = of
        const id = `open.${fingerprint(`${tests}\n${starter}`)}`
        const level: Level = {
          id,
          title,
          tests,
          starter,
          foreign: true,
          ...(parts && { parts }),
          ...(lambdas && { lambdas }),
          ...(par && { par }),
        }
        this.opened = { of, level }
      }
    }
    this.requestUpdate()
  }

  /** Modules of a lesson that the list does not need: the editor, the canvas and the sandbox. */
  private async loadWork(): Promise<void> {
    const [{ earlySandbox }, { lendSandbox }] = await Promise.all([
      import('../../state/preload.ts'),
      import('@simten/embed/circuit-embed/shared-sandbox'),
      import('../lesson-text/lesson-text.ts'),
      import('../level-work/level-work.ts'),
    ])
    if (this.sandbox !== '') return
    lendSandbox(await earlySandbox())
    this.sandbox = await sandboxOrigin()
  }

  private clicked(event: MouseEvent): void {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const link = event.composedPath().find((e): e is HTMLAnchorElement => e instanceof HTMLAnchorElement)
    if (!link || !/^\/learn(\/|$)/.test(link.pathname) || link.origin !== location.origin) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    void this.follow().then(() => {
      const heading = this.renderRoot.querySelector<HTMLElement>('h1')
      heading?.scrollIntoView({ block: 'nearest' })
      focusInPlace(heading)
    })
  }

  protected override render() {
    const at = this.step
    return html`
      <header>
        <a class="brand" href="/" aria-label="Simten, the editor">${mark}</a>
        <a class="up" href="/learn">Learn</a>
        ${at ? this.navigation(at) : html`<span class="filler"></span>`}
        <a class="open" href="/" aria-label="Open the editor">Editor</a>
      </header>
      ${this.opened ? this.renderOpened(this.opened) : at ? this.renderStep(at) : this.renderPath()}
    `
  }

  private navigation(at: Step) {
    const before = steps[at.number - 2]
    const after = steps[at.number]
    return html`<nav aria-label="Steps">
      ${
        before
          ? html`<a class="open" href=${`/learn/${before.slug}`} rel="prev"
        aria-label="Previous step: ${before.title}">←</a>`
          : nothing
      }
      <span class="place">${at.number} <span class="of">of ${steps.length}</span></span>
      ${
        after
          ? html`<a class="open" href=${`/learn/${after.slug}`} rel="next"
        aria-label="Next step: ${after.title}">→</a>`
          : nothing
      }
    </nav>`
  }

  private renderStep(step: Step) {
    const { lesson } = this
    const after = steps[step.number]
    return html`<main class="step">
      <article>
        <h1 tabindex="-1">${step.title}</h1>
        <p class="line">${step.line}</p>
        ${
          lesson
            ? keyed(step.slug, html`<lesson-text .blocks=${lesson.blocks} sandbox=${this.sandbox}></lesson-text>`)
            : html`<p class="loading">Loading this step …</p>`
        }
        ${this.allowed(step.parts)}
      </article>
      ${
        lesson
          ? html`<level-work aria-label="Task" .level=${lesson.level} .progress=${this.progress}
              next=${after ? `/learn/${after.slug}` : '/learn'}
              @level-passed=${() => this.requestUpdate()}></level-work>`
          : html`<div class="work"></div>`
      }
    </main>`
  }

  private renderOpened(opened: NonNullable<LearnPage['opened']>) {
    if (opened === 'form')
      return html`<main class="path narrow">
        <h1 tabindex="-1">Make a level</h1>
        <p class="line">A level is a task with tests. It travels in its link, and whoever opens it is judged in their own browser.</p>
        <level-author></level-author>
      </main>`
    if ('problem' in opened)
      return html`<main class="path"><h1 tabindex="-1">No level</h1><p role="alert"
        class="line">${opened.problem}</p></main>`
    const { of, level } = opened
    return html`<main class="step">
      <article>
        <h1 tabindex="-1">${of.title}</h1>
        <p class="line">A level from a link. Its words and its tests are those of whoever made it.</p>
        ${of.text.split(/\n\s*\n/).map((paragraph) => html`<p class="own">${paragraph}</p>`)}
        ${this.allowed(of.parts)}
      </article>
      <level-work aria-label="Task" .level=${level} .progress=${this.progress} next=""></level-work>
    </main>`
  }

  private allowed(parts: readonly string[] | undefined) {
    return parts
      ? html`<p
        class="parts">You may use ${parts.map((p) => html`<a href=${`/components#${p}`}><code>${p}</code></a> `)}</p>`
      : nothing
  }

  private renderPath() {
    const done = steps.filter((s) => this.progress.of(s.slug)).length
    const next = steps.find((s) => !this.progress.of(s.slug))
    return html`<main class="path">
      <h1 tabindex="-1">From one gate to a computer</h1>
      ${
        this.missing
          ? html`<p role="alert">There is no step at this address. Here is the whole path.</p>`
          : html`<p
            class="line">${steps.length} steps. In each you read a page, touch its circuits, and build one of your
              own, which is checked here in your browser.</p>`
      }
      ${
        next
          ? html`<p><a class="begin"
            href=${`/learn/${next.slug}`}>${done === 0 ? 'Begin' : `Go on with step ${next.number}: ${next.title}`}</a>
              ${done === 0 ? nothing : html`<span class="done">${done} of ${steps.length} done</span>`}</p>`
          : html`<p class="done">You have built a computer. All ${steps.length} steps are done.</p>`
      }
      ${chapters.map(
        (chapter) => html`<h2>${chapter.title}</h2>
          <ol>${chapter.steps.map((step) => this.card(step))}</ol>`,
      )}
      <p class="own">You can also <a href="/learn/open">make a level of your own</a> and send it as a link.</p>
    </main>`
  }

  private card(step: Step) {
    const best = this.progress.of(step.slug)
    const { got, of } = starsOf(step.par, best)
    return html`<li value=${step.number}>
      <a href=${`/learn/${step.slug}`}>
        <span class="number">${step.number}</span>
        <span class="title">${step.title}</span>
        <span class="about">${step.line}</span>
        ${
          best
            ? html`<span class="stars" role="img"
              aria-label="Passed, ${got} of ${of} stars">${'★'.repeat(got)}${'☆'.repeat(of - got)}</span>`
            : nothing
        }
      </a>
    </li>`
  }
}

customElements.define('simten-learn', LearnPage)
