// Storage of one bit and of one word.

const sequential = 'sequential'

/**
 * Stores one bit.
 *
 * Has neither enable nor reset; resetting the simulation brings back `value`.
 *
 * @input d: bit — what is stored next
 * @output q: bit — what is stored
 * @output q_bar: bit — the opposite of q
 * @option value = 0 — what is stored at the start
 * @formula q = stored bit; q_bar = 1 − q
 * @clock stores d
 * @example
 * ```ts
 * // Divides the clock by two.
 * nodes: { half: DFlipFlop() },
 * connect: ({ outputs, nodes: { half } }) => [half.q_bar.to(half.d), half.q.to(outputs.q)]
 * ```
 */
export const DFlipFlop = circuit('DFlipFlop', (_options: { value?: number } = {}) => ({
  inputs: { d: bit },
  outputs: { q: bit, q_bar: bit },
  state: { value: reg(1) },
  eval: ({ value }) => ({ q: value, q_bar: value ^ 1 }),
  onTick: ({ d }) => ({ value: d ? 1 : 0 }),
  meta: { description: 'Stores one bit.', category: sequential, icon: 'D' },
}))

/**
 * Stores a word when told to.
 *
 * `rst` wins over `we` and clears to 0, not to `value`; resetting the simulation brings back `value`.
 * A register whose `we` is not connected never loads. Made without `width`, it is wide enough for what
 * is connected to it, and at least 8 bits.
 *
 * @input data: width — what is stored next
 * @input we: bit — write enable
 * @input rst: bit — clears the register at the clock edge
 * @output q: width — what is stored
 * @option width = 8 — wires of data and q
 * @option value = 0 — what is stored at the start
 * @formula q = stored word
 * @clock rst = 1: stores 0; else we = 1: stores data; else keeps its word
 * @example
 * ```ts
 * nodes: { last: Register({ width: 16, value: 1 }), on: Constant({ value: 1 }) },
 * connect: ({ inputs, outputs, nodes: { last, on } }) => [
 *   inputs.x.to(last.data), on.out.to(last.we), last.q.to(outputs.previous),
 * ]
 * ```
 */
export const Register = circuit(
  'Register',
  ({ width = 8 }: { width?: number; value?: number | bigint } = {}) => ({
    inputs: { data: bus(width), we: bit, rst: bit },
    outputs: { q: bus(width) },
    state: { value: reg(width) },
    eval: ({ value }) => ({ q: value }),
    onTick: ({ data = 0, we, rst, value }) => ({ value: rst ? 0 : we ? data : value }),
    meta: { description: 'Stores a word when told to.', category: sequential, icon: 'REG' },
  }),
)
