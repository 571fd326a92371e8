// One round of AES (FIPS 197), the cipher of nearly all of the
// web. A round has four parts:
//
//   SubBytes     every byte is replaced, by a table
//   ShiftRows    bytes change places: only wires
//   MixColumns   four bytes are mixed, without a carry
//   AddRoundKey  XOR with the key of the round
//
// The last round of a message leaves out MixColumns: `last`.
// The first byte of state and key is the highest one. Numbers
// to try are in appendix B of the standard: round 1 of state
// 193de3bea0f4e22b9ac68d2ae9f84808 with key
// a0fafe1788542cb123a339392a6c7605.
const BYTES = 16

// The table. In the field of AES a byte is a polynomial with
// coefficients 0 and 1. A byte is replaced by its inverse,
// turned by 0, 1, 2, 3 and 4 bits, all XORed, and XOR 0x63.
const triple = (a: number) => {
  const double = a << 1
  return (double > 0xff ? double ^ 0x11b : double) ^ a
}
// The powers of 3 are all bytes but 0, and come around after
// 255 of them: the inverse of 3^i is 3^(255 - i).
const powers = [1]
while (powers.length < 255) powers.push(triple(powers[powers.length - 1]))
const inverse = new Array<number>(256).fill(0)
powers.forEach((power, i) => {
  inverse[power] = powers[(255 - i) % 255]
})
const rotate = (byte: number, by: number) =>
  ((byte << by) | (byte >> (8 - by))) & 0xff
const sBox = inverse.map(
  (i) => i ^ rotate(i, 1) ^ rotate(i, 2) ^ rotate(i, 3) ^ rotate(i, 4) ^ 0x63,
)

const SubByte = circuit('SubByte', {
  inputs: { in: bus(8) },
  outputs: { out: bus(8) },
  eval: ({ in: byte }) => ({ out: sBox[byte] }),
})

// Twice a byte: shifted, and back into 8 bits by 0x1b when a
// bit falls out.
const Double = circuit('Double', {
  inputs: { in: bus(8) },
  outputs: { out: bus(8) },
  nodes: {
    top: Slice({ inWidth: 8, offset: 7, width: 1 }),
    rest: Slice({ inWidth: 8, offset: 0, width: 7 }),
    zero: Constant({ value: 0, width: 1 }),
    shifted: Concat({ hiWidth: 7, loWidth: 1 }),
    nothing: Constant({ value: 0, width: 8 }),
    polynomial: Constant({ value: 0x1b, width: 8 }),
    reduce: Mux({ width: 8 }),
    xor: BusXor({ width: 8 }),
  },
  connect: ({ inputs, outputs, nodes: n }) => [
    inputs.in.to(n.top.in, n.rest.in),
    n.rest.out.to(n.shifted.high),
    n.zero.out.to(n.shifted.low),
    n.nothing.out.to(n.reduce.in0),
    n.polynomial.out.to(n.reduce.in1),
    n.top.out.to(n.reduce.sel),
    n.shifted.out.to(n.xor.a),
    n.reduce.out.to(n.xor.b),
    n.xor.out.to(outputs.out),
  ],
})

// One byte of a mixed column: 2 * a + 3 * b + c + d, in which
// + is XOR and 3 * b is 2 * b + b.
const MixByte = circuit('MixByte', {
  inputs: { a: bus(8), b: bus(8), c: bus(8), d: bus(8) },
  outputs: { out: bus(8) },
  nodes: {
    ab: BusXor({ width: 8 }),
    double: Double,
    bc: BusXor({ width: 8 }),
    bcd: BusXor({ width: 8 }),
    all: BusXor({ width: 8 }),
  },
  connect: ({ inputs, outputs, nodes: { ab, double, bc, bcd, all } }) => [
    inputs.a.to(ab.a),
    inputs.b.to(ab.b, bc.a),
    inputs.c.to(bc.b),
    inputs.d.to(bcd.b),
    ab.out.to(double.in),
    bc.out.to(bcd.a),
    double.out.to(all.a),
    bcd.out.to(all.b),
    all.out.to(outputs.out),
  ],
})

const range = Array.from({ length: BYTES }, (_, i) => i)

circuit('AesRound', {
  inputs: { state: bus(128), key: bus(128), last: bit },
  outputs: { next: bus(128) },
  nodes: {
    byte: range.map((i) =>
      Slice({ inWidth: 128, offset: 120 - 8 * i, width: 8 }),
    ),
    sub: range.map(() => SubByte),
    mix: range.map(() => MixByte),
    choose: range.map(() => Mux({ width: 8 })),
    join: range.slice(1).map((i) => Concat({ hiWidth: 8 * i, loWidth: 8 })),
    addKey: BusXor({ width: 128 }),
  },
  connect: ({
    inputs,
    outputs,
    nodes: { byte, sub, mix, choose, join, addKey },
  }) => {
    return [
      ...range.flatMap((i) => {
        // The state is a square of four columns, one after the
        // other. ShiftRows turns row r by r places to the left.
        const column = i >> 2
        const row = i & 3
        const from = (below: number) => {
          const r = (row + below) & 3
          return sub[4 * ((column + r) & 3) + r].out
        }
        return [
          inputs.state.to(byte[i].in),
          byte[i].out.to(sub[i].in),
          from(0).to(mix[i].a, choose[i].in1),
          from(1).to(mix[i].b),
          from(2).to(mix[i].c),
          from(3).to(mix[i].d),
          mix[i].out.to(choose[i].in0),
          inputs.last.to(choose[i].sel),
        ]
      }),
      choose[0].out.to(join[0].high),
      ...join.map((j, i) => choose[i + 1].out.to(j.low)),
      ...join.slice(1).map((j, i) => join[i].out.to(j.high)),
      join[BYTES - 2].out.to(addKey.a),
      inputs.key.to(addKey.b),
      addKey.out.to(outputs.next),
    ]
  },
})
