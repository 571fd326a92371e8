// Width inference. Where public Simten's formula passes a value on without masking it, a width that was
// not given is not binding there: `Mux()` carries bytes, `Constant({ value: 255 })` drives 255. Here a port
// holds exactly its width, so the factories below, when made without the option, take the width from what
// is connected, and never less than the default.
//
// Not in the list, because their formula masks the result or because the width is part of the meaning:
// Adder, Subtractor, WrappingMultiplier, Divider, Modulo, the signed arithmetic, BusNot, BusXnor, ReduceAnd,
// the shifters (the width decides what is shifted out), SignExtend, ZeroExtend, Slice, DynamicSlice, Concat
// (the weight of `high` follows from loWidth), LogicAnd and LogicOr (two widths, both masked by their
// sources), the memories (the width fixes the depth or the cell), and everything that is no factory.

/** How one component's width follows from its connections. */
export interface WidthRule {
  /** The option that is missing. */
  readonly option: string
  /** The ports that have this width: the widest thing connected to any of them decides. */
  readonly ports: readonly string[]
  /** The option whose value must fit as well. */
  readonly value?: string
  /** A component that is a bus by default is also as wide as a declared bus that comes in, since it only shows it. */
  readonly shows?: boolean
}

export const WIDTH_INFERENCE: Readonly<Record<string, WidthRule>> = {
  /** out = sel ? in1 : in0, unmasked; one wire by default. */
  Mux: { option: 'width', ports: ['in0', 'in1', 'out'] },
  /** out = value, unmasked; one wire by default. */
  Constant: { option: 'width', ports: ['out'], value: 'value' },
  /** out = value, unmasked: Input({ value: 1000 }) drives 1000. */
  Input: { option: 'width', ports: ['out'], value: 'value' },
  /** Stores data as it comes. */
  Register: { option: 'width', ports: ['data', 'q'], value: 'value' },
  /** a & b, a | b, a ^ b of whatever comes. */
  BusAnd: { option: 'width', ports: ['a', 'b', 'out'] },
  BusOr: { option: 'width', ports: ['a', 'b', 'out'] },
  BusXor: { option: 'width', ports: ['a', 'b', 'out'] },
  /** Compare the numbers as they come. */
  Comparator: { option: 'width', ports: ['a', 'b'] },
  /** Look at every bit that comes. */
  LogicNot: { option: 'width', ports: ['a'] },
  ReduceOr: { option: 'width', ports: ['a'] },
  ReduceXor: { option: 'width', ports: ['a'] },
  ReduceXnor: { option: 'width', ports: ['a'] },
  /** Shifts what comes before anything is cut off; the port only has to be wide enough. */
  BitSlice: { option: 'width', ports: ['in'] },
  /** Shows what comes, with as many digits as it needs. */
  HexDisplay: { option: 'width', ports: ['in'], shows: true },
}
