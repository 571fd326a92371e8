/** The tip under the pointer: appears after a moment of rest, follows the values, never catches the pointer. */

/** The element under the pointer. */
export interface Hovered {
  kind: 'wire' | 'node'
  key: string
}

/** Rest before the tip appears, in milliseconds. */
const REST = 350

export class Tip {
  private hovered: (Hovered & { x: number; y: number }) | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private shown: HTMLElement | undefined // the element while it is there: a large drawing is not searched in each frame

  /** `element` is the tip's element inside `host`; `lines` gives its content, empty for no tip. */
  constructor(
    private readonly host: HTMLElement,
    private readonly element: () => HTMLElement | null,
    private readonly lines: (hovered: Hovered) => HTMLElement[],
  ) {}

  /** Takes a move of the pointer. */
  moved(e: PointerEvent): void {
    const target = e.composedPath()[0]
    if (e.pointerType === 'touch' || e.buttons !== 0 || !(target instanceof Element)) {
      this.hide()
      return
    }
    const wire = target.closest('[data-wire]')?.getAttribute('data-wire')
    const key = wire ?? target.closest('[data-node]')?.getAttribute('data-node')
    if (this.hovered && this.hovered.key === key) return
    this.hide()
    if (!key) return
    const box = this.host.getBoundingClientRect()
    const at = { x: e.clientX - box.left, y: e.clientY - box.top }
    this.timer = setTimeout(() => {
      this.hovered = { kind: wire ? 'wire' : 'node', key, ...at }
      this.refresh()
    }, REST)
  }

  hide(): void {
    clearTimeout(this.timer)
    this.hovered = undefined
    if (this.shown) this.shown.hidden = true
    this.shown = undefined
  }

  /** Shows the present values, when there is a tip. */
  refresh(): void {
    const { hovered, host } = this
    if (!hovered) return
    const lines = this.lines(hovered)
    const element = lines.length > 0 ? this.element() : null
    if (!element) return
    this.shown = element
    element.replaceChildren(...lines)
    element.hidden = false
    const x = Math.min(hovered.x + 14, host.clientWidth - element.offsetWidth - 8)
    const below = hovered.y + 18
    const y = below + element.offsetHeight > host.clientHeight - 8 ? hovered.y - element.offsetHeight - 10 : below
    element.style.transform = `translate(${Math.max(8, x)}px, ${Math.max(8, y)}px)`
  }
}
