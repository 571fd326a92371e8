import { download } from '@simten/viewer/format/download'
import type { Arrangement } from '@simten/viewer/layout/arrangement'
import type { Theme } from '@simten/viewer/picture/sheet'
import type { Slot } from '../engine.ts'
import { granted } from '../state/grant.ts'
import type { AppState } from '../state/state.ts'

/** The page around the pictures, as far as they need it. */
export interface Pictured {
  readonly state: Readonly<AppState>
  readonly slot: Slot | undefined
  /** Node ids from the top to the level that is shown. */
  readonly level: readonly string[]
  readonly theme: Theme
  readonly arrangement?: Arrangement | undefined
  /** Another slot, for cycles that the page's run does not go through. */
  beside(): Slot | undefined
  say(text: string, tone?: 'bad'): void
  /** `making` has changed. */
  changed(): void
}

/** Saves the circuit of a page as pictures. The code for it is loaded when it is wanted. */
export class SharePictures {
  /** How far a GIF is. */
  making: { readonly done: number; readonly of: number } | undefined
  private cancelled: AbortController | undefined

  constructor(private readonly page: Pictured) {}

  /** Whether there is anything to draw. */
  get possible(): boolean {
    const { compiled, foreign } = this.page.state
    return compiled?.circuit !== undefined && compiled.omitted === undefined && !foreign
  }

  /** The text of the SVG and a name for its file; undefined where there is no picture. */
  async svg(): Promise<{ text: string; file: string } | undefined> {
    const { svgOf, fileName } = await import('./pictures.ts')
    const drawn = this.drawn()
    if (!drawn) return undefined
    try {
      return { text: await svgOf(drawn, this.page.theme), file: fileName(drawn.compiled, 'svg') }
    } catch {
      return undefined
    }
  }

  /** Saves a picture; tells when that fails. */
  async save(form: 'svg' | 'png' | 'gif', cycles: number): Promise<void> {
    const drawn = this.drawn()
    if (!drawn) return
    try {
      const { fileName, gifOf, pngOf, svgOf } = await import('./pictures.ts')
      const name = fileName(drawn.compiled, form)
      if (form === 'svg') {
        download(name, new Blob([await svgOf(drawn, this.page.theme)], { type: 'image/svg+xml' }))
      } else if (form === 'png') {
        download(name, await pngOf(await svgOf(drawn, this.shade)))
      } else {
        const file = await this.moving(drawn, cycles, gifOf)
        if (!file) return
        download(name, file)
      }
      this.page.say(`${name} was saved.`)
    } catch (error) {
      this.page.say(error instanceof Error ? error.message : String(error), 'bad')
    }
  }

  /** Gives up the GIF that is made. */
  cancel(): void {
    this.cancelled?.abort()
  }

  private async moving(
    drawn: NonNullable<ReturnType<SharePictures['drawn']>>,
    cycles: number,
    gifOf: typeof import('./pictures.ts')['gifOf'],
  ): Promise<Blob | undefined> {
    const { slot: from, state } = this.page
    const beside = this.page.beside()
    if (!from || !beside || this.making) return undefined
    const cancelled = new AbortController()
    this.cancelled = cancelled
    this.tell({ done: 0, of: cycles })
    const { text, lock, strict } = state
    const run = { text, lock, strict, grant: granted, from, beside }
    const progress = (done: number) => this.tell({ done, of: cycles })
    try {
      return await gifOf(drawn, run, this.shade, cycles, progress, cancelled.signal)
    } catch (error) {
      if (cancelled.signal.aborted) return undefined
      throw error
    } finally {
      this.tell(undefined)
    }
  }

  private tell(making: SharePictures['making']): void {
    this.making = making
    this.page.changed()
  }

  private drawn() {
    const { state, slot, level, arrangement } = this.page
    if (!this.possible || !state.compiled) return undefined
    const { compiled } = state
    return { compiled, path: level, values: slot?.values, cycle: slot?.status?.cycle, arrangement }
  }

  /** A bitmap has one set of colours: those that are seen now. */
  private get shade(): 'light' | 'dark' {
    const { theme } = this.page
    if (theme !== 'auto') return theme
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
}
