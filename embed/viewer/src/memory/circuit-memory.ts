/** `<circuit-memory>`: the words of one memory, to look at, to edit while the run stands, to load and to save. */

import type { Deposit, FieldState } from '@simten/client/protocol.gen'
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { focusInPlace } from '../focus.ts'
import { download } from '../format/download.ts'
import { grouped, parseEntry, type Value } from '../format/number.ts'
import { focusRing } from '../look.ts'
import { editable, type Memories } from './access.ts'
import { fromBase64, toBase64, toCells, wordAt } from './cells.ts'
import { type FileFormat, formatOf, readMemory, writeMemory } from './files.ts'
import { columnsOf, instruction, type Show, shown, showsOf, typed } from './show.ts'
import { memoryStyles } from './styles.ts'

/** Height of a line, and of one that a finger has to meet, in CSS pixels. */
const LINE = 22
const TOUCHED_LINE = 44
/** After so many milliseconds what could not be read at first is asked for again. */
const AGAIN = 500
/** Lines in sight. */
const LINES = 10
/** Lines that are asked for beyond those in sight, on both sides. */
const BEYOND = 10
/** Browsers lay out no more than some 30 million pixels; of more lines each pixel stands for several. */
const MAX_HEIGHT = 8_000_000
/** Words of one question when the whole memory is read: a search, or a file. */
const PORTION = 1 << 16
/** Words of a memory that are saved or searched at most. */
const MAX_WORDS = 1 << 22
/** Runs of one edit; see SetRequest. */
const MAX_RUNS = 4096

/** Words that were read. */
interface Read {
  first: number
  count: number
  cells: Uint8Array
  cycle: number
}

/** @fires memory-edited - words were overwritten */
export class CircuitMemory extends LitElement {
  static override styles = [focusRing, memoryStyles]

  static override properties = {
    node: { attribute: false },
    field: { attribute: false },
    memories: { attribute: false },
    show: { state: true },
    abi: { state: true },
    top: { state: true },
    active: { state: true },
    entry: { state: true },
    message: { state: true },
    read: { state: true },
  }

  /** Path of the node. */
  declare node: string
  declare field: Pick<FieldState, 'name' | 'cells' | 'width'>
  declare memories: Memories | undefined

  declare private show: Show
  declare private abi: boolean
  declare private top: number // first line in sight
  declare private active: number // address of the word that the keyboard is at
  declare private entry: string | undefined // what is being typed for it
  declare private message: string
  declare private read: Read | undefined

  private changed = new Set<number>() // addresses of words that the last change has changed
  private asked = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private wanted = false // the keyboard is to be at the active word after the next drawing
  private format: FileFormat = 'hex'

  constructor() {
    super()
    this.top = 0
    this.active = 0
    this.message = ''
    this.show = 'hex'
    this.abi = true
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.timer)
    this.timer = undefined
  }

  override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has('node') || changes.has('field')) {
      const before = changes.get('field') as typeof this.field | undefined
      const same =
        (!changes.has('node') || changes.get('node') === this.node) &&
        before?.name === this.field.name &&
        before.width === this.field.width &&
        before.cells === this.field.cells
      if (!same) {
        this.top = 0
        this.active = 0
        this.entry = undefined
        this.message = ''
        this.read = undefined
        this.changed.clear()
        this.show = remembered(this.field.width)
        this.abi = recall('abi') !== 'no'
        void this.ask()
      }
    }
  }

  override updated(): void {
    const space = this.renderRoot.querySelector<HTMLElement>('.space')
    const grid = this.renderRoot.querySelector<HTMLElement>('.grid')
    const lines = this.renderRoot.querySelector<HTMLElement>('.lines')
    if (!space || !grid || !lines) return
    grid.style.height = `${Math.min(this.lines, LINES) * this.line}px`
    space.style.height = `${this.height}px`
    lines.style.transform = `translateY(${this.offset}px)`
    if (!this.wanted) return
    this.wanted = false
    const target = this.renderRoot.querySelector<HTMLElement>(this.entry === undefined ? '[tabindex="0"]' : '.entry')
    focusInPlace(target)
    if (target instanceof HTMLInputElement) target.select()
  }

  private get line(): number {
    return globalThis.matchMedia?.('(pointer: coarse)').matches ? TOUCHED_LINE : LINE
  }

  private get columns(): number {
    return columnsOf(this.show, this.field.width)
  }

  private get lines(): number {
    return Math.ceil(this.field.cells / this.columns)
  }

  private get height(): number {
    return Math.min(this.lines * this.line, MAX_HEIGHT)
  }

  /** The last line that can be the first in sight. */
  private get lowest(): number {
    return Math.max(0, this.lines - LINES)
  }

  /** Where the first line in sight stands among all, in CSS pixels. */
  private get offset(): number {
    const room = this.height - Math.min(this.lines, LINES) * this.line
    return this.lowest === 0 ? 0 : Math.min(room, Math.round((this.top / this.lowest) * room))
  }

  /** Values have changed. */
  refresh(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      void this.ask()
    }, 0)
  }

  /** Asks for the words in sight. */
  private async ask(): Promise<void> {
    const { memories, columns } = this
    if (!memories) return
    const first = Math.max(0, this.top - BEYOND) * columns
    const count = Math.min((LINES + 2 * BEYOND) * columns, this.field.cells - first)
    const question = ++this.asked
    try {
      const cells = await this.cells(first, count)
      if (question === this.asked) this.take({ first, count, cells, cycle: memories.status?.cycle ?? 0 })
    } catch {
      // the circuit is being replaced, or the sandbox is gone, and the page says so elsewhere
      if (!this.read && this.isConnected && question === this.asked) this.again()
    }
  }

  /** Asks once more, a little later. */
  private again(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      void this.ask()
    }, AGAIN)
  }

  private async cells(first: number, count: number): Promise<Uint8Array> {
    const state = await this.memories?.inspect(this.node, first, { cells: count })
    return fromBase64(state?.fields.find((f) => f.name === this.field.name)?.data ?? '')
  }

  /** Marks what differs from what was read before. */
  private take(next: Read): void {
    const before = this.read
    if (before) {
      const { width } = this.field
      const from = Math.max(before.first, next.first)
      const to = Math.min(before.first + before.count, next.first + next.count)
      if (before.cycle !== next.cycle) this.changed.clear()
      for (let at = from; at < to; at++) {
        if (wordAt(before.cells, at - before.first, width) !== wordAt(next.cells, at - next.first, width))
          this.changed.add(at)
      }
    }
    this.read = next
  }

  private word(address: number): Value | undefined {
    const { read } = this
    if (!read || address < read.first || address >= read.first + read.count) return undefined
    return wordAt(read.cells, address - read.first, this.field.width)
  }

  private readonly scrolled = (e: Event): void => {
    const grid = e.currentTarget as HTMLElement
    const room = this.height - Math.min(this.lines, LINES) * this.line
    const top = room <= 0 ? 0 : Math.round((grid.scrollTop / room) * this.lowest)
    if (top === this.top) return
    this.top = Math.min(top, this.lowest)
    void this.ask()
  }

  /** Brings an address into sight, and the keyboard there. */
  private go(address: number, focus = true): void {
    this.active = Math.max(0, Math.min(address, this.field.cells - 1))
    const line = Math.floor(this.active / this.columns)
    if (line < this.top || line >= this.top + LINES) {
      this.top = Math.max(0, Math.min(line < this.top ? line : line - LINES + 1, this.lowest))
      const grid = this.renderRoot.querySelector('.grid')
      if (grid) grid.scrollTop = this.offset
      void this.ask()
    }
    this.wanted = focus
    this.requestUpdate()
  }

  private readonly key = (e: KeyboardEvent): void => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || this.entry !== undefined) return
    const { columns } = this
    const ways: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: columns * LINES,
      PageUp: -columns * LINES,
    }
    const way = ways[e.key]
    if (way !== undefined) {
      const to = this.active + way
      if (to >= 0 && to < this.field.cells) this.go(to)
    } else if (e.key === 'Home') this.go(0)
    else if (e.key === 'End') this.go(this.field.cells - 1)
    else if (e.key === 'Enter' || e.key === 'F2') this.edit()
    else if (/^[\d'-]$/.test(e.key)) this.edit(e.key)
    else return
    e.preventDefault()
    e.stopPropagation()
  }

  private edit(text?: string): void {
    const value = this.word(this.active)
    if (value === undefined) return
    if (!editable(this.memories)) {
      this.message = this.memories?.deposit ? 'Pause the run to edit.' : ''
      return
    }
    this.message = ''
    this.entry = text ?? typed(value, this.field.width, this.show)
    this.wanted = true
    if (text !== undefined) void this.updateComplete.then(() => this.toEnd())
  }

  private toEnd(): void {
    const input = this.renderRoot.querySelector<HTMLInputElement>('.entry')
    input?.setSelectionRange(input.value.length, input.value.length)
  }

  private readonly entryKey = (e: KeyboardEvent): void => {
    const step = { Enter: this.columns, Tab: e.shiftKey ? -1 : 1, ArrowDown: this.columns, ArrowUp: -this.columns }[
      e.key
    ]
    if (e.key === 'Escape') {
      this.entry = undefined
      this.message = ''
      this.wanted = true
    } else if (step !== undefined) {
      const to = Math.max(0, Math.min(this.active + step, this.field.cells - 1))
      void this.commit().then((done) => {
        if (done) this.go(to)
      })
    } else {
      e.stopPropagation()
      return
    }
    e.preventDefault()
    e.stopPropagation()
  }

  /** Overwrites the active word with what is typed; false when that is no number or was refused. */
  private async commit(): Promise<boolean> {
    const text = this.entry
    if (text === undefined) return true
    const { width, name } = this.field
    const entry = parseEntry(text, width)
    if (!entry.ok) {
      this.message = entry.message
      return false
    }
    const address = this.active
    if (entry.value !== this.word(address)) {
      const done = await this.deposit([
        { node: this.node, field: name, first: address, cells: toBase64(toCells([entry.value], width)) },
      ])
      if (!done) return false
    }
    this.entry = undefined
    this.message = entry.message ?? ''
    this.wanted = true
    return true
  }

  /** One edit; what is wrong with it is told. */
  private async deposit(deposits: Deposit[]): Promise<boolean> {
    try {
      await this.memories?.deposit?.(deposits)
    } catch (error) {
      this.message = error instanceof Error ? error.message : String(error)
      return false
    }
    await this.ask()
    this.dispatchEvent(new CustomEvent('memory-edited', { bubbles: true, composed: true }))
    return true
  }

  private readonly left = (): void => {
    // a click elsewhere keeps what was typed, if it is a number
    if (this.entry !== undefined && !this.wanted) void this.commit().then(() => (this.wanted = false))
  }

  private press(address: number): void {
    if (address === this.active && this.entry === undefined && this.renderRoot.querySelector('[data-at]:focus'))
      this.edit()
    else if (address !== this.active) {
      this.entry = undefined
      this.go(address)
    }
  }

  private readonly goTo = (e: Event): void => {
    const input = e.target as HTMLInputElement
    const text = input.value.trim()
    const at = Number(/^[\da-f]*[a-f][\da-f]*$/i.test(text) ? `0x${text}` : text)
    if (text !== '' && Number.isSafeInteger(at) && at >= 0 && at < this.field.cells) {
      this.message = ''
      this.go(at)
    } else this.message = `Addresses go from 0 to 0x${(this.field.cells - 1).toString(16).toUpperCase()}.`
  }

  /** Looks for the next word of a value, from the active one on and then from the beginning. */
  private readonly find = async (e: Event): Promise<void> => {
    const { width, cells } = this.field
    const entry = parseEntry((e.target as HTMLInputElement).value, width)
    if (!entry.ok) {
      this.message = entry.message
      return
    }
    const start = this.active + 1
    try {
      for (const [from, to] of [
        [start, cells],
        [0, start],
      ] as const) {
        for (let at = from; at < Math.min(to, from + MAX_WORDS); at += PORTION) {
          const count = Math.min(PORTION, to - at)
          const read = await this.cells(at, count)
          for (let i = 0; i < count; i++) {
            if (wordAt(read, i, width) !== entry.value) continue
            this.message = `Found at 0x${(at + i).toString(16).toUpperCase()}.`
            this.go(at + i, false)
            return
          }
        }
      }
      this.message = 'No word has this value.'
    } catch {
      this.message = 'The memory could not be read.'
    }
  }

  private readonly load = async (e: Event): Promise<void> => {
    const input = e.target as HTMLInputElement
    const file = input.files?.[0]
    if (!file) return
    const { width, cells, name } = this.field
    const bytes = new Uint8Array(await file.arrayBuffer())
    input.value = ''
    const loaded = readMemory(bytes, formatOf(bytes, file.name), { cells, width })
    if (!loaded.ok) {
      this.message = `${file.name}${loaded.line === undefined ? '' : `, line ${loaded.line}`}: ${loaded.message}`
      return
    }
    if (loaded.runs.length > MAX_RUNS) {
      this.message = `${file.name} has words at ${grouped(loaded.runs.length)} places; ${grouped(MAX_RUNS)} can be loaded at once.`
      return
    }
    const count = loaded.runs.reduce((n, run) => n + run.words.length, 0)
    const done = await this.deposit(
      loaded.runs.map(({ first, words }) => ({
        node: this.node,
        field: name,
        first,
        cells: toBase64(toCells(words, width)),
      })),
    )
    if (!done) return
    this.message = `${grouped(count)} words were loaded from ${file.name}.`
    this.go(loaded.runs[0]?.first ?? 0, false)
  }

  private readonly save = async (): Promise<void> => {
    const { width, cells, name } = this.field
    const words: Value[] = []
    try {
      for (let at = 0; at < Math.min(cells, MAX_WORDS); at += PORTION) {
        const count = Math.min(PORTION, cells - at)
        const read = await this.cells(at, count)
        for (let i = 0; i < count; i++) words.push(wordAt(read, i, width))
      }
    } catch {
      this.message = 'The memory could not be read.'
      return
    }
    const ending = { hex: 'hex', bin: 'bin', ihex: 'ihex' }[this.format]
    const bytes = writeMemory(words, this.format, width)
    download(`${name}.${ending}`, new Blob([bytes.slice().buffer], { type: 'application/octet-stream' }))
    this.message = `${grouped(words.length)} words were saved.`
  }

  private choose(show: Show): void {
    const { active } = this
    this.show = show
    keep(String(this.field.width), show)
    this.top = Math.min(this.lowest, Math.floor(active / this.columns))
    void this.updateComplete.then(() => {
      const grid = this.renderRoot.querySelector('.grid')
      if (grid) grid.scrollTop = this.offset
    })
    void this.ask()
  }

  override render(): TemplateResult | typeof nothing {
    const { field, show, columns } = this
    if (!field) return nothing
    const digits = Math.max(2, (field.cells - 1).toString(16).length)
    const count = Math.min(LINES, this.lines - this.top)
    const lines = Array.from({ length: count }, (_, i) => this.top + i)
    const open = editable(this.memories)
    return html`
      <div class="tools">
        <select aria-label="Show words as" .value=${show}
          @change=${(e: Event) => this.choose((e.target as HTMLSelectElement).value as Show)}>
          ${showsOf(field.width).map(
            ([value, name]) => html`<option value=${value} ?selected=${value === show}>${name}</option>`,
          )}
        </select>
        <input class="address" aria-label="Go to address" placeholder="Go to 0x…" spellcheck="false"
          autocomplete="off" @change=${this.goTo} />
        <input class="wanted" aria-label="Find a value" placeholder="Find a value" spellcheck="false"
          autocomplete="off" @change=${this.find} />
      </div>
      ${
        show === 'rv32'
          ? html`<label class="abi"><input type="checkbox" .checked=${this.abi} @change=${(e: Event) => {
              this.abi = (e.target as HTMLInputElement).checked
              keep('abi', this.abi ? 'yes' : 'no')
            }} />Names of the ABI</label>`
          : nothing
      }
      <div class="grid" role="grid" aria-label=${`${field.name}, ${grouped(field.cells)} words`}
        aria-rowcount=${this.lines}
        aria-readonly=${open ? 'false' : 'true'} @scroll=${this.scrolled} @keydown=${this.key}>
        <div class="space" role="presentation"><div class="lines" role="presentation">
          ${lines.map(
            (line) => html`<div role="row" class="line" aria-rowindex=${line + 1}>
              <span role="rowheader">${(line * columns).toString(16).toUpperCase().padStart(digits, '0')}</span>
              ${Array.from({ length: Math.min(columns, field.cells - line * columns) }, (_, c) => this.renderWord(line * columns + c))}
              ${this.renderCode(line)}
            </div>`,
          )}
        </div></div>
      </div>
      <div class="files">
        ${
          this.memories?.deposit
            ? html`<label class="button ${open ? '' : 'off'}"
                title="Load words as $readmemh reads them, bytes, or Intel HEX">Load…<input type="file"
                aria-label=${`Load a file into ${field.name}`} ?disabled=${!open} @change=${this.load} /></label>`
            : nothing
        }
        <select aria-label="Format of the file" @change=${(e: Event) => {
          this.format = (e.target as HTMLSelectElement).value as FileFormat
        }}>
          <option value="hex">Hex words</option><option value="bin">Binary</option><option
            value="ihex">Intel HEX</option>
        </select>
        <button type="button" class="button" @click=${this.save}>Save</button>
      </div>
      <p class="message" role="status">${this.message}</p>
    `
  }

  /** The instruction that a line is, where instructions are shown. */
  private renderCode(line: number): TemplateResult | typeof nothing {
    const { columns, show, field } = this
    if (show !== 'rv32' && show !== 'hack') return nothing
    const words = Array.from({ length: columns }, (_, c) => this.word(line * columns + c) ?? 0)
    return html`<span role="gridcell" class="code">${instruction(words, field.width, show, this.abi)}</span>`
  }

  private renderWord(address: number): TemplateResult {
    const { show, field, active, entry } = this
    const here = address === active
    const value = this.word(address)
    if (here && entry !== undefined)
      return html`<span role="gridcell" class="word"><input class="entry"
        aria-label=${`Word 0x${address.toString(16).toUpperCase()}`} spellcheck="false" autocomplete="off"
        .value=${entry}
        @input=${(e: Event) => {
          this.entry = (e.target as HTMLInputElement).value
        }} @keydown=${this.entryKey} @blur=${this.left} /></span>`
    const text = value === undefined ? '' : shown(value, field.width, show)
    const kind = value === 0 || value === 0n ? 'zero' : ''
    return html`<span role="gridcell" class="word ${kind} ${this.changed.has(address) ? 'changed' : ''}"
      data-at=${address} tabindex=${here ? 0 : -1}
      title=${value === undefined ? '' : grouped(value)}
      @click=${() => this.press(address)}
      @dblclick=${() => this.edit()}>${text}</span>`
  }
}

/** Choices of a reader stay in this browser, if it allows that. */
function recall(key: string): string | null {
  try {
    return globalThis.localStorage.getItem(`simten.memory.${key}`)
  } catch {
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    globalThis.localStorage.setItem(`simten.memory.${key}`, value)
  } catch {
    // it is chosen again the next time
  }
}

/** How words of a width were shown last. */
function remembered(width: number): Show {
  const chosen = recall(String(width))
  return showsOf(width).find(([show]) => show === chosen)?.[0] ?? 'hex'
}

if (!customElements.get('circuit-memory')) customElements.define('circuit-memory', CircuitMemory)

declare global {
  interface HTMLElementTagNameMap {
    'circuit-memory': CircuitMemory
  }
}
