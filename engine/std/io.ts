// Controls and indicators for the user: switches, numbers, constants, lamps.

const inputOutput = 'input-output'

/** An argument as a number: what is neither a number nor a bigint counts as 0. */
function numeric(value: unknown): number | bigint {
  return typeof value === 'number' || typeof value === 'bigint' ? value : 0
}

/**
 * A switch that the user flips.
 *
 * A click on the canvas toggles it and it stays. It starts at 0.
 *
 * @output out: bit — 1 when switched on
 * @option value = 0 — the position at the start; a click changes it
 * @formula out = value ? 1 : 0
 * @example
 * ```ts
 * nodes: { s: Switch, lamp: Led },
 * connect: ({ nodes: { s, lamp } }) => [s.out.to(lamp.in)]
 * ```
 */
export const Switch = circuit('Switch', {
  outputs: { out: bit },
  eval: ({ value = 0 }: { value?: number | boolean }) => ({ out: value ? 1 : 0 }),
  meta: { description: 'A switch that the user flips.', category: inputOutput, icon: '⚡', interactiveArg: 'value' },
})

/**
 * Shows one bit as a lamp.
 *
 * @input in: bit — 1 lights the lamp
 * @formula no output; the canvas shows the lamp lit when in is 1
 * @example
 * ```ts
 * nodes: { lamp: Led },
 * connect: ({ inputs, nodes: { lamp } }) => [inputs.on.to(lamp.in)]
 * ```
 */
export const Led = circuit('Led', {
  inputs: { in: bit },
  eval: () => ({}),
  meta: { description: 'Shows one bit as a lamp.', category: inputOutput, icon: '💡' },
})

/**
 * A number that the user enters.
 *
 * The number field on the canvas changes it. One whose name contains "keyboard" takes the keys of the
 * keyboard while it has the focus: a key press sets it to the PC scan code of the key, such as 0x48, 0x50,
 * 0x4B and 0x4D for the arrows up, down, left and right; Escape lets go. It keeps the last key; a Switch
 * beside it whose name contains "keyboard" is 1 while a key is down. Made without `width`, it is wide
 * enough for `value` and for what it is connected to, and at least 8 bits.
 *
 * @output out: width — the number
 * @option value = 0 — the number at the start
 * @option width = 8 — wires of out
 * @formula out = value mod 2^width; 0 when value is not a number
 * @example
 * ```ts
 * nodes: { x: Input({ width: 16, value: 1000 }) }
 * ```
 */
export const Input = circuit('Input', ({ width = 8 }: { value?: number | bigint; width?: number } = {}) => ({
  outputs: { out: bus(width) },
  eval: ({ value = 0 }: { value?: number | bigint }) => ({ out: numeric(value) }),
  meta: { description: 'A number that the user enters.', category: inputOutput, icon: '🔢', interactiveArg: 'value' },
}))

/**
 * Shows a byte as a number.
 *
 * A circuit's own outputs can be read without it.
 *
 * @input in: 8 — the number shown
 * @formula no output; the canvas shows the number
 * @example
 * ```ts
 * nodes: { show: Output },
 * connect: ({ inputs, nodes: { show } }) => [inputs.x.to(show.in)]
 * ```
 */
export const Output = circuit('Output', {
  inputs: { in: bus(8) },
  eval: () => ({}),
  meta: { description: 'Shows a byte as a number.', category: inputOutput, icon: '📤' },
})

/**
 * A number that never changes.
 *
 * Made without `width`, it is wide enough for `value` and for what it is connected to.
 *
 * @output out: width — the number; a bit when width is 1
 * @option value = 0 — the number
 * @option width = 1 — wires of out
 * @formula out = value mod 2^width; 0 when value is not a number
 * @example
 * ```ts
 * nodes: { limit: Constant({ value: 200, width: 8 }) }
 * ```
 */
export const Constant = circuit('Constant', ({ width = 1 }: { value?: number | bigint; width?: number } = {}) => ({
  outputs: { out: width === 1 ? bit : bus(width) },
  eval: ({ value = 0 }: { value?: number | bigint }) => ({ out: numeric(value) }),
  meta: { description: 'A number that never changes.', category: 'utilities', icon: 'K', interactiveArg: 'value' },
}))
