import { pathProblem } from '@simten/client/project-text'
import { focusInPlace } from '@simten/viewer/focus'
import { html, LitElement, nothing } from 'lit'
import type { FileList } from '../../editor/file-states.ts'
import type { Severity } from '../../state/problems.ts'
import { icons } from '../icons.ts'
import { controls } from '../shared-styles.ts'
import { fileTabsStyles } from './styles.ts'

/** The worst problem of a file, and how many it has of that kind. */
export interface FileProblems {
  readonly severity: Severity
  readonly count: number
}

/** A new name of a file. */
export interface FileRename {
  readonly from: string
  readonly to: string
}

/**
 * The files of the text as tabs. Arrows go from tab to tab, F2 renames a file, Delete asks whether it may go.
 *
 * Fires `file-open`, `file-add`, `file-remove`, `file-entry` and `file-keep` (in the own library) with a path,
 * `file-rename` with a {@link FileRename}, `files-open` with files that were chosen, `project-download`,
 * `versions-open`, `library-list` when the library is about to be shown, and `library-add` and `library-remove` with a
 * path of a file in it.
 */
export class FileTabs extends LitElement {
  static override readonly properties = {
    list: { attribute: false },
    problems: { attribute: false },
    library: { attribute: false },
    naming: { state: true },
    refusal: { state: true },
    doomed: { state: true },
  }
  static override readonly styles = [controls, fileTabsStyles]

  declare list: FileList
  declare problems: ReadonlyMap<string, FileProblems>
  /** Paths of the files in the own library. */
  declare library: readonly string[]
  /** The file that gets a name: an empty path for a new one. */
  declare private naming: string | undefined
  declare private refusal: string | undefined
  /** The file that is to be deleted, from the project or from the library, until that is confirmed. */
  declare private doomed: { readonly path: string; readonly own: boolean } | undefined
  /** The file whose tab gets the focus. */
  private wanted: string | undefined

  constructor() {
    super()
    this.list = { files: ['circuit.ts'], entry: 'circuit.ts', active: 'circuit.ts' }
    this.problems = new Map()
    this.library = []
    this.naming = this.refusal = this.doomed = undefined
  }

  protected override render() {
    const { active } = this.list
    return html`
      <div class="bar">
        <div role="tablist" aria-label="Files" @keydown=${this.key}>
          ${this.list.files.map((path) => (this.naming === path ? this.renderName(path) : this.renderTab(path)))}
        </div>
        ${
          this.naming === ''
            ? this.renderName('')
            : html`<button type="button" class="icon-only" title="New file" aria-label="New file"
                @click=${() => this.name('')}>${icons.add}</button>`
        }
        <button type="button" class="icon-only more" popovertarget="menu" title="Files and versions"
          aria-label="Files and versions">${icons.more}</button>
      </div>
      <div id="menu" popover aria-label="Files and versions" @beforetoggle=${this.menuToggles}>
        <button type="button"
          @click=${() => this.choose(() => this.name(active))}>Rename ${active}<kbd>F2</kbd></button>
        <button type="button" ?disabled=${active === this.list.entry}
          @click=${() => this.choose(() => this.fire('file-entry', active))}>Begin the program with ${active}</button>
        <button type="button" ?disabled=${active === this.list.entry}
          @click=${() => this.choose(() => this.doom(active, false))}>Delete ${active}<kbd>Del</kbd></button>
        <button type="button"
          @click=${() => this.choose(() => this.fire('file-keep', active))}>Keep ${active} in my library</button>
        ${this.library.length === 0 ? nothing : this.renderLibrary()}
        <hr />
        <button type="button" @click=${() => this.choose(() => this.pick(false))}>Add files or a .zip …</button>
        <button type="button" @click=${() => this.choose(() => this.pick(true))}>Add a folder …</button>
        <button type="button"
          @click=${() => this.choose(() => this.fire('project-download'))}>Download project (.zip)</button>
        <hr />
        <button type="button" @click=${() => this.choose(() => this.fire('versions-open'))}>Versions …</button>
      </div>
      ${
        this.doomed === undefined
          ? nothing
          : html`<div class="ask" role="alertdialog" aria-label="Delete ${this.doomed.path}" @keydown=${this.askKey}>
              <span>Delete ${this.doomed.path}${
                this.doomed.own
                  ? ' from your library? Projects that have the file keep it.'
                  : '? A version of the project is kept.'
              }</span>
              <button type="button" class="outlined" id="delete" @click=${() => this.erase()}>Delete</button>
              <button type="button" class="outlined" @click=${() => this.spare()}>Keep</button>
            </div>`
      }
      ${this.refusal === undefined ? nothing : html`<div class="ask refusal" role="alert">${this.refusal}</div>`}
    `
  }

  private renderLibrary() {
    return html`<hr />
      <div role="group" aria-labelledby="library">
        <h3 id="library">My library</h3>
        ${this.library.map(
          (path) => html`<div class="own">
            <button type="button" title="Add ${path} to this project" aria-label="Add ${path} to this project"
              @click=${() => this.choose(() => this.fire('library-add', path))}>${path}</button>
            <button type="button" class="icon-only" title="Delete ${path} from my library"
              aria-label="Delete ${path} from my library"
              @click=${() => this.choose(() => this.doom(path, true))}>${icons.close}</button>
          </div>`,
        )}
      </div>`
  }

  private readonly menuToggles = (event: ToggleEvent) => {
    if (event.newState === 'open') this.fire('library-list')
  }

  private renderTab(path: string) {
    const chosen = path === this.list.active
    const problems = this.problems.get(path)
    const entry = path === this.list.entry && this.list.files.length > 1
    return html`<button type="button" role="tab" aria-selected=${chosen ? 'true' : 'false'} tabindex=${chosen ? 0 : -1}
      data-path=${path} title=${entry ? `${path}: the program begins here` : path}
      @click=${() => this.fire('file-open', path)} @dblclick=${() => this.name(path)}>
      ${
        entry
          ? html`<span class="entry" aria-hidden="true">▸</span><span
        class="visually-hidden">Entry: </span>`
          : nothing
      }${path}${
        problems
          ? html`<span class="count ${problems.severity}">${problems.count}<span
            class="visually-hidden"> ${problems.severity}</span></span>`
          : nothing
      }
    </button>`
  }

  private renderName(path: string) {
    return html`<input type="text" id="name" aria-label=${path === '' ? 'Name of the new file' : `New name of ${path}`}
      .value=${path === '' ? this.free() : path} spellcheck="false" autocomplete="off" size="16"
      @keydown=${this.nameKey} @blur=${() => this.endNaming()} />`
  }

  /** A name that no file has. */
  private free(): string {
    for (let n = 1; ; n++) {
      const name = n === 1 ? 'part.ts' : `part${n}.ts`
      if (!this.list.files.includes(name)) return name
    }
  }

  private name(path: string): void {
    this.naming = path
    this.refusal = undefined
    void this.updateComplete.then(() => {
      const input = this.renderRoot.querySelector<HTMLInputElement>('#name')
      focusInPlace(input)
      const end = input?.value.lastIndexOf('.') ?? -1
      input?.setSelectionRange(0, Math.max(end, 0))
    })
  }

  private readonly nameKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    const input = event.currentTarget as HTMLInputElement
    if (event.key === 'Escape') {
      event.preventDefault()
      this.endNaming()
      this.focusTab()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const from = this.naming ?? ''
    const written = input.value.trim()
    const to = /\.(ts|js|json)$/.test(written) ? written : `${written}.ts`
    const problem = pathProblem(to)
    if (problem !== undefined) this.refusal = `The name ${problem}.`
    else if (to !== from && this.list.files.includes(to)) this.refusal = `There is a file ${to} already.`
    else {
      this.endNaming()
      if (from === '') this.fire('file-add', to)
      else if (to !== from) this.dispatchEvent(new CustomEvent<FileRename>('file-rename', { detail: { from, to } }))
      if (from !== '') this.focusTab(to)
    }
  }

  private endNaming(): void {
    this.naming = this.refusal = undefined
  }

  /** The focus goes to the tab of a file, once that is there. */
  private focusTab(path = this.list.active): void {
    this.wanted = path
    this.requestUpdate()
  }

  protected override updated(): void {
    const tabs = [...this.renderRoot.querySelectorAll<HTMLElement>('[role="tab"]')]
    const tab = tabs.find((t) => t.dataset.path === this.wanted)
    if (!tab) return
    this.wanted = undefined
    focusInPlace(tab)
  }

  private readonly key = (event: KeyboardEvent) => {
    const { files, active } = this.list
    const at = files.indexOf(active)
    const to: Record<string, number> = {
      ArrowRight: (at + 1) % files.length,
      ArrowLeft: (at + files.length - 1) % files.length,
      Home: 0,
      End: files.length - 1,
    }
    const next = files[to[event.key] ?? -1]
    if (next !== undefined) {
      this.fire('file-open', next)
      this.focusTab(next)
    } else if (event.key === 'F2') this.name(active)
    else if (event.key === 'Delete' && active !== this.list.entry) this.doom(active, false)
    else return
    event.preventDefault()
  }

  private doom(path: string, own: boolean): void {
    this.doomed = { path, own }
    void this.updateComplete.then(() => focusInPlace(this.renderRoot.querySelector<HTMLElement>('#delete')))
  }

  private readonly askKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') this.spare()
  }

  private spare(): void {
    this.doomed = undefined
    this.focusTab()
  }

  private erase(): void {
    const { doomed } = this
    this.doomed = undefined
    if (doomed?.own) this.fire('library-remove', doomed.path)
    else if (doomed) this.fire('file-remove', doomed.path)
    this.focusTab(doomed?.own ? this.list.active : this.list.entry)
  }

  /** Does what was chosen in the menu, which closes. */
  private choose(act: () => void): void {
    this.renderRoot.querySelector<HTMLElement>('#menu')?.hidePopover()
    act()
  }

  /** Lets files be chosen. */
  private pick(folder: boolean): void {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.webkitdirectory = folder
    if (!folder) input.accept = '.ts,.js,.json,.zip'
    input.addEventListener('change', () =>
      this.dispatchEvent(new CustomEvent('files-open', { detail: [...(input.files ?? [])] })),
    )
    input.click()
  }

  private fire(name: string, detail?: string): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }
}

customElements.define('file-tabs', FileTabs)

declare global {
  interface HTMLElementTagNameMap {
    'file-tabs': FileTabs
  }
}
