/**
 * Gives an element the keyboard and scrolls nothing. By itself a browser scrolls every ancestor until the element is in
 * sight; the picture of a circuit is moved by its camera, and a canvas that is scrolled besides has lost its buttons.
 */
export function focusInPlace(element: HTMLElement | SVGElement | null | undefined): void {
  element?.focus({ preventScroll: true })
}
