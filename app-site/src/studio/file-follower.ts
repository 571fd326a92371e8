/** Follows the file that `simten serve FILE` serves beside the editor's page. */
import { joinProject } from '@simten/client/project-text'
import { projectOf } from '../editor/file-states.ts'
import type { ChangedFile } from '../state/state.ts'
import { StudioLink, studioSocket } from './studio-link.ts'
import { fileToken } from './token.ts'

/** The name under which the tab remembers the file as the page has it. */
const textKey = 'simten.file.text'

/** The page that follows. */
export interface FollowingPage {
  /** The text that is shown. */
  readonly text: string
  /** Opens the file beside the text that is shown. */
  open(text: string): void
  /** Takes the file's text as an edit of the one that is shown. */
  rewrite(text: string): void
  /** The file has a text that the page can take; undefined when it has none any more. */
  offer(file: ChangedFile | undefined): void
  say(text: string): void
}

/** The part of a storage in which a tab keeps texts over a reload. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Decides what becomes of a text of the file: a page that has no edits takes it, any other one offers it. */
export class FileFollower {
  /** The file as the page took it last. */
  private taken: string | undefined

  constructor(
    private readonly page: FollowingPage,
    private readonly storage: TabStorage | undefined,
  ) {
    this.taken = attempt(() => storage?.getItem(textKey)) ?? undefined
  }

  /** The address asks for the file: it is opened whatever the page had before. */
  asked(): void {
    this.taken = undefined
  }

  /** The file has this text. Tells whether the page shows it. */
  received(name: string, text: string): boolean {
    const { page } = this
    // As the editor has it: line ends and the marks of files in one form.
    const next = joinProject(projectOf(text.replace(/\r\n?/g, '\n')))
    if (next === page.text) this.keep(next)
    else if (this.taken === undefined) {
      page.open(next)
      page.say(`${name} is open and follows its file. Edits here are not written to it.`)
      this.keep(next)
    } else if (this.taken === page.text) {
      this.take(next)
      page.say(`${name} has changed, and this text with it. Undo takes that back.`)
    } else if (this.taken !== next) {
      page.offer({ name, take: () => this.take(next) })
      return false
    }
    page.offer(undefined)
    return this.page.text === next
  }

  private take(text: string): void {
    this.page.rewrite(text)
    this.page.offer(undefined)
    this.keep(text)
  }

  private keep(text: string): void {
    this.taken = text
    // A text without room is offered after a reload.
    attempt(() => this.storage?.removeItem(textKey))
    attempt(() => this.storage?.setItem(textKey, text))
  }
}

/** Follows the file of a token. `asked`: the address has brought it, so the file is opened. */
export function followFile(page: FollowingPage, token: string, asked: boolean, home: Window = window): void {
  const storage = attempt(() => home.sessionStorage)
  const follower = new FileFollower(page, storage)
  if (asked) follower.asked()
  const { protocol, host } = home.location
  const link = new StudioLink(
    token,
    {
      open: () => new WebSocket(`${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${studioSocket}`),
      later: (then, milliseconds) => void setTimeout(then, milliseconds),
      now: () => performance.now(),
    },
    {
      // Another server has its place: the text that is here stays.
      state: (state) => void (state === 'refused' && attempt(() => storage?.removeItem(fileToken))),
      circuit: ({ id, name, text }) => link.report(id, follower.received(name, text)),
    },
  )
  link.connect()
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined // storage that is full, or forbidden
  }
}
