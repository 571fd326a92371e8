// The quarter round of ChaCha20, the stream cipher of TLS and
// WireGuard (RFC 8439, section 2.1). It stirs four words with
// nothing but additions, rotations and XORs:
//
//   a += b; d ^= a; d <<<= 16
//   c += d; b ^= c; b <<<= 12
//   a += b; d ^= a; d <<<= 8
//   c += d; b ^= c; b <<<= 7
//
// A whole block is 80 of these. Try the numbers of section
// 2.1.1: a = 0x11111111, b = 0x01020304, c = 0x9b8d6f43,
// d = 0x01234567.

// x += y; z ^= x; z <<<= by. Rotating costs no gate: it is
// only a different order of wires.
const Stir = circuit('Stir', ({ by = 16 }: { by?: number } = {}) => ({
  inputs: { x: bus(32), y: bus(32), z: bus(32) },
  outputs: { sum: bus(32), mixed: bus(32) },
  nodes: {
    add: Adder({ width: 32 }),
    noCarry: Constant({ value: 0, width: 1 }),
    xor: BusXor({ width: 32 }),
    top: Slice({ inWidth: 32, offset: 32 - by, width: by }),
    rest: Slice({ inWidth: 32, offset: 0, width: 32 - by }),
    rotated: Concat({ hiWidth: 32 - by, loWidth: by }),
  },
  connect: ({
    inputs,
    outputs,
    nodes: { add, noCarry, xor, top, rest, rotated },
  }) => [
    inputs.x.to(add.a),
    inputs.y.to(add.b),
    noCarry.out.to(add.carry_in),
    inputs.z.to(xor.a),
    add.sum.to(xor.b, outputs.sum),
    xor.out.to(top.in, rest.in),
    rest.out.to(rotated.high),
    top.out.to(rotated.low),
    rotated.out.to(outputs.mixed),
  ],
}))

circuit('QuarterRound', {
  inputs: { a: bus(32), b: bus(32), c: bus(32), d: bus(32) },
  outputs: { aOut: bus(32), bOut: bus(32), cOut: bus(32), dOut: bus(32) },
  nodes: {
    step1: Stir({ by: 16 }),
    step2: Stir({ by: 12 }),
    step3: Stir({ by: 8 }),
    step4: Stir({ by: 7 }),
  },
  connect: ({ inputs, outputs, nodes: { step1, step2, step3, step4 } }) => [
    inputs.a.to(step1.x),
    inputs.b.to(step1.y),
    inputs.d.to(step1.z),

    inputs.c.to(step2.x),
    step1.mixed.to(step2.y),
    inputs.b.to(step2.z),

    step1.sum.to(step3.x),
    step2.mixed.to(step3.y),
    step1.mixed.to(step3.z),

    step2.sum.to(step4.x),
    step3.mixed.to(step4.y),
    step2.mixed.to(step4.z),

    step3.sum.to(outputs.aOut),
    step4.mixed.to(outputs.bOut),
    step4.sum.to(outputs.cOut),
    step3.mixed.to(outputs.dOut),
  ],
})
