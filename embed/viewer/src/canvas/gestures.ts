/** Pointer, wheel and pinch gestures on the canvas, told as moves of the view and clicks. */

export interface GestureTarget {
  pan(dx: number, dy: number): void
  zoom(factor: number, point: { x: number; y: number }): void
  click(event: PointerEvent): void
  panning(active: boolean): void
  /** The element of the picture under a pointer that goes down, which may end a gesture before. */
  under(event: PointerEvent): EventTarget | undefined
  /** Whether wheel and one finger scroll the page instead of the canvas. */
  pageScrolls(): boolean
  /** Takes the thing to which an element belongs, to be dragged; undefined where nothing can be. */
  grab(element: EventTarget | undefined): Grip | undefined
}

/** Something that is being dragged. */
export interface Grip {
  /** It is so far from where it was, in CSS pixels. */
  drag(dx: number, dy: number): void
  /** It stays there, or goes back. */
  drop(stays: boolean): void
}

/** A pointer that moves less than this, in CSS pixels, is a click. */
const SLOP = 4
/** A finger that rests on something for so long takes it, in milliseconds; one that moves before moves the view. */
const HOLD = 450

/** Listens on an element; the returned function stops listening. */
export function listenGestures(element: HTMLElement, target: GestureTarget): () => void {
  const pointers = new Map<number, { x: number; y: number }>()
  let moved = false
  let start = { x: 0, y: 0 }
  let pressed: { pointer: number; on: EventTarget | undefined } | undefined // the first pointer, while it is alone
  let grip: Grip | undefined
  let hold: ReturnType<typeof setTimeout> | undefined
  const take = (): boolean => {
    clearTimeout(hold)
    grip = pressed && target.grab(pressed.on)
    if (grip && pressed) element.setPointerCapture(pressed.pointer)
    return grip !== undefined
  }
  const drop = (stays: boolean): void => {
    clearTimeout(hold)
    grip?.drop(stays)
    grip = undefined
    pressed = undefined
  }
  const stop = new AbortController()
  const options = { signal: stop.signal }
  const local = (e: { clientX: number; clientY: number }) => {
    const box = element.getBoundingClientRect()
    return { x: e.clientX - box.left, y: e.clientY - box.top }
  }

  element.addEventListener(
    'pointerdown',
    (e) => {
      if (e.button !== 0 && e.button !== 1) return
      if (pointers.size === 0) {
        moved = false
        start = { x: e.clientX, y: e.clientY }
        pressed = { pointer: e.pointerId, on: target.under(e) }
        if (e.pointerType === 'touch') {
          hold = setTimeout(() => {
            if (take()) moved = true
          }, HOLD)
        }
      } else drop(false)
      pointers.set(e.pointerId, { x: e.clientX, y: e.clientY })
    },
    options,
  )

  element.addEventListener(
    'pointermove',
    (e) => {
      const before = pointers.get(e.pointerId)
      if (!before) return
      const now = { x: e.clientX, y: e.clientY }
      if (!moved) {
        if (Math.hypot(now.x - start.x, now.y - start.y) < SLOP && pointers.size === 1) return
        moved = true
        clearTimeout(hold)
        const takes = e.pointerType !== 'touch' && e.buttons === 1 && pointers.size === 1
        if (!(takes && take())) {
          element.setPointerCapture(e.pointerId)
          target.panning(true)
        }
      }
      if (grip) {
        grip.drag(now.x - start.x, now.y - start.y)
        pointers.set(e.pointerId, now)
        return
      }
      if (pointers.size === 1) {
        if (!(e.pointerType === 'touch' && target.pageScrolls())) target.pan(now.x - before.x, now.y - before.y)
      } else if (pointers.size === 2) {
        const other = [...pointers].find(([id]) => id !== e.pointerId)?.[1] ?? now
        const was = Math.hypot(before.x - other.x, before.y - other.y)
        const is = Math.hypot(now.x - other.x, now.y - other.y)
        const middle = local({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 })
        target.pan((now.x - before.x) / 2, (now.y - before.y) / 2)
        if (was > 10) target.zoom(is / was, middle)
      }
      pointers.set(e.pointerId, now)
    },
    options,
  )

  const end = (e: PointerEvent): void => {
    if (!pointers.delete(e.pointerId)) return
    drop(e.type === 'pointerup')
    if (pointers.size > 0) return
    target.panning(false)
    if (!moved && e.type === 'pointerup' && e.button === 0) target.click(e)
  }
  element.addEventListener('pointerup', end, options)
  element.addEventListener('pointercancel', end, options)
  // a finger that rests would open a menu
  element.addEventListener('contextmenu', (e) => grip && e.preventDefault(), options)
  window.addEventListener(
    'keydown',
    (e) => {
      if (e.key !== 'Escape' || !grip) return
      e.preventDefault()
      e.stopPropagation()
      drop(false)
    },
    { ...options, capture: true },
  )

  element.addEventListener(
    'wheel',
    (e) => {
      const unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? element.clientHeight : 1
      if (e.ctrlKey || e.metaKey) {
        e.preventDefault()
        target.zoom(Math.exp(-Math.max(-60, Math.min(60, e.deltaY * unit)) / 150), local(e))
      } else if (!target.pageScrolls()) {
        e.preventDefault()
        const sideways = e.shiftKey && e.deltaX === 0
        target.pan(-(sideways ? e.deltaY : e.deltaX) * unit, -(sideways ? 0 : e.deltaY) * unit)
      }
    },
    { ...options, passive: false },
  )

  return () => {
    drop(false)
    stop.abort()
  }
}
