/** The user's text between visits. Every call works without storage too (private windows, full disks). */
const draftKey = 'simten.draft'
const previousKey = 'simten.draft.previous'
const pastKey = 'simten.draft.past'
const entryKey = 'simten.entry.'

/**
 * The text to go on with: the tab's own when it has one, so that a reload never brings what was written in another tab;
 * a new tab goes on with what was written last.
 */
export function loadDraft(storage = safeStorage(), tab = safeSession()): string | undefined {
  return read(tab, draftKey) ?? read(storage, draftKey)
}

/** Saves the text, for this tab and for later visits; false when the browser keeps nothing beyond the tab. */
export function saveDraft(text: string, storage = safeStorage(), tab = safeSession()): boolean {
  // A copy of the tab that is out of date would hide the newer text.
  if (!write(tab, draftKey, text)) forget(tab, draftKey)
  if (write(storage, draftKey, text)) return true
  // Entries that only save time make room for it.
  for (const key of expendable) forget(storage, key)
  return write(storage, draftKey, text)
}

/** Entries that the page can make anew: pictures and places. */
const expendable = ['simten.picture', 'simten.layouts', 'simten.layouts.drawn']

/** The text that a new tab goes on with, whichever tab wrote it. */
export function sharedDraft(storage = safeStorage()): string | undefined {
  return read(storage, draftKey)
}

/** Puts a text aside that another one takes the place of. */
export function putAside(text: string, storage = safeStorage()): void {
  write(storage, previousKey, text)
}

/** Keeps the text of an entry of the tab's history, so that Back and Forward bring it again. */
export function keepText(entry: string, text: string, tab = safeSession()): void {
  const key = `${entryKey}${entry}`
  if (write(tab, key, text)) return
  // The tab's storage is full: the texts of other entries make room.
  forget(tab, key)
  for (const other of keysOf(tab)) if (other.startsWith(entryKey)) forget(tab, other)
  write(tab, key, text)
}

/** The text of an entry of the tab's history; undefined when it is not known any more. */
export function textOf(entry: string, tab = safeSession()): string | undefined {
  return read(tab, `${entryKey}${entry}`)
}

/** The draft with its edits, while its tab is open. */
export function loadPast(storage: Storage | undefined = safeSession()): string | undefined {
  return read(storage, pastKey)
}

/** Keeps the draft with its edits; undefined forgets them. */
export function savePast(past: string | undefined, storage: Storage | undefined = safeSession()): void {
  if (past === undefined || !write(storage, pastKey, past)) write(storage, pastKey, '')
}

/**
 * Puts the draft aside before another text takes its place; undo in the editor works only while its tab is open. A text
 * that is not the user's own, by `own`, is not put aside.
 */
export function keepPreviousDraft(own: (text: string) => boolean, storage = safeStorage(), tab = safeSession()): void {
  const draft = loadDraft(storage, tab)
  if (draft !== undefined && draft.trim() !== '' && own(draft)) write(storage, previousKey, draft)
}

/** The text that was put aside last. */
export function loadPreviousDraft(storage = safeStorage()): string | undefined {
  return read(storage, previousKey) || undefined
}

/** A text in a few words: the circuit that runs, and how long it is. */
export function textInWords(text: string): string {
  const name = [...text.matchAll(/\bcircuit\(\s*(['"`])([^'"`\n]{1,60})\1/g)].at(-1)?.[2]
  const lines = text.trimEnd().split('\n').length
  const length = lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`
  return name === undefined ? length : `${name}, ${length}`
}

/** A small setting of the page (the width of a pane, the theme), or what it keeps besides. */
export function loadSetting(name: string, storage: Storage | undefined = safeStorage()): string | undefined {
  return read(storage, `simten.${name}`)
}

export function saveSetting(name: string, value: string, storage: Storage | undefined = safeStorage()): void {
  write(storage, `simten.${name}`, value)
}

/** The browser's storage for the page; undefined when it keeps nothing. */
export function safeStorage(): Storage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}

/** The same, for one tab. */
export function safeSession(): Storage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}

function keysOf(storage: Storage | undefined): string[] {
  try {
    return Array.from({ length: storage?.length ?? 0 }, (_, n) => storage?.key(n) ?? '')
  } catch {
    return []
  }
}

function read(storage: Storage | undefined, key: string): string | undefined {
  try {
    return storage?.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function write(storage: Storage | undefined, key: string, value: string): boolean {
  try {
    storage?.setItem(key, value)
    return storage !== undefined
  } catch {
    return false
  }
}

function forget(storage: Storage | undefined, key: string): void {
  try {
    storage?.removeItem(key)
  } catch {
    // A storage that cannot be reached is not read either.
  }
}
