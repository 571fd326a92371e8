import { expect, type Locator, type Page } from '@playwright/test'
import { Circuit } from './circuit.ts'

/**
 * Goes to an address on the page that is open, as to one that is typed over this one. No text of the user's is kept.
 */
function follow(address: string): void {
  localStorage.clear()
  sessionStorage.clear()
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** The editor page as a person uses it. */
export class Editor extends Circuit {
  readonly page: Page
  /** Whether an editor is open on the page, so that addresses can be followed without loading it anew. */
  private readonly stands: boolean

  constructor(page: Page, { stands = false } = {}) {
    super(page)
    this.page = page
    this.stands = stands
  }

  get text(): Locator {
    return this.page.getByRole('textbox', { name: 'Circuit text' })
  }

  get strip(): Locator {
    return this.page.locator('status-bar .strip')
  }

  get squiggles(): Locator {
    return this.page.locator('.cm-lintRange-error')
  }

  async open(address = '/', name = 'HalfAdder'): Promise<void> {
    if (this.stands) await this.page.evaluate(follow, address)
    else await this.page.goto(address)
    await this.drawn(name)
  }

  /** Ends what runs and closes the panel: as the page is at first. */
  async rest(): Promise<void> {
    const tab = this.page.getByRole('tablist', { name: 'Panel' }).getByRole('tab', { selected: true })
    if ((await tab.count()) > 0) await tab.click()
    await this.open()
  }

  /** Does something in a window of another size, which is as large as before then. */
  async sized(size: { width: number; height: number }, act: () => Promise<void>): Promise<void> {
    const before = this.page.viewportSize()
    await this.page.setViewportSize(size)
    await act()
    if (before) await this.page.setViewportSize(before)
  }

  /** Shows a pane of the page where there is room for one only. */
  async pane(name: 'Text' | 'Circuit' | 'Problems'): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name }).click()
  }

  async clear(): Promise<void> {
    await this.selectAll()
    await this.page.keyboard.press('Delete')
  }

  /** Replaces the text at once, as by pasting: an empty text in between would be compiled on a slow machine. */
  async write(text: string): Promise<void> {
    await this.selectAll()
    await this.page.keyboard.insertText(text)
  }

  private async selectAll(): Promise<void> {
    await this.text.click()
    await this.page.keyboard.press('ControlOrMeta+a')
  }

  /** The text as it stands in the editor. */
  async read(): Promise<string> {
    return this.page.locator('code-editor').evaluate((element) => (element as HTMLElement & { text: string }).text)
  }

  async openExample(title: string, name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Examples' }).click()
    const card = new RegExp(`^${title.replace(/[^\w ]/g, '\\$&')} `)
    await this.page.getByRole('dialog', { name: 'Examples' }).getByRole('button', { name: card }).click()
    await this.drawn(name)
  }

  /** Opens the list of problems unless it is open. */
  async showProblems(): Promise<void> {
    const tab = this.page.getByRole('tab', { name: /^Problems/ })
    if ((await tab.getAttribute('aria-selected')) === 'false') await tab.click()
    await expect(this.page.locator('problem-list')).toBeVisible()
  }

  get problems(): Locator {
    return this.page.locator('problem-list li > button')
  }
}
