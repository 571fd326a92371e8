import { hashOf, LinkError } from '@simten/client/share-link'
import type { Lock } from '../engine.ts'
import { runText, type Shareable } from './shared-run.ts'

/** How long the page shows that a link was copied, in milliseconds. */
export const copiedFor = 2500

/** The page around the links, as far as they need it. */
export interface Sharing {
  /** Where the page is: links begin with it. */
  readonly origin: string
  /** Tells the user something. */
  say(text: string, tone?: 'bad'): void
  /** Shows a link for copying by hand, where the browser gives no access to its clipboard. */
  offer(link: string): Promise<void> | undefined
  /** `copied` has changed. */
  changed(): void
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

  /** Copies the link to a text, with what its imports are pinned to, and a slot's run if anything happened in it. */
  async share(text: string, lock: Lock | undefined, slot?: Shareable): Promise<void> {
    let link: string
    let cycle: number | undefined
    try {
      const run = slot && (await runText(slot))
      if (run !== undefined) cycle = slot?.status?.cycle
      link = `${this.page.origin}/${await hashOf(text, lock, run)}`
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      this.page.say(error.message, 'bad')
      return
    }
    try {
      await this.clipboard().writeText(link)
      this.recent = true
      const what =
        cycle === undefined ? 'this circuit' : `this circuit at cycle ${cycle.toLocaleString('en')}, with what was set`
      this.page.say(`Link copied. Whoever opens it gets ${what}; nothing is stored on a server.`)
      setTimeout(() => {
        this.recent = false
        this.page.changed()
      }, copiedFor)
    } catch {
      await this.page.offer(link)
    }
  }
}
