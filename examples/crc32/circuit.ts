// CRC-32, the checksum of Ethernet, ZIP and PNG, one byte in
// every clock cycle. The checksum is the remainder of dividing
// the message by a polynomial, with XOR in place of minus: per
// bit of the message,
//
//   shift right; if a 1 fell out, XOR with the polynomial
//
// Eight of these steps in a row take a whole byte. Feed in
// "123456789", the bytes 0x31 to 0x39: the check value of the
// standard is 0xCBF43926.
const POLYNOMIAL = 0xedb88320

const BitStep = circuit('BitStep', {
  inputs: { in: bus(32) },
  outputs: { out: bus(32) },
  nodes: {
    fallsOut: Slice({ inWidth: 32, offset: 0, width: 1 }),
    rest: Slice({ inWidth: 32, offset: 1, width: 31 }),
    zero: Constant({ value: 0, width: 1 }),
    shifted: Concat({ hiWidth: 1, loWidth: 31 }),
    nothing: Constant({ value: 0, width: 32 }),
    polynomial: Constant({ value: POLYNOMIAL, width: 32 }),
    subtract: Mux({ width: 32 }),
    xor: BusXor({ width: 32 }),
  },
  connect: ({ inputs, outputs, nodes: n }) => [
    inputs.in.to(n.fallsOut.in, n.rest.in),
    n.zero.out.to(n.shifted.high),
    n.rest.out.to(n.shifted.low),
    n.nothing.out.to(n.subtract.in0),
    n.polynomial.out.to(n.subtract.in1),
    n.fallsOut.out.to(n.subtract.sel),
    n.shifted.out.to(n.xor.a),
    n.subtract.out.to(n.xor.b),
    n.xor.out.to(outputs.out),
  ],
})

// The standard starts with all ones and inverts the result.
// The register keeps the remainder inverted, which does both:
// it starts at 0, `clear` sets it to 0, and what it shows is
// the checksum of all bytes so far.
export const Crc32 = circuit('Crc32', {
  inputs: { data: bus(8), valid: bit, clear: bit },
  outputs: { crc: bus(32) },
  nodes: {
    inverted: Register({ width: 32 }),
    remainder: BusNot({ width: 32 }),
    byte: ZeroExtend({ inWidth: 8, outWidth: 32 }),
    mixIn: BusXor({ width: 32 }),
    step: Array.from({ length: 8 }, () => BitStep),
    invert: BusNot({ width: 32 }),
  },
  connect: ({
    inputs,
    outputs,
    nodes: { inverted, remainder, byte, mixIn, step, invert },
  }) => [
    inverted.q.to(remainder.in, outputs.crc),
    inputs.data.to(byte.in),
    remainder.out.to(mixIn.a),
    byte.out.to(mixIn.b),
    mixIn.out.to(step[0].in),
    ...step.slice(1).map((s, i) => step[i].out.to(s.in)),
    step[7].out.to(invert.in),
    invert.out.to(inverted.data),
    inputs.valid.to(inverted.we),
    inputs.clear.to(inverted.rst),
  ],
})
