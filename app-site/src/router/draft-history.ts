import { publicLinkIn } from '@simten/client/public-link'
import {
  keepPreviousDraft,
  keepText,
  loadDraft,
  loadPreviousDraft,
  putAside,
  safeSession,
  safeStorage,
  saveDraft,
  sharedDraft,
  textInWords,
  textOf,
} from '../state/draft.ts'
import { asksFor } from './opening.ts'

/** The part of a window that is needed: the tab's history and its address. */
export interface Tab {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState'>
  readonly location: Pick<Location, 'hash' | 'search' | 'pathname'>
}

/**
 * The user's own texts among the entries of the tab's history. An entry has either an address that asks for a circuit,
 * or an own text, which is kept in the tab under a name that stands in the entry's state. A text that is not edited
 * replaces no draft; with the first edit the draft that it replaces is put aside.
 */
export class OwnText {
  private readonly tab: Tab
  private readonly isOwn: (text: string) => boolean
  private entry = ''
  /** The address of the entry asks for a circuit. */
  private asked = false
  /** The newest draft is shown. */
  private newest = false
  /** The draft as this tab knows it; another one was written by another tab. */
  private written: string | undefined
  /** Another tab's text was found in the place of the draft, and put aside. */
  private met = false

  constructor(
    tab: Tab,
    isOwn: (text: string) => boolean,
    private readonly storage = safeStorage(),
    private readonly session = safeSession(),
  ) {
    this.tab = tab
    this.isOwn = isOwn
    this.written = this.draft
    this.arrive()
  }

  /** The text of the present entry, or the one that lies beneath the circuit that its address asks for. */
  get text(): string | undefined {
    return textOf(this.entry, this.session) ?? this.draft
  }

  /** The page's own path: a path that carries a circuit would bring that back with a reload. */
  private get path(): string {
    const { pathname } = this.tab.location
    return publicLinkIn(pathname) ? '/' : pathname
  }

  private get draft(): string | undefined {
    return loadDraft(this.storage, this.session)
  }

  /** The text that can be restored while `shown` is there, and what the page calls it. */
  previous(shown: string): { text: string; words: string } | undefined {
    const draft = this.newest ? undefined : this.draft
    const mine = draft !== undefined && draft.trim() !== '' && draft !== shown && this.isOwn(draft)
    const text = mine ? draft : loadPreviousDraft(this.storage)
    return text === undefined || text === shown ? undefined : { text, words: textInWords(text) }
  }

  /** The text is shown as it was kept. */
  shows(text: string): void {
    this.newest = text === this.draft
  }

  /** The text was edited. False when the browser keeps nothing beyond the tab. */
  edited(text: string): boolean {
    this.putAside(text)
    // From here on a reload must bring this text, not what the address names.
    if (this.asked) {
      this.entry = newName()
      this.asked = false
      this.tab.history.replaceState({ entry: this.entry }, '', this.path)
    }
    return this.save(text)
  }

  /** Goes to an address that asks for a circuit, from the text that is shown now. */
  ask(search: string, shown: string): void {
    this.leave(shown)
    if (this.asked && this.tab.location.search === search) return
    this.tab.history.pushState({ entry: this.entry }, '', `${this.path}${search}`)
    this.arrive()
  }

  /** Goes to a text of the user's that has no entry yet; it is the draft again, and the draft is put aside. */
  restore(text: string, shown: string): void {
    this.leave(shown)
    this.tab.history.pushState({ entry: newName() }, '', this.path)
    this.arrive()
    this.putAside(text)
    this.save(text)
  }

  /** The tab has gone to another entry, from the text that was shown until now. */
  moved(shown: string): void {
    this.leave(shown)
    this.arrive()
  }

  /** Whether a text of another tab was put aside since this was asked last. */
  get metAnotherTab(): boolean {
    const met = this.met
    this.met = false
    return met
  }

  private leave(shown: string): void {
    if (!this.asked) keepText(this.entry, shown, this.session)
  }

  /** A text takes the place of the draft: unless the draft is what is being edited, it can be restored. */
  private putAside(text: string): void {
    if (!this.newest && text !== this.draft) keepPreviousDraft(this.isOwn, this.storage, this.session)
  }

  private save(text: string): boolean {
    this.newest = true
    keepText(this.entry, text, this.session)
    const other = sharedDraft(this.storage)
    if (other !== undefined && other !== this.written && other !== text && other.trim() !== '' && this.isOwn(other)) {
      putAside(other, this.storage)
      this.met = true
    }
    this.written = text
    return saveDraft(text, this.storage, this.session)
  }

  private arrive(): void {
    const { history, location } = this.tab
    const state: unknown = history.state
    const known = typeof state === 'object' && state !== null && 'entry' in state ? state.entry : undefined
    this.asked = asksFor(location)
    this.newest = false
    if (typeof known === 'string') this.entry = known
    else {
      // Beneath what an address asks for lies the text that was there before.
      if (!this.asked || this.entry === '') this.entry = newName()
      history.replaceState({ entry: this.entry }, '')
    }
  }
}

function newName(): string {
  return Math.random().toString(36).slice(2)
}
