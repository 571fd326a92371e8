import { hashOf, LinkError } from '@simten/client/share-link'
import type { Lock } from '../engine.ts'
import { inForm, type Shared, type ShareForm } from './share-forms.ts'
import { runText, type Shareable } from './shared-run.ts'
import { viewText } from './shared-view.ts'
import { StoreError, store } from './stored.ts'

/** How long the page shows that a link was copied, in milliseconds. */
export const copiedFor = 2500

/** The page around the links, as far as they need it. */
export interface Sharing {
  /** Where the page is: links begin with it. */
  readonly origin: string
  /** Tells the user something. */
  say(text: string, tone?: 'bad'): void
  /** Tells that a link was copied, where the ways to share are listed. */
  tell(text: string): void
  /** Shows a link for copying by hand, where the browser gives no access to its clipboard. */
  offer(link: string): Promise<void> | undefined
  /** `copied` has changed. */
  changed(): void
}

const copiedAs: Readonly<Record<ShareForm, string>> = {
  element: 'Copied. Paste it into the HTML of a page; its sandbox must know the page (simten serve --embedder).',
  frame: 'Copied. Paste it into any page, also one that allows no scripts.',
  markdown: 'Copied. Paste it into a text in Markdown.',
}

/** Makes links to the text of a circuit, and copies them. */
export class ShareLinks {
  private recent = false

  constructor(
    private readonly page: Sharing,
    private readonly clipboard: () => Pick<Clipboard, 'writeText'> = () => navigator.clipboard,
  ) {}

  /** A link was copied a moment ago. */
  get copied(): boolean {
    return this.recent
  }

  /** Copies a text in a form for another place. */
  async copy(form: ShareForm, circuit: Omit<Shared, 'hash' | 'origin'>, lock: Lock | undefined): Promise<void> {
    try {
      const { layout } = circuit
      const view = layout && viewText({ level: [], rows: undefined, breakpoints: [], layout })
      const hash = await hashOf(circuit.text, lock, undefined, view)
      await this.clipboard().writeText(inForm(form, { ...circuit, hash, origin: this.page.origin }))
      const beside =
        form === 'markdown' && circuit.file !== undefined ? ` ${circuit.file} was saved: keep it beside it.` : ''
      this.page.say(copiedAs[form] + beside)
    } catch (error) {
      const words = error instanceof LinkError ? error.message : 'This browser keeps pages from the clipboard.'
      this.page.say(words, 'bad')
    }
  }

  /** Stores the circuit on the server, as {@link share} packs it, and copies a short link to it. */
  async shareShort(text: string, lock: Lock | undefined, slot?: Shareable, view?: string): Promise<void> {
    const packed = await this.packed(text, lock, slot, view)
    if (!packed) return
    let link: string
    try {
      link = `${this.page.origin}/circuit/s/${await store(packed.hash)}`
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.page.say(error.message, 'bad')
      return
    }
    try {
      await this.clipboard().writeText(link)
      this.page.say('Short link copied. The circuit is stored on this server, for everybody who has the link.')
    } catch {
      await this.page.offer(link)
    }
  }

  /** The part of a link behind its path, and the cycle of its run; undefined after a refusal, which was told. */
  private async packed(text: string, lock: Lock | undefined, slot?: Shareable, view?: string) {
    try {
      const run = slot && (await runText(slot))
      return { hash: await hashOf(text, lock, run, view), cycle: run === undefined ? undefined : slot?.status?.cycle }
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      this.page.say(error.message, 'bad')
      return undefined
    }
  }

  /**
   * Copies the link to a text, with what its imports are pinned to, a slot's run if anything happened in it, and a
   * view.
   */
  async share(text: string, lock: Lock | undefined, slot?: Shareable, view?: string): Promise<void> {
    const packed = await this.packed(text, lock, slot, view)
    if (!packed) return
    const { cycle } = packed
    const link = `${this.page.origin}/${packed.hash}`
    try {
      await this.clipboard().writeText(link)
      this.recent = true
      const what =
        cycle === undefined ? 'this circuit' : `this circuit at cycle ${cycle.toLocaleString('en')}, with what was set`
      this.page.tell(`Link copied. Whoever opens it gets ${what}; nothing is stored on a server.`)
      setTimeout(() => {
        this.recent = false
        this.page.changed()
      }, copiedFor)
    } catch {
      await this.page.offer(link)
    }
  }
}
