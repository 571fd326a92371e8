import { focusInPlace } from '@simten/viewer/focus'
import { html, LitElement } from 'lit'
import { splitHandleStyles } from './styles.ts'

/**
 * The bar between two panes. Drag it, or focus it and use the arrow keys (with Shift in larger steps, Home and End for
 * the ends); a double click goes back to the start value. Fires `split-move` with the wanted share of the first pane.
 */
export class SplitHandle extends LitElement {
  static override readonly properties = {
    value: { type: Number },
    initial: { type: Number },
    direction: { type: String, reflect: true },
    label: { type: String },
  }
  static override readonly styles = splitHandleStyles

  /** Share of the first pane, 0 to 1. */
  declare value: number
  declare initial: number
  /** Whether the panes stand side by side or above each other. */
  declare direction: 'columns' | 'rows'
  declare label: string

  constructor() {
    super()
    this.value = 0.5
    this.initial = 0.5
    this.direction = 'columns'
    this.label = 'Resize'
  }

  protected override render() {
    return html`<div
      class="grip"
      role="separator"
      tabindex="0"
      aria-label=${this.label}
      aria-orientation=${this.direction === 'columns' ? 'vertical' : 'horizontal'}
      aria-valuenow=${Math.round(this.value * 100)}
      aria-valuemin="0"
      aria-valuemax="100"
      @pointerdown=${this.drag}
      @keydown=${this.key}
      @dblclick=${() => this.move(this.initial)}
    ></div>`
  }

  private drag(event: PointerEvent): void {
    if (event.button !== 0) return
    const grip = event.currentTarget as HTMLElement
    const box = this.parentElement?.getBoundingClientRect()
    if (!box) return
    event.preventDefault()
    focusInPlace(grip)
    grip.setPointerCapture(event.pointerId)
    grip.classList.add('dragging')
    const move = (e: PointerEvent) =>
      this.move(this.direction === 'columns' ? (e.clientX - box.left) / box.width : (e.clientY - box.top) / box.height)
    const end = () => {
      grip.classList.remove('dragging')
      grip.removeEventListener('pointermove', move)
    }
    grip.addEventListener('pointermove', move)
    grip.addEventListener('lostpointercapture', end, { once: true })
  }

  private key(event: KeyboardEvent): void {
    const step = event.shiftKey ? 0.1 : 0.02
    const [back, forward] = this.direction === 'columns' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    const to = { [back as string]: this.value - step, [forward as string]: this.value + step, Home: 0, End: 1 }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    this.move(to)
  }

  private move(value: number): void {
    this.dispatchEvent(new CustomEvent('split-move', { detail: Math.min(Math.max(value, 0), 1) }))
  }
}

customElements.define('split-handle', SplitHandle)
