/** The files of the project that is edited: new ones, those that come in and go out, and the own library. */
import { joinProject } from '@simten/client/project-text'
import { download } from '@simten/viewer/format/download'
import type { Arrangement } from '@simten/viewer/layout/arrangement'
import { layoutFile, layoutText, takeLayout } from '../state/places.ts'
import { archiveOf, entryOf, type Found, IncomingError, readFiles, wantedOf } from '../state/project-files.ts'
import type { AppState, Notice } from '../state/state.ts'
import type { VersionKeeper } from '../state/versions.ts'
import type { CodeEditor } from './code-editor.ts'
import { projectOf, specifierOf } from './file-states.ts'

/** A text that imports from the own library rests so long until that is looked into, in milliseconds. */
const libraryAfter = 600

/** The page on which a project is edited. */
export interface ProjectPage {
  readonly editor: CodeEditor | null
  readonly state: Readonly<Pick<AppState, 'text' | 'compiled'>>
  readonly keeper: VersionKeeper
  readonly arrangement: Arrangement | undefined
  say(text: string, tone?: Notice['tone']): void
  /** Opens another text in the place of this one. */
  openText(text: string, arrangement?: Arrangement): void
  focusText(): void
}

/** Does what the tabs of the files ask for. */
export class ProjectDesk {
  private filling: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly page: ProjectPage) {}

  /** Adds an empty file, and goes to it. */
  add(path: string): void {
    const { editor } = this.page
    if (!editor) return
    editor.addFiles(new Map([[path, '']]))
    this.page.say(`${path} is new. Import from it with '${specifierOf(path, editor.files.entry)}'.`)
    this.page.focusText()
  }

  /** Removes a file; the version before is kept. */
  remove(path: string): void {
    void this.page.keeper.keepNow()
    this.page.editor?.removeFile(path)
  }

  /** Adds files, or opens them in the place of the text when they are a project of their own. */
  async addFound(found: readonly Found[]): Promise<void> {
    try {
      const { files: all, whole, ignored } = await readFiles(found)
      const { files, arrangement } = whole ? takeLayout(all) : { files: all, arrangement: undefined }
      const entry = entryOf(files)
      if (files.size === 0 || entry === undefined) this.page.say('There is no .ts, .js or .json file in it.', 'bad')
      else if (whole) {
        this.page.openText(joinProject({ entry, files: new Map(files) }), arrangement)
        this.page.say(
          `A project of ${files.size === 1 ? '1 file' : `${files.size} files`} is open. Back brings what you had before.`,
        )
      } else {
        await this.page.keeper.keepNow()
        this.page.editor?.addFiles(files)
        const left = ignored === 0 ? '' : ` ${ignored} that no project has ${ignored === 1 ? 'was' : 'were'} left out.`
        this.page.say(`Added: ${[...files.keys()].slice(0, 5).join(', ')}${files.size > 5 ? ' …' : ''}.${left}`)
      }
    } catch (error) {
      this.page.say(error instanceof IncomingError ? error.message : 'These files cannot be read.', 'bad')
    }
  }

  /** Saves all files as an archive. */
  download(): void {
    const { text, compiled } = this.page.state
    const { entry, files } = projectOf(text)
    const all = new Map(files)
    const { arrangement } = this.page
    if (arrangement) all.set(layoutFile(entry), layoutText(arrangement))
    download(`${compiled?.main ?? 'project'}.zip`, archiveOf(all))
  }

  /** Keeps a file in the own library, from which all projects can import it. */
  async keepInLibrary(path: string): Promise<void> {
    const { editor } = this.page
    const text = projectOf(this.page.state.text).files.get(path)
    if (!editor || text === undefined) return
    const own = path.startsWith('my/') ? path : `my/${path.split('/').at(-1)}`
    const kept = await this.page.keeper.keepInLibrary(own, text)
    if (kept) this.page.say(`Every project can import it now: from '${own.replace(/\.ts$/, '')}'.`)
    else this.page.say('There is no room for it in the library of this browser.', 'bad')
  }

  /** Adds a file of the own library to the project; a version before is kept. */
  async addFromLibrary(path: string): Promise<void> {
    const { editor, keeper } = this.page
    const text = (await keeper.library()).get(path)
    if (!editor || text === undefined) return
    await keeper.keepNow()
    editor.addFiles(new Map([[path, text]]))
    this.page.say(`Import from it with '${specifierOf(path, editor.files.entry)}'.`)
  }

  /** Takes a file out of the own library. */
  async removeFromLibrary(path: string): Promise<void> {
    await this.page.keeper.removeFromLibrary(path)
    this.page.say(`${path} is no longer in your library. Projects that have it keep it.`)
  }

  /** Brings files of the own library that the text imports and lacks. */
  private async fillFromLibrary(): Promise<void> {
    const { text } = this.page.state
    if (!/['"]my\//.test(text)) return
    const wanted = wantedOf(projectOf(text).files, await this.page.keeper.library())
    const { editor } = this.page
    if (wanted.size === 0 || !editor || this.page.state.text !== text) return
    const { active } = editor.files
    editor.addFiles(wanted)
    editor.openFile(active)
    this.page.say(`From your library: ${[...wanted.keys()].join(', ')}.`)
  }

  /** The text has changed: files of the own library that it imports come when it rests. */
  librarySoon(): void {
    clearTimeout(this.filling)
    this.filling = setTimeout(() => void this.fillFromLibrary(), libraryAfter)
  }
}
