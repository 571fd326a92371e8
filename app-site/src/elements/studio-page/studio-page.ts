import type { CommandName } from '@simten/client/commands.gen'
import { hashOf } from '@simten/client/share-link'
import type { Bookmark } from '@simten/viewer/controls/bookmarks/bookmarks'
import { focusInPlace } from '@simten/viewer/focus'
import type { WaveRowsDetail } from '@simten/viewer/wave/circuit-wave'
import type { WaveRowSetting } from '@simten/viewer/wave/rows'
import { html, LitElement, nothing } from 'lit'
import { PagePalette, stageCommands } from '../../palette/page-palette.ts'
import { keepBookmarks, keepRows, keptBookmarks, keptRows, ListOfCircuit } from '../../state/kept-lists.ts'
import { PageRun } from '../../state/page-run.ts'
import type { AppState } from '../../state/state.ts'
import { type LinkState, type StudioCircuit, StudioLink, studioSocket } from '../../studio/studio-link.ts'
import { takeToken } from '../../studio/token.ts'
import type { CircuitStage } from '../circuit-stage/circuit-stage.ts'
import '../circuit-stage/circuit-stage.ts'
import '../command-palette/command-palette.ts'
import { mark } from '../icons.ts'
import { markStyles, pageStyles } from '../page-styles.ts'
import { playPageStyles } from '../play-page/styles.ts'
import { controls } from '../shared-styles.ts'
import { endToastSoon, toast, toastStyles } from '../toast/toast.ts'
import { studioPageStyles } from './styles.ts'

/** The circuits that a program of this machine shows, one at a time. */
export class StudioPage extends LitElement {
  static override readonly styles = [controls, toastStyles, pageStyles, markStyles, playPageStyles, studioPageStyles]

  private readonly run = new PageRun({
    changed: (state, previous) => {
      if (state.compiled !== previous.compiled && state.compiled?.main)
        document.title = `${state.compiled.main} – Simten studio`
      if (state.toast !== previous.toast && state.toast) endToastSoon(this.run.session, state.toast)
      this.answer(state)
      this.requestUpdate()
    },
    connected: () => this.requestUpdate(),
    frame: () => this.stage?.refresh(),
  })
  private readonly rows = new ListOfCircuit<readonly WaveRowSetting[] | undefined>(
    undefined,
    keptRows,
    (circuit, list) => keepRows(circuit, [...(list ?? [])]),
  )
  private readonly bookmarks = new ListOfCircuit<readonly Bookmark[]>([], keptBookmarks, (circuit, list) =>
    keepBookmarks(circuit, [...list]),
  )
  private link: StudioLink | undefined
  private circuit: StudioCircuit | undefined
  /** The inputs of the circuits that were shown, by their names. */
  private inputs: Readonly<Record<string, number | string>> = {}
  /** How the circuit went; undefined until it has been compiled. */
  private outcome: boolean | undefined
  /** The compile of the circuit has begun. */
  private compiling = false
  private editorLink: string | undefined
  private waves = false
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
      performs: new Set<CommandName>([...stageCommands, 'findPart']),
      perform: (command) => this.stage?.perform(command),
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
    this.run.start(undefined, false)
    window.addEventListener('keydown', (event) => {
      if (!event.defaultPrevented) this.palette.key(event)
    })
    void this.run.connection.open() // the engine is ready when the first circuit comes
    // The address of another studio in the same tab changes the fragment only.
    window.addEventListener('hashchange', () => takeToken(window) !== undefined && location.reload())
    const token = takeToken(window)
    if (token === undefined) return
    const address = `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${studioSocket}`
    this.link = new StudioLink(
      token,
      {
        open: () => new WebSocket(address),
        later: (then, milliseconds) => void setTimeout(then, milliseconds),
        now: () => performance.now(),
      },
      { state: (state) => this.linkChanged(state), circuit: (circuit) => this.show(circuit) },
    )
    this.link.connect()
  }

  /** Shows a circuit in the place of the one before, whose inputs it gets where they fit. */
  private show(circuit: StudioCircuit): void {
    if (circuit.id === this.circuit?.id) {
      // The server is there again and repeats itself.
      if (this.outcome !== undefined) this.link?.report(circuit.id, this.outcome)
      return
    }
    // A text that does not run, such as a file that is half written, has none and must not lose them.
    this.inputs = { ...this.inputs, ...this.run.slot?.log.last }
    this.circuit = circuit
    this.outcome = undefined
    this.compiling = false
    if (circuit.waves) this.showWaves(true)
    const { text, inputs, cycle } = circuit
    const origin = { text, origin: 'draft', example: undefined } as const
    const run = {
      of: '',
      given: [{ at: 0, values: inputs }],
      inputs: {},
      last: cycle,
      shown: cycle,
      running: false,
      speed: 0,
      digest: undefined,
    }
    if (cycle > 0) this.run.open(origin, undefined, run)
    else this.run.open(origin, undefined, undefined, { ...this.inputs, ...inputs })
    void this.linkEditor(text)
    this.requestUpdate()
  }

  private async linkEditor(text: string): Promise<void> {
    this.editorLink = undefined
    const hash = await hashOf(text, undefined).catch(() => undefined) // too large for a link
    if (this.circuit?.text !== text || hash === undefined) return
    this.editorLink = `/${hash}`
    this.requestUpdate()
  }

  /** Tells the server once how a circuit went. */
  private answer({ compiling, compiled, foreign, broken, faulty }: Readonly<AppState>): void {
    if (!this.circuit || this.outcome !== undefined) return
    if (compiling !== 'no') this.compiling = true
    else if (this.compiling) {
      this.outcome = compiled !== undefined && !foreign && !broken && faulty === undefined
      this.link?.report(this.circuit.id, this.outcome)
    }
  }

  private linkChanged(state: LinkState): void {
    if (state === 'connected' && this.hasUpdated && this.circuit) this.run.session.tell('Connected again.')
    else if (state === 'lost') this.run.session.tell('Disconnected, trying again.')
    this.requestUpdate()
  }

  private showWaves(shown: boolean): void {
    this.waves = shown
    if (shown) void import('@simten/viewer/wave/circuit-wave')
    this.requestUpdate()
  }

  protected override render() {
    const s = this.run.state
    const { circuit } = this
    const sequential = s.compiled?.design?.sequential === true
    const waves = this.waves && sequential
    const name = s.foreign ? undefined : s.compiled?.main
    return html`
      <header>
        <a href="/" aria-label="Simten, the editor">${mark}</a>
        <h1>${circuit ? (name ?? 'Circuit') : 'Studio'}${
          circuit
            ? html` <span
          class="file">${circuit.name}</span>`
            : nothing
        }</h1>
        ${circuit ? this.renderLost() : nothing}
        ${
          circuit && sequential
            ? html`<button type="button" class="open" aria-pressed=${this.waves ? 'true' : 'false'}
              @click=${() => this.showWaves(!this.waves)}>Waveforms</button>`
            : nothing
        }
        ${
          circuit && this.editorLink !== undefined
            ? html`<a class="open" href=${this.editorLink}
          target="_blank">Open in the editor</a>`
            : nothing
        }
      </header>
      <main aria-label="Circuit" class=${waves ? 'waved' : ''}>
        <div class="circuit">
          ${
            circuit
              ? html`<circuit-stage
                  .state=${s}
                  .session=${this.run.session}
                  .slot_=${this.run.slot}
                  .bookmarks=${this.bookmarks.of(s.compiled?.main)}
                  @bookmarks-change=${(e: CustomEvent<Bookmark[]>) => {
                    this.bookmarks.keep(s.compiled?.main ?? '', e.detail)
                    this.requestUpdate()
                  }}
                  @sandbox-retry=${() => void this.run.connection.open()}
                ></circuit-stage>`
              : this.renderWaiting()
          }
        </div>
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

  /** The circuit goes on working without the program that showed it. */
  private renderLost() {
    const state = this.link?.state
    if (state !== 'lost' && state !== 'refused') return nothing
    const words = state === 'lost' ? 'Disconnected, trying again' : 'This studio has ended'
    return html`<span class="lost"><span class="lamp"></span>${words}</span>`
  }

  /** The page before its first circuit. */
  private renderWaiting() {
    const [title, text] = waitingWords(this.link?.state)
    const waits = this.link?.state === 'connected' || this.link?.state === 'connecting'
    return html`<div class="waiting" role="status">
      <span class=${waits ? 'lamp on' : 'lamp'}></span>
      <h2>${title}</h2>
      <p>${text}</p>
    </div>`
  }
}

/** The page without a circuit, in words. */
function waitingWords(state: LinkState | undefined): readonly [title: string, text: string] {
  switch (state) {
    case 'connecting':
    case 'connected':
      return ['Waiting for a circuit…', 'The next circuit that is shown appears here, and runs here.']
    case 'lost':
      return [
        'Disconnected, trying again',
        'The program that shows circuits does not answer. It is asked again by itself.',
      ]
    case 'refused':
      return [
        'This studio has ended',
        'The tab belongs to an earlier run of the program. Open the address that the new one shows, and close this tab.',
      ]
    default:
      return [
        'No studio is connected',
        'Start one with “simten studio FILE”, or have your assistant show a circuit, and open the address that is shown then.',
      ]
  }
}

customElements.define('simten-studio', StudioPage)
