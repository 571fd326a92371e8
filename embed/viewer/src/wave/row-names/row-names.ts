/** `<row-names>`: the rows of the waveform panel by name, with the values of one cycle beside them. */

import type { ProtocolError } from '@simten/client/protocol.gen'
import { html, LitElement, nothing, svg, type TemplateResult } from 'lit'
import { focusInPlace } from '../../focus.ts'
import { buttonIcon, focusRing } from '../../look.ts'
import type { Reading } from '../loader.ts'
import { DRAG } from '../pointers.ts'
import {
  filePath,
  formatOf,
  type NameTable,
  nameParts,
  type RowGroup,
  shownName,
  type WaveRowSetting,
  written,
} from '../rows.ts'
import { rowNamesStyles } from './styles.ts'

/** Details of the events, with indices of rows. */
export interface RowMoveDetail {
  from: number
  to: number
}
export interface RowSettingsDetail {
  row: number
  /** The button that asked. */
  anchor: Element
}

/**
 * @fires row-select - the index of a row
 * @fires row-move - {@link RowMoveDetail}
 * @fires row-remove - the index of a row
 * @fires row-fold - the {@link RowGroup} that is to be folded, or unfolded
 * @fires row-settings - {@link RowSettingsDetail}: how it is shown is to be changed
 */
export class RowNames extends LitElement {
  static override styles = [focusRing, buttonIcon, rowNamesStyles]

  static override properties = {
    rows: { attribute: false },
    selected: { attribute: false },
    problems: { attribute: false },
    known: { attribute: false },
    tables: { attribute: false },
    origin: { attribute: false },
    groups: { attribute: false },
    brief: { type: Boolean, reflect: true },
    dragged: { state: true },
  }

  declare rows: readonly WaveRowSetting[]
  declare selected: number
  /** Why rows cannot be shown, by signal. */
  declare problems: ReadonlyMap<string, ProtocolError>
  /** Whether a text is the name of a signal. */
  declare known: (signal: string) => boolean
  /** The source of names for values. */
  declare tables: readonly NameTable[]
  /** The file that is open; rows of it are marked. */
  declare origin: string
  /** Groups of rows, by the row that each begins with. */
  declare groups: ReadonlyMap<number, RowGroup>
  /** Little room. */
  declare brief: boolean

  declare private dragged: { row: number; to: number } | undefined

  constructor() {
    super()
    this.rows = []
    this.selected = 0
    this.problems = new Map()
    this.known = () => true
    this.tables = []
    this.groups = new Map()
    this.brief = false
    this.origin = ''
  }

  /** Writes the values beside some rows. It is done for each frame of the display, so without rendering. */
  write(rows: readonly number[], reading: (signal: string) => Reading | undefined): void {
    const places = this.renderRoot.querySelectorAll<HTMLElement>('.value')
    for (const i of rows) {
      const place = places[i]
      const row = this.rows[i]
      if (!place || !row) continue
      const value = this.problems.has(row.signal) ? undefined : reading(row.signal)
      const full = value ? (value.unknown ? 'x' : written(value.value, value.width, formatOf(row, this.tables))) : ''
      // Zeros in front of a number take the room of the digits that tell something.
      const text = this.brief ? full.replace(/^(0[xb])[0_]+(?=.)/, '$1') : full
      if (place.textContent === text) continue
      place.textContent = text
      place.title = full
      place.classList.toggle('bit', value?.width === 1)
      place.classList.toggle('high', value?.value === 1)
    }
  }

  private tell(name: string, detail: number | RowMoveDetail | RowSettingsDetail | RowGroup): void {
    this.dispatchEvent(new CustomEvent(name, { detail }))
  }

  /** A row is taken by its name and put elsewhere. */
  private take(e: PointerEvent, row: number): void {
    if (e.button !== 0 || e.pointerType === 'touch') return
    const target = e.currentTarget as HTMLElement
    const move = (m: PointerEvent): void => {
      if (!this.dragged && Math.abs(m.clientY - e.clientY) < DRAG) return
      if (!this.dragged) target.setPointerCapture?.(e.pointerId)
      const boxes = [...this.renderRoot.querySelectorAll('.row')].map((r) => r.getBoundingClientRect())
      const to = boxes.findIndex((box) => m.clientY < (box.top + box.bottom) / 2)
      this.dragged = { row, to: to < 0 ? boxes.length : to }
    }
    const end = new AbortController()
    const up = (u: Event): void => {
      end.abort()
      const to = this.dragged?.to ?? row
      this.dragged = undefined
      if (u.type === 'pointerup') this.tell('row-move', { from: row, to: to > row ? to - 1 : to })
    }
    target.addEventListener('pointermove', move, { signal: end.signal })
    for (const name of ['pointerup', 'pointercancel']) target.addEventListener(name, up, { signal: end.signal })
  }

  private key(e: KeyboardEvent, row: number): void {
    if (e.ctrlKey || e.metaKey) return
    const step = e.key === 'ArrowUp' ? -1 : e.key === 'ArrowDown' ? 1 : 0
    if (step !== 0 && e.altKey) this.tell('row-move', { from: row, to: row + step })
    else if (step !== 0) this.tell('row-select', row + step)
    else if (e.key === 'Delete') this.tell('row-remove', row)
    else return
    e.preventDefault()
    e.stopPropagation()
    // The keyboard goes with the row.
    void this.updateComplete.then(() => {
      focusInPlace(this.renderRoot.querySelectorAll<HTMLElement>('.name')[this.selected])
    })
  }

  override render(): TemplateResult {
    let group: RowGroup | undefined
    return html`<ul aria-label="Signals">${this.rows.map((row, i) => {
      const begins = this.groups.get(i)
      if (begins) group = begins
      const inside = group && i < group.first + group.count ? group : undefined
      return html`${begins ? this.renderGroup(begins) : nothing}${this.renderRow(row, i, inside)}`
    })}</ul>`
  }

  private renderGroup(group: RowGroup): TemplateResult {
    const { prefix, count, folded } = group
    const name = prefix.replace(/\.$/, '')
    return html`<li class="group">
      <button title=${folded ? 'Show the rows of this part' : 'Fold the rows of this part'}
        aria-expanded=${folded ? 'false' : 'true'}
        @click=${() => this.tell('row-fold', group)}
      ><svg viewBox="0 0 16 16" aria-hidden="true"><path d=${folded ? 'm6 4 4 4-4 4' : 'm4 6 4 4 4-4'} /></svg>${name}${
        folded ? html`<small>${count} rows</small>` : nothing
      }</button>
    </li>`
  }

  private renderRow(row: WaveRowSetting, i: number, group: RowGroup | undefined): TemplateResult {
    const { prefix, leaf } = nameParts(shownName(row.signal))
    const file = filePath(row.signal) !== undefined
    const problem = this.problems.get(row.signal)
    const { dragged, rows } = this
    const classes = [
      'row',
      i === this.selected && 'selected',
      group && 'inside',
      row.analog && 'analog',
      prefix === '' && !this.known(row.signal) && 'expression',
      dragged?.row === i && 'dragged',
      dragged?.to === i && 'target',
      dragged?.to === rows.length && i === rows.length - 1 && 'target-end',
    ]
    return html`<li class=${classes.filter(Boolean).join(' ')} ?hidden=${group?.folded}>
      <button
        class="name"
        title=${file ? `${shownName(row.signal)} of ${this.origin}` : shownName(row.signal)}
        aria-pressed=${i === this.selected}
        @click=${() => this.tell('row-select', i)}
        @pointerdown=${(e: PointerEvent) => this.take(e, i)}
        @keydown=${(e: KeyboardEvent) => this.key(e, i)}
      ><span class="prefix">${group ? '' : prefix}</span><span
        class="leaf">${leaf}</span>${file ? html`<span class="origin">file</span>` : nothing}</button>
      ${
        problem
          ? html`<span
            class="problem"
            role="img"
            aria-label=${problem.message}
            title=${[problem.message, problem.advice].filter(Boolean).join(' ')}
          >!</span><span class="value" hidden></span>`
          : html`<span class="value"></span>`
      }
      <button
        class="more"
        title="Radix, colour, order"
        aria-label=${`Settings of ${shownName(row.signal)}`}
        aria-haspopup="dialog"
        @click=${(e: Event) => this.tell('row-settings', { row: i, anchor: e.currentTarget as Element })}
      ><svg viewBox="0 0 16 16" aria-hidden="true">${icon}</svg></button>
    </li>`
  }
}

const icon = svg`<circle cx="8" cy="3.5" r=".8"/><circle cx="8" cy="8" r=".8"/><circle cx="8" cy="12.5" r=".8"/>`

if (!customElements.get('row-names')) customElements.define('row-names', RowNames)

declare global {
  interface HTMLElementTagNameMap {
    'row-names': RowNames
  }
}
