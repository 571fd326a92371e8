// Adds two 8-bit numbers the way one does on paper: one place
// after the other, each handing its carry to the next. Simple,
// but the carry may have to ripple through all eight places:
// try 255 + 1 and watch the wires. The look-ahead adder is the
// answer to that.
const WIDTH = 8

const Place = circuit('Place', {
  inputs: { a: bit, b: bit, cin: bit },
  outputs: { sum: bit, cout: bit },
  nodes: { half: Xor, sum: Xor, both: And, passed: And, carry: Or },
  connect: ({ inputs, outputs, nodes: { half, sum, both, passed, carry } }) => [
    inputs.a.to(half.a, both.a),
    inputs.b.to(half.b, both.b),
    half.out.to(sum.a, passed.a),
    inputs.cin.to(sum.b, passed.b),
    both.out.to(carry.a),
    passed.out.to(carry.b),
    sum.out.to(outputs.sum),
    carry.out.to(outputs.cout),
  ],
})

export const RippleAdder = circuit('RippleAdder', {
  inputs: { a: bus(8), b: bus(8), cin: bit },
  outputs: { sum: bus(8), cout: bit },
  nodes: {
    a: Splitter8to8,
    b: Splitter8to8,
    place: Array.from({ length: WIDTH }, () => Place),
    sum: Combiner8to8,
  },
  connect: ({ inputs, outputs, nodes: { a, b, place, sum } }) => {
    const aBits = [
      a.bit0,
      a.bit1,
      a.bit2,
      a.bit3,
      a.bit4,
      a.bit5,
      a.bit6,
      a.bit7,
    ]
    const bBits = [
      b.bit0,
      b.bit1,
      b.bit2,
      b.bit3,
      b.bit4,
      b.bit5,
      b.bit6,
      b.bit7,
    ]
    const sumBits = [
      sum.bit0,
      sum.bit1,
      sum.bit2,
      sum.bit3,
      sum.bit4,
      sum.bit5,
      sum.bit6,
      sum.bit7,
    ]
    return [
      inputs.a.to(a.in),
      inputs.b.to(b.in),
      ...place.flatMap((p, i) => [
        aBits[i].to(p.a),
        bBits[i].to(p.b),
        // The lowest place takes the carry from outside.
        i === 0 ? inputs.cin.to(p.cin) : place[i - 1].cout.to(p.cin),
        p.sum.to(sumBits[i]),
      ]),
      place[WIDTH - 1].cout.to(outputs.cout),
      sum.out.to(outputs.sum),
    ]
  },
})
