// The structure of some primitives: the same function built from gates, to look into. The builds have the ports of
// their primitive and equal it for all inputs; they are never simulated in its place.

import { FullAdder } from './arithmetic'
import { Concat, Slice } from './bits'
import { Constant } from './io'
import { And, Not, Or, Xnor, Xor } from './logic'

/** Builds the gate-level picture of a primitive made with these options. */
export type MadeOfBuilder = (options?: { readonly width?: unknown }) => Simten.BuiltCircuit

/** The wanted width when it is a positive whole number, else the primitive's default. */
function widthOf(options: { readonly width?: unknown } | undefined, standard: number): number {
  const width = options?.width
  return typeof width === 'number' && Number.isInteger(width) && width > 0 ? width : standard
}

const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))

/** One slice for each bit of a word. */
const bitsOf = (width: number) => times(width, (i) => Slice({ inWidth: width, offset: i, width: 1 }))

/** A chain that joins bits into a word, lowest bit first. */
const joinOf = (width: number) => times(width - 1, (i) => Concat({ hiWidth: 1, loWidth: i + 1 }))

type Join = { high: Simten.Sink; low: Simten.Sink; out: Simten.Source }

/** Wires bits through the chain to where the word goes. */
function joined(bits: readonly Simten.Source[], join: readonly Join[], word: Simten.Sink): Simten.Connection[] {
  let low = bits[0]
  const wires: Simten.Connection[] = []
  for (let i = 0; i < join.length; i++) {
    wires.push(low.to(join[i].low), bits[i + 1].to(join[i].high))
    low = join[i].out
  }
  wires.push(low.to(word))
  return wires
}

type Stage = { carry_in: Simten.Sink; carry_out: Simten.Source }

/** Wires the carry from each full adder to the next. */
const rippled = (fa: readonly Stage[]) => fa.slice(1).map((stage, i) => fa[i].carry_out.to(stage.carry_in))

const adder: MadeOfBuilder = (options) => {
  const width = widthOf(options, 8)
  return circuit(`Adder${width}_madeOf`, () => ({
    inputs: { a: bus(width), b: bus(width), carry_in: bit },
    outputs: { sum: bus(width), carry_out: bit },
    nodes: { aBit: bitsOf(width), bBit: bitsOf(width), fa: times(width, () => FullAdder), join: joinOf(width) },
    connect: ({ inputs, outputs, nodes: { aBit, bBit, fa, join } }) => [
      inputs.a.to(...aBit.map((b) => b.in)),
      inputs.b.to(...bBit.map((b) => b.in)),
      inputs.carry_in.to(fa[0].carry_in),
      ...fa.flatMap((stage, i) => [aBit[i].out.to(stage.a), bBit[i].out.to(stage.b)]),
      ...rippled(fa),
      ...joined(fa.map((stage) => stage.sum), join, outputs.sum),
      fa[width - 1].carry_out.to(outputs.carry_out),
    ],
  }))()
}

/** a − b − borrow is a + NOT b + NOT borrow, and the borrow out is the inverted carry. */
const subtractor: MadeOfBuilder = (options) => {
  const width = widthOf(options, 8)
  return circuit(`Subtractor${width}_madeOf`, () => ({
    inputs: { a: bus(width), b: bus(width), borrow_in: bit },
    outputs: { difference: bus(width), borrow_out: bit },
    nodes: {
      aBit: bitsOf(width),
      bBit: bitsOf(width),
      inv: times(width, () => Not),
      notBorrow: Not,
      fa: times(width, () => FullAdder),
      invCarry: Not,
      join: joinOf(width),
    },
    connect: ({ inputs, outputs, nodes: { aBit, bBit, inv, notBorrow, fa, invCarry, join } }) => [
      inputs.a.to(...aBit.map((b) => b.in)),
      inputs.b.to(...bBit.map((b) => b.in)),
      inputs.borrow_in.to(notBorrow.in),
      notBorrow.out.to(fa[0].carry_in),
      ...fa.flatMap((stage, i) => [aBit[i].out.to(stage.a), bBit[i].out.to(inv[i].in), inv[i].out.to(stage.b)]),
      ...rippled(fa),
      ...joined(fa.map((stage) => stage.sum), join, outputs.difference),
      fa[width - 1].carry_out.to(invCarry.in),
      invCarry.out.to(outputs.borrow_out),
    ],
  }))()
}

/** The lowest bit flips; every other one flips when all bits below it are 1. */
const incrementer: MadeOfBuilder = () =>
  circuit('Incrementer_madeOf', () => ({
    inputs: { in: bus(8) },
    outputs: { out: bus(8) },
    nodes: { inBit: bitsOf(8), lsb: Not, flip: times(7, () => Xor), carry: times(6, () => And), join: joinOf(8) },
    connect: ({ inputs, outputs, nodes: { inBit, lsb, flip, carry, join } }) => {
      // carries[i] is 1 when bits 0 to i are all 1.
      const carries = [inBit[0].out, ...carry.map((c) => c.out)]
      return [
        inputs.in.to(...inBit.map((b) => b.in)),
        inBit[0].out.to(lsb.in),
        ...flip.flatMap((f, i) => [inBit[i + 1].out.to(f.a), carries[i].to(f.b)]),
        ...carry.flatMap((c, i) => [carries[i].to(c.a), inBit[i + 1].out.to(c.b)]),
        ...joined([lsb.out, ...flip.map((f) => f.out)], join, outputs.out),
      ]
    },
  }))()

const mux: MadeOfBuilder = (options) => {
  const width = widthOf(options, 1)
  if (width === 1) {
    return circuit('Mux1_madeOf', () => ({
      inputs: { in0: bit, in1: bit, sel: bit },
      outputs: { out: bit },
      nodes: { notSel: Not, keep: And, take: And, pick: Or },
      connect: ({ inputs, outputs, nodes: { notSel, keep, take, pick } }) => [
        inputs.sel.to(notSel.in, take.b),
        inputs.in0.to(keep.a),
        notSel.out.to(keep.b),
        inputs.in1.to(take.a),
        keep.out.to(pick.a),
        take.out.to(pick.b),
        pick.out.to(outputs.out),
      ],
    }))()
  }
  return circuit(`Mux${width}_madeOf`, () => ({
    inputs: { in0: bus(width), in1: bus(width), sel: bit },
    outputs: { out: bus(width) },
    nodes: {
      in0Bit: bitsOf(width),
      in1Bit: bitsOf(width),
      notSel: Not,
      keep: times(width, () => And),
      take: times(width, () => And),
      pick: times(width, () => Or),
      join: joinOf(width),
    },
    connect: ({ inputs, outputs, nodes: { in0Bit, in1Bit, notSel, keep, take, pick, join } }) => [
      inputs.in0.to(...in0Bit.map((b) => b.in)),
      inputs.in1.to(...in1Bit.map((b) => b.in)),
      inputs.sel.to(notSel.in, ...take.map((t) => t.b)),
      notSel.out.to(...keep.map((k) => k.b)),
      ...pick.flatMap((p, i) => [
        in0Bit[i].out.to(keep[i].a),
        in1Bit[i].out.to(take[i].a),
        keep[i].out.to(p.a),
        take[i].out.to(p.b),
      ]),
      ...joined(pick.map((p) => p.out), join, outputs.out),
    ],
  }))()
}

/** Equality bit by bit; order from the carry of a + NOT b + 1, which is 1 when a ≥ b. */
const comparator: MadeOfBuilder = (options) => {
  const width = widthOf(options, 8)
  return circuit(`Comparator${width}_madeOf`, () => ({
    inputs: { a: bus(width), b: bus(width) },
    outputs: { eq: bit, ne: bit, lt: bit, le: bit, gt: bit, ge: bit },
    nodes: {
      aBit: bitsOf(width),
      bBit: bitsOf(width),
      same: times(width, () => Xnor),
      allSame: times(width - 1, () => And),
      notEq: Not,
      inv: times(width, () => Not),
      one: Constant({ value: 1 }),
      fa: times(width, () => FullAdder),
      isLt: Not,
      le: Or,
      gt: And,
    },
    connect: ({ inputs, outputs, nodes: { aBit, bBit, same, allSame, notEq, inv, one, fa, isLt, le, gt } }) => {
      const equal = width === 1 ? same[0].out : allSame[width - 2].out
      const greaterOrEqual = fa[width - 1].carry_out
      return [
        inputs.a.to(...aBit.map((b) => b.in)),
        inputs.b.to(...bBit.map((b) => b.in)),
        ...same.flatMap((s, i) => [aBit[i].out.to(s.a, fa[i].a), bBit[i].out.to(s.b, inv[i].in), inv[i].out.to(fa[i].b)]),
        ...allSame.flatMap((all, i) => [(i === 0 ? same[0] : allSame[i - 1]).out.to(all.a), same[i + 1].out.to(all.b)]),
        one.out.to(fa[0].carry_in),
        ...rippled(fa),
        equal.to(notEq.in, le.b, outputs.eq),
        greaterOrEqual.to(isLt.in, gt.a, outputs.ge),
        notEq.out.to(gt.b, outputs.ne),
        isLt.out.to(le.a, outputs.lt),
        le.out.to(outputs.le),
        gt.out.to(outputs.gt),
      ]
    },
  }))()
}

/**
 * The gate-level pictures, by the name of the primitive.
 *
 * @param options — `width`: wires of the words; what is no positive whole number counts as the default
 * @returns a circuit with the ports of the primitive, named `Adder8_madeOf` and so on
 * @example
 * ```ts
 * nodes: { add: MADE_OF.Adder({ width: 4 }) }
 * ```
 */
export const MADE_OF = Object.freeze({
  Adder: adder,
  Subtractor: subtractor,
  Incrementer: incrementer,
  Mux: mux,
  Comparator: comparator,
})

/**
 * The names in MADE_OF, in its order.
 *
 * @returns a frozen array of names
 * @example
 * ```ts
 * MADE_OF_NAMES // ['Adder', 'Subtractor', 'Incrementer', 'Mux', 'Comparator']
 * ```
 */
export const MADE_OF_NAMES: readonly string[] = Object.freeze(Object.keys(MADE_OF))

/**
 * Tells whether there is a gate-level picture of a primitive.
 *
 * @param name — name of a primitive
 * @returns true for the names in MADE_OF
 * @example
 * ```ts
 * hasMadeOf('Adder') // true
 * ```
 */
export function hasMadeOf(name: string): boolean {
  return Object.hasOwn(MADE_OF, name)
}
