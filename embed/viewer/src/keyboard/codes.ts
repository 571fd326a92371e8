/** The codes that keys have for a circuit. */

/** Keys in the order of their PC scan codes (set 1), from 1 on; an empty entry is a key that pages do not get. */
const scanned = [
  ...['Escape', 'Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9', 'Digit0'],
  ...['Minus', 'Equal', 'Backspace', 'Tab'],
  ...['KeyQ', 'KeyW', 'KeyE', 'KeyR', 'KeyT', 'KeyY', 'KeyU', 'KeyI', 'KeyO', 'KeyP', 'BracketLeft', 'BracketRight'],
  ...['Enter', ''],
  ...['KeyA', 'KeyS', 'KeyD', 'KeyF', 'KeyG', 'KeyH', 'KeyJ', 'KeyK', 'KeyL', 'Semicolon', 'Quote', 'Backquote', ''],
  ...['Backslash', 'KeyZ', 'KeyX', 'KeyC', 'KeyV', 'KeyB', 'KeyN', 'KeyM', 'Comma', 'Period', 'Slash'],
]
/** The same from 0x47 on. */
const block = ['Home', 'ArrowUp', 'PageUp', '', 'ArrowLeft', '', 'ArrowRight', '', 'End', 'ArrowDown', 'PageDown']

const scanCodes = new Map<string, number>([['Space', 0x39]])
scanned.forEach((key, i) => {
  if (key !== '') scanCodes.set(key, i + 1)
})
block.forEach((key, i) => {
  if (key !== '') scanCodes.set(key, 0x47 + i)
})

/** The part of a key event that is looked at. */
export type Key = Pick<KeyboardEvent, 'key' | 'code'>

/** The PC scan code (set 1) of a key by its place on the keyboard; undefined for keys without one. */
export function scanCode({ code }: Key): number | undefined {
  return scanCodes.get(code)
}

const control = new Map([
  ['Backspace', 8],
  ['Enter', 10],
  ['Delete', 127],
])

/** The character code (Latin-1) that a key types; undefined for keys that type nothing. */
export function characterCode({ key }: Key): number | undefined {
  const named = control.get(key)
  if (named !== undefined) return named
  if ([...key].length !== 1) return undefined
  const code = key.charCodeAt(0)
  return code <= 0xff ? code : undefined
}
