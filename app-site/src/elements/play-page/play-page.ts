import type { CommandName } from '@simten/client/commands.gen'
import { hashOf } from '@simten/client/share-link'
import type { Bookmark } from '@simten/viewer/controls/bookmarks/bookmarks'
import { focusInPlace } from '@simten/viewer/focus'
import type { WaveRowsDetail } from '@simten/viewer/wave/circuit-wave'
import type { WaveRowSetting } from '@simten/viewer/wave/rows'
import { html, LitElement, nothing } from 'lit'
import type { CircuitArrangeDetail } from '../../engine.ts'
import { examples } from '../../examples/catalogue.ts'
import { PagePalette, stageCommands } from '../../palette/page-palette.ts'
import { openingOf, textAtOnce } from '../../router/opening.ts'
import type { SharedView } from '../../share/shared-view.ts'
import { keepBookmarks, keepRows, keptBookmarks, keptRows, ListOfCircuit } from '../../state/kept-lists.ts'
import { PageRun } from '../../state/page-run.ts'
import { Places } from '../../state/places.ts'
import { sandboxOrigin } from '../../state/sandbox-origin.ts'
import type { CircuitStage } from '../circuit-stage/circuit-stage.ts'
import '../circuit-stage/circuit-stage.ts'
import '../example-gallery/example-gallery.ts'
import { mark } from '../icons.ts'
import { markStyles, pageStyles } from '../page-styles.ts'
import { controls } from '../shared-styles.ts'
import { endToastSoon, toast, toastStyles } from '../toast/toast.ts'
import { playPageStyles } from './styles.ts'

/** One circuit on the whole page, without its text. */
export class PlayPage extends LitElement {
  static override readonly styles = [controls, toastStyles, pageStyles, markStyles, playPageStyles]

  private readonly run = new PageRun({
    changed: (state, previous) => {
      if (state.compiled !== previous.compiled && state.compiled?.main) {
        document.title = `${state.compiled.main} – Simten`
        if (!state.foreign) void this.showView(state.compiled.main)
      }
      if (state.toast !== previous.toast && state.toast) endToastSoon(this.run.session, state.toast)
      this.requestUpdate()
    },
    connected: () => this.requestUpdate(),
    frame: () => this.stage?.refresh(),
  })
  /** Settings that the visitor keeps of a circuit, as in the editor. */
  private readonly rows = new ListOfCircuit<readonly WaveRowSetting[] | undefined>(
    undefined,
    keptRows,
    (circuit, list) => keepRows(circuit, [...(list ?? [])]),
  )
  private readonly bookmarks = new ListOfCircuit<readonly Bookmark[]>([], keptBookmarks, (circuit, list) =>
    keepBookmarks(circuit, [...list]),
  )
  private readonly places = new Places(() => this.requestUpdate())
  /** How the link shows its circuit, until that is there. */
  private view: SharedView | undefined
  private problem: string | undefined
  private editorLink = '/'
  /** The waveforms are shown below the circuit. */
  private waves = new URLSearchParams(location.search).get('panes') === 'wave'

  private readonly palette: PagePalette

  constructor() {
    super()
    const page = this
    this.palette = new PagePalette({
      get palette() {
        return page.renderRoot.querySelector('command-palette')
      },
      get compiled() {
        return page.run.state.foreign ? undefined : page.run.state.compiled
      },
      performs: new Set<CommandName>([...stageCommands, 'findPart', 'unmove']),
      perform: (command) => (command === 'unmove' ? void this.unmove() : this.stage?.perform(command)),
      show: (path) => {
        this.stage?.show(path)
        focusInPlace(this.stage)
      },
    })
  }

  private get stage(): CircuitStage | null {
    return this.renderRoot.querySelector('circuit-stage')
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.run.start(textAtOnce(location, undefined))
    this.run.connection.onHit = (cycle, wanted) => {
      if (!wanted) this.run.session.say(`Stopped at a breakpoint in cycle ${cycle.toLocaleString('en')}.`)
    }
    window.addEventListener('hashchange', () => void this.follow())
    window.addEventListener('keydown', (event) => {
      if (event.defaultPrevented || this.palette.key(event)) return
      const undoes = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      const field = event.composedPath()[0] instanceof HTMLInputElement
      if (undoes && !field && this.unmove()) event.preventDefault()
    })
    if (this.waves) void import('@simten/viewer/wave/circuit-wave')
    void this.follow()
  }

  private toggleWaves(): void {
    this.waves = !this.waves
    if (this.waves) void import('@simten/viewer/wave/circuit-wave')
    this.requestUpdate()
  }

  private get arrangedAs(): string | undefined {
    const { compiled, picture } = this.run.state
    return (compiled ?? picture)?.main
  }

  /** Parts were moved by hand. */
  private arranged({ arrangement, words }: CircuitArrangeDetail): void {
    this.places.keep(this.arrangedAs ?? '', this.run.state.text, arrangement, words)
    this.run.session.tell(words)
  }

  /** Takes the last move of a part back. */
  private unmove(): boolean {
    const undone = this.places.undo(this.arrangedAs, this.run.state.text)
    if (undone) this.run.session.tell('The part is back where it was.')
    return undone
  }

  private keepBookmarks(circuit: string, bookmarks: readonly Bookmark[]): void {
    this.bookmarks.keep(circuit, bookmarks)
    this.requestUpdate()
  }

  /**
   * Shows the circuit of a link as it was looked at, with its signals and its breakpoints; those that do not fit it are
   * left out.
   */
  private async showView(circuit: string): Promise<void> {
    const { view } = this
    this.view = undefined
    if (!view) return
    if (view.rows) {
      this.rows.lend(circuit, view.rows)
      if (!this.waves) this.toggleWaves()
    }
    this.requestUpdate() // the canvas may only come with the circuit
    await this.updateComplete
    const stage = this.renderRoot.querySelector<CircuitStage>('circuit-stage')
    await stage?.updateComplete
    if (view.level.length > 0) stage?.enter(view.level)
    for (const { when, on } of view.breakpoints) await this.run.debugger.add(when, on)
  }

  private async follow(): Promise<void> {
    const first = examples[0]
    const opening =
      (await openingOf(location)) ??
      (first && {
        text: first.text,
        origin: 'example' as const,
        example: first.id,
        problem: undefined,
        lock: undefined,
        run: undefined,
        view: undefined,
      })
    this.problem = opening?.problem
    if (opening && opening.problem === undefined) {
      this.view = opening.view
      this.places.opened(opening.text, opening.origin === 'link', opening.view?.layout)
      this.run.open(opening, opening.lock, opening.run)
      this.run.showPicture()
      this.editorLink =
        opening.example === undefined
          ? `/${location.hash || (await hashOf(opening.text, opening.lock))}`
          : `/?example=${opening.example}`
      // The engine is not worth loading for a link that holds no circuit.
      if (!this.run.slot) void this.run.connection.open()
    } else if (!this.run.slot) void sandboxOrigin() // the page preloads the answer, and a browser complains when nobody takes it
    this.requestUpdate()
  }

  protected override render() {
    const s = this.run.state
    const waves = this.waves && this.problem === undefined && s.compiled?.design?.sequential === true
    return html`
      <header>
        <a href="/" aria-label="Simten, the editor">${mark}</a>
        <h1>${this.problem === undefined ? (s.compiled?.main ?? s.picture?.main ?? 'Circuit') : 'No circuit'}</h1>
        ${
          s.compiled?.design?.sequential
            ? html`<button type="button" class="open" aria-pressed=${this.waves ? 'true' : 'false'}
              @click=${() => this.toggleWaves()}>Waveforms</button>`
            : nothing
        }
        <a class="open" href=${this.editorLink}>Open in the editor</a>
      </header>
      <main aria-label="Circuit" class=${waves ? 'waved' : ''}>
        <div class="circuit">${
          this.problem === undefined
            ? html`<circuit-stage
                .state=${s}
                .session=${this.run.session}
                .slot_=${this.run.slot}
                .arrangement=${this.places.of(this.arrangedAs)}
                @circuit-arrange=${(e: CustomEvent<CircuitArrangeDetail>) => this.arranged(e.detail)}
                .bookmarks=${this.bookmarks.of(s.compiled?.main)}
                @bookmarks-change=${(e: CustomEvent<Bookmark[]>) => this.keepBookmarks(s.compiled?.main ?? '', e.detail)}
                @sandbox-retry=${() => void this.run.connection.open()}
              ></circuit-stage>`
            : html`<div class="gallery">
                <p role="alert">${this.problem}</p>
                <h2>Examples</h2>
                <example-gallery
                  @example-open=${(e: CustomEvent<string>) => location.assign(`/play?example=${e.detail}`)}></example-gallery>
              </div>`
        }</div>
        ${
          waves
            ? html`<circuit-wave .source=${s.foreign ? undefined : this.run.slot}
              .rows=${this.rows.of(s.compiled?.main)}
                @wave-rows=${(e: CustomEvent<WaveRowsDetail>) => this.rows.keep(s.compiled?.main ?? '', e.detail.rows)}
                @circuit-error=${(e: CustomEvent<{ error: unknown }>) => this.run.session.stopped(e.detail.error)}></circuit-wave>`
            : nothing
        }
      </main>
      <div id="announcer" class="visually-hidden" role="status" aria-live="polite">${s.notice?.text ?? nothing}</div>
      <command-palette @palette-choose=${this.palette.choose}></command-palette>
      ${toast(s.toast)}
    `
  }
}

customElements.define('simten-play', PlayPage)
