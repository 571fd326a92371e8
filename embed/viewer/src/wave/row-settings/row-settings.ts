/** `<row-settings>`: how one row of the waveform panel is shown. */
import { html, LitElement, nothing, svg, type TemplateResult } from 'lit'
import { buttonIcon, focusRing } from '../../look.ts'
import { place, popoverStyles } from '../../popover.ts'
import {
  COLOURS,
  type Colour,
  MAX_POINT,
  type NameTable,
  RADICES,
  RADIX_NAMES,
  type Radix,
  shownName,
  type WaveRowSetting,
} from '../rows.ts'
import { rowSettingsStyles } from './styles.ts'

/** An action on the row. */
export type RowAction = { change: WaveRowSetting } | { move: number } | { remove: true } | { ask: 'why' | 'break' }

const COLOUR_NAMES: Record<Colour | 'usual', string> = {
  usual: 'As usual',
  high: 'Orange',
  bus: 'Blue',
  accent: 'Violet',
  ok: 'Green',
  warn: 'Amber',
  bad: 'Red',
}

const icons = {
  up: svg`<path d="M8 13V3.5M4.5 7 8 3.5 11.5 7"/>`,
  down: svg`<path d="M8 3v9.5M4.5 9 8 12.5 11.5 9"/>`,
  remove: svg`<path d="M3.5 4.5h9M6.5 4.5v-2h3v2M4.8 4.5l.5 9h5.4l.5-9"/>`,
}

/**
 * @fires row-deed - {@link RowAction}
 */
export class RowSettings extends LitElement {
  static override styles = [focusRing, buttonIcon, popoverStyles, rowSettingsStyles]

  static override properties = {
    row: { attribute: false },
    bit: { type: Boolean },
    tables: { attribute: false },
    signal: { type: Boolean },
    first: { type: Boolean },
    last: { type: Boolean },
  }

  declare row: WaveRowSetting | undefined
  /** The row is one wire: it has neither radix nor curve. */
  declare bit: boolean
  /** The possible sources of names for the values. */
  declare tables: readonly NameTable[]
  /** The row is a signal, not an expression: it has causes. */
  declare signal: boolean
  /** There is nothing above, or below. */
  declare first: boolean
  declare last: boolean

  constructor() {
    super()
    this.bit = false
    this.tables = []
    this.signal = false
    this.first = false
    this.last = false
  }

  private get menu(): HTMLElement | null {
    return this.renderRoot.querySelector('[popover]')
  }

  /** Shows it beside the button that asked for it. */
  open(anchor: Element): void {
    if (this.menu) place(this.menu, anchor)
  }

  close(): void {
    this.menu?.hidePopover?.()
  }

  private tell(detail: RowAction): void {
    this.dispatchEvent(new CustomEvent<RowAction>('row-deed', { detail }))
  }

  private ask(ask: 'why' | 'break'): void {
    this.close()
    this.tell({ ask })
  }

  /** Settings with their usual value are left out. */
  private change(part: {
    radix?: Radix
    analog?: boolean
    colour?: Colour | undefined
    point?: number
    table?: string
  }): void {
    if (!this.row) return
    const { signal, radix, analog, colour, point, table, folded } = { ...this.row, ...part }
    this.tell({
      change: {
        signal,
        ...(radix && { radix }),
        ...(analog && { analog }),
        ...(colour && { colour }),
        ...(point !== undefined && radix === 'fixed' && { point }),
        ...(folded && { folded }),
        ...(table !== undefined && radix === 'names' && { table }),
      },
    })
  }

  private setPoint({ value }: HTMLInputElement): void {
    const point = Number(value)
    if (value !== '' && Number.isInteger(point) && point >= 0 && point <= MAX_POINT) this.change({ point })
  }

  override render(): TemplateResult {
    const { row } = this
    return html`<div popover role="dialog" aria-label="Settings of the row">
      ${
        row
          ? html`<p
        class="title">${shownName(row.signal)}</p>${this.bit && this.tables.length === 0 ? nothing : this.renderNumber(row)}${this.renderColours(row)}`
          : nothing
      }
      ${
        this.signal
          ? html`<div class="questions">
        <button title="What made the value of the cycle that is shown"
          @click=${() => this.ask('why')}>Why this value?</button>
        <button title="Stop the run in the cycle in which this changes"
          @click=${() => this.ask('break')}>Stop on change</button>
      </div>`
          : nothing
      }
      <div class="deeds">
        ${this.button('Move up', 'Alt+Up', icons.up, this.first, { move: -1 })}
        ${this.button('Move down', 'Alt+Down', icons.down, this.last, { move: 1 })}
        ${this.button('Remove', 'Delete', icons.remove, false, { remove: true })}
      </div>
    </div>`
  }

  private button(name: string, key: string, icon: unknown, off: boolean, deed: RowAction): TemplateResult {
    return html`<button title=${`${name} (${key})`} aria-label=${name} ?disabled=${off} @click=${() => this.tell(deed)}>
      <svg viewBox="0 0 16 16" aria-hidden="true">${icon}</svg>
    </button>`
  }

  private renderNumber(row: WaveRowSetting): TemplateResult {
    const radix = row.radix ?? 'hex'
    return html`<label>Radix
        <select @change=${(e: Event) => this.change({ radix: (e.target as HTMLSelectElement).value as Radix })}>
          ${RADICES.filter((r) => r !== 'names' || this.tables.length > 0).map(
            (r) => html`<option value=${r}
            .selected=${r === radix}>${RADIX_NAMES[r]}</option>`,
          )}
        </select>
      </label>
      ${
        radix === 'fixed'
          ? html`<label>Bits behind the point
        <input
          type="number"
          min="0"
          max=${MAX_POINT}
          placeholder="half"
          .value=${row.point === undefined ? '' : String(row.point)}
          @change=${(e: Event) => this.setPoint(e.target as HTMLInputElement)}
        />
      </label>`
          : nothing
      }
      ${
        radix === 'names' && this.tables.length > 0
          ? html`<label>Names of
        <select @change=${(e: Event) => this.change({ table: (e.target as HTMLSelectElement).value })}>
          ${this.tables.map(
            ({ name }) => html`<option value=${name}
            .selected=${name === (row.table ?? this.tables[0]?.name)}>${name}</option>`,
          )}
        </select>
      </label>`
          : nothing
      }
      <label>Draw as a curve
        <input
          type="checkbox"
          .checked=${row.analog === true}
          @change=${(e: Event) => this.change({ analog: (e.target as HTMLInputElement).checked })}
        />
      </label>`
  }

  private renderColours(row: WaveRowSetting): TemplateResult {
    return html`<div class="swatches" role="radiogroup" aria-label="Colour">
      ${[undefined, ...COLOURS].map((colour) => {
        const name = COLOUR_NAMES[colour ?? 'usual']
        return html`<button
          role="radio"
          data-colour=${colour ?? 'usual'}
          title=${name}
          aria-label=${name}
          aria-checked=${row.colour === colour}
          @click=${() => this.change({ colour })}
        ><i></i></button>`
      })}
    </div>`
  }
}

if (!customElements.get('row-settings')) customElements.define('row-settings', RowSettings)

declare global {
  interface HTMLElementTagNameMap {
    'row-settings': RowSettings
  }
}
