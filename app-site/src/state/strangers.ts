import { exampleByText } from '../examples/catalogue.ts'
import { loadDraft, loadSetting, safeSession, safeStorage, saveSetting } from './draft.ts'
import type { TextOrigin } from './state.ts'

/** Where it is kept which draft began as a stranger's text. */
const draftSetting = 'draft.strange'
/** Where the tab keeps which texts may run at full speed. */
const trustedSetting = 'trusted'
/** Texts that a tab remembers. */
const maxTrusted = 100

/**
 * Tells whose text is shown. One that came with a link is a stranger's, unless it is an example or the user's own
 * draft; it stays one through every edit, and over a reload, until the user asks for full speed. That counts for the
 * text as long as the tab is open.
 */
export class Strangers {
  constructor(
    private readonly storage = safeStorage(),
    private readonly session = safeSession(),
  ) {}

  /** Whether a text that is opened is a stranger's. */
  wrote(text: string, origin: TextOrigin): boolean {
    if (exampleByText(text) || this.trusted().includes(digest(text))) return false
    if (origin === 'draft') return loadSetting(draftSetting, this.storage) === digest(text)
    return origin === 'link' && (text !== loadDraft(this.storage, this.session) || this.wrote(text, 'draft'))
  }

  /** The text that is shown was changed to another one, which is the draft from now on. */
  edited(text: string, strange: boolean): void {
    saveSetting(draftSetting, strange ? digest(text) : '', this.storage)
  }

  /** The user lets a text run at full speed. */
  trust(text: string): void {
    const trusted = this.trusted().filter((known) => known !== digest(text))
    saveSetting(trustedSetting, [...trusted, digest(text)].slice(-maxTrusted).join(' '), this.session)
    if (loadSetting(draftSetting, this.storage) === digest(text)) this.edited(text, false)
  }

  private trusted(): string[] {
    return (loadSetting(trustedSetting, this.session) ?? '').split(' ').filter((known) => known !== '')
  }
}

/** A short name of a text. Nothing hangs on it but whether its circuit is compiled or interpreted. */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9]
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    a = Math.imul(a ^ c, 0x01000193)
    b = Math.imul(b ^ c, 0x85ebca6b) ^ (b >>> 13)
  }
  return `${text.length.toString(36)}.${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`
}
