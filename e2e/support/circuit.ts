import { expect, type Locator, type Page } from '@playwright/test'

/** A circuit on a page: the editor's, the one of /play, or that of one embed. */
export class Circuit {
  private readonly within: Page | Locator

  constructor(within: Page | Locator) {
    this.within = within
  }

  get canvas(): Locator {
    return this.within.locator('circuit-canvas')
  }

  node(path: string): Locator {
    return this.canvas.locator(`[data-node="n:${path}"]`)
  }

  /** Waits until the picture is there, and can be operated. */
  async drawn(name: string): Promise<void> {
    // The first picture of a page waits for the engine, which a busy machine needs long to make ready.
    await expect(this.canvas.getByRole('group', { name: `Circuit ${name}` })).toBeVisible({ timeout: 40_000 })
    await expect(this.canvas.locator('g.node:not(.away)').first()).toBeVisible()
    await expect(this.canvas).not.toHaveAttribute('awaited', { timeout: 60_000 }) // drawn before the engine is there
  }

  switch(name: string): Locator {
    return this.canvas.getByRole('switch', { name: new RegExp(`^input ${name},`) })
  }

  /** Flips a switch with the mouse to a position. */
  async put(name: string, value: 0 | 1): Promise<void> {
    const found = this.switch(name)
    const wanted = value === 1 ? 'true' : 'false'
    if ((await found.getAttribute('aria-checked')) !== wanted) await found.click()
    await expect(found).toHaveAttribute('aria-checked', wanted)
  }

  /** A lamp is lit or not. */
  async lampIs(name: string, value: number): Promise<void> {
    const lamp = this.node(name).locator('.lamp')
    if (value === 0) await expect(lamp).not.toHaveClass(/\bon\b/)
    else await expect(lamp).toHaveClass(/\bon\b/)
  }

  /** The number that an output shows, as a screen reader hears it. */
  async output(name: string): Promise<number> {
    const words = (await this.node(name).getAttribute('aria-label')) ?? ''
    const match = /, (\d+)$/.exec(words)
    if (!match) throw new Error(`the output ${name} says "${words}"`)
    return Number(match[1])
  }

  async outputIs(name: string, value: number): Promise<void> {
    await expect.poll(() => this.output(name)).toBe(value)
  }

  button(name: string | RegExp): Locator {
    return this.within.locator('circuit-controls').getByRole('button', { name })
  }
}
