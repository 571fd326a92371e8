import { exampleById, exampleByText, examples } from '../examples/catalogue.ts'
import type { TextOrigin } from '../state/state.ts'
import { OwnText, type Tab } from './draft-history.ts'
import { type Opening, openingOf } from './opening.ts'

/** The place that an address leads to. */
export type Destination = Omit<Opening, 'problem'>

/** The page on which the router shows what an address leads to. */
export interface Shown {
  /** The text that is shown now. */
  readonly text: string
  /** Opens a text; `undoable` when undo in the editor brings the text before it. */
  show(destination: Destination, undoable: boolean): void
  /** The first address asks for no other text than the one that is shown. */
  stay(): void
  /** An address cannot be followed; the problem is in words. */
  refuse(problem: string): void
}

/**
 * Leads addresses to texts: `/` to the user's own text, or to the first example when there is none, `?example=…` to an
 * example, `#code=…` to the text of a link. Keeps own texts in the entries of the tab's history, so that Back, Forward
 * and a reload bring them again.
 */
export class Router {
  private readonly own: OwnText
  private restorable: { text: string; words: string } | undefined
  private known = false
  /** Counts the addresses that were followed: only the last one is shown. */
  private followed = 0
  private told = false

  constructor(
    private readonly tab: Tab,
    private readonly page: Shown,
    own = new OwnText(tab, (text) => exampleByText(text) === undefined),
  ) {
    this.own = own
  }

  /** The user's own text here: that of the history's entry, or the draft. */
  get ownText(): string | undefined {
    return this.own.text
  }

  /**
   * The first address has been read. Until then the own text may lie under a link whose circuit is not unpacked yet.
   */
  get arrived(): boolean {
    return this.known
  }

  /** The text that `openPrevious` restores, and a few words for it. */
  get previous(): { readonly text: string; readonly words: string } | undefined {
    return this.restorable
  }

  /** Shows the own text at once, so that undo leads back to it from whatever the address opens. False without one. */
  begin(): boolean {
    const own = this.own.text
    if (own !== undefined) this.showOwn(own, false)
    return own !== undefined
  }

  /** Follows the address with which the page was loaded. */
  async arrive(): Promise<void> {
    const own = this.own.text
    const opening = await openingOf(this.tab.location)
    this.known = true
    if (opening && opening.problem === undefined) this.show(opening, own !== undefined)
    else if (own === undefined) this.showFirst(false)
    else this.page.stay()
    if (opening?.problem !== undefined) this.page.refuse(opening.problem)
  }

  /** Follows Back, Forward, or an address that was typed over this one. */
  async follow(): Promise<void> {
    this.own.moved(this.page.text)
    this.followed++
    const followed = this.followed
    const opening = await openingOf(this.tab.location)
    if (followed !== this.followed) return
    const own = this.own.text
    if (opening && opening.problem === undefined) this.show(opening, true)
    else if (opening?.problem !== undefined) this.page.refuse(opening.problem)
    else if (own !== undefined) this.showOwn(own, true)
    else this.showFirst(true)
  }

  /** Goes to the address of an example. Gives its title; undefined when there is no such example. */
  openExample(id: string): string | undefined {
    const example = exampleById(id)
    if (!example) return undefined
    this.own.ask(`?example=${id}`, this.page.text)
    this.show({ text: example.text, origin: 'example', example: id }, true)
    return example.title
  }

  /**
   * Opens the circuit of a file: it takes the place of the user's text, which is put aside. Others may have written it.
   */
  openFile(file: Omit<Destination, 'origin' | 'example'>): void {
    this.own.restore(file.text, this.page.text)
    this.show({ ...file, origin: 'link', example: undefined }, true)
  }

  /** Changes places: the text that was put aside is the draft again, and the draft is put aside. False without one. */
  openPrevious(): boolean {
    const text = this.restorable?.text
    if (text === undefined) return false
    this.own.restore(text, this.page.text)
    this.showOwn(text, true)
    return true
  }

  /** Opens a text of the user's beside the one that is shown, which Back brings again. */
  open(text: string): void {
    this.own.restore(text, this.page.text)
    this.showOwn(text, true)
  }

  /**
   * The user has edited the text, which until now came from `origin`: it is kept, and the address names no other
   * circuit any more. `kept` is false when the browser keeps nothing beyond the tab; `metAnotherTab` is true once, when
   * a text of another tab was put aside.
   */
  edited(text: string, origin: TextOrigin): { readonly kept: boolean; readonly metAnotherTab: boolean } {
    const kept = this.own.edited(text)
    if (origin !== 'draft') this.restorable = this.own.previous(text)
    const metAnotherTab = this.own.metAnotherTab && !this.told
    if (metAnotherTab) this.told = true
    return { kept, metAnotherTab }
  }

  private showOwn(text: string, undoable: boolean): void {
    this.show({ text, origin: 'draft', example: exampleByText(text)?.id }, undoable)
  }

  private showFirst(undoable: boolean): void {
    const first = examples[0]
    if (first) this.show({ text: first.text, origin: 'example', example: first.id }, undoable)
  }

  private show(destination: Destination, undoable: boolean): void {
    this.own.shows(destination.text)
    this.restorable = this.own.previous(destination.text)
    this.page.show(destination, undoable)
  }
}
