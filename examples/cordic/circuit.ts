// Sine and cosine without a multiplier: CORDIC, the method of
// pocket calculators. A vector is turned by smaller and
// smaller angles atan(1), atan(1/2), atan(1/4) …, left or
// right, until the angle that is still missing is about 0.
// Turning by atan(1/2^i) takes two shifts and two additions:
//
//   x -= y >> i    y += x >> i    missing -= atan(1/2^i)
//
// with all signs reversed when the missing angle is negative.
//
// All numbers are fixed-point: 16384 stands for 1. The angle
// is in radians and may lie between -1.57 and 1.57 (a quarter
// turn): 17157 is pi/3, of which the cosine is 8192, one half.
const ONE = 16384
const STEPS = 14

// Every turn also stretches the vector a little, always by the
// same factor. We start with a vector that is shorter by that.
const angles = Array.from({ length: STEPS }, (_, i) => Math.atan(1 / 2 ** i))
const LENGTH = angles.reduce((length, angle) => length * Math.cos(angle), 1)

// a + b, or a - b = a + NOT b + 1.
const AddSubtract = circuit('AddSubtract', {
  inputs: { a: bus(16), b: bus(16), subtract: bit },
  outputs: { out: bus(16) },
  nodes: {
    all: Mux({ width: 16 }),
    plus: Constant({ value: 0, width: 16 }),
    minus: Constant({ value: 0xffff, width: 16 }),
    invert: BusXor({ width: 16 }),
    add: Adder({ width: 16 }),
  },
  connect: ({ inputs, outputs, nodes: { all, plus, minus, invert, add } }) => [
    plus.out.to(all.in0),
    minus.out.to(all.in1),
    inputs.subtract.to(all.sel, add.carry_in),
    inputs.b.to(invert.a),
    all.out.to(invert.b),
    inputs.a.to(add.a),
    invert.out.to(add.b),
    add.sum.to(outputs.out),
  ],
})

// Turns by one of the angles, towards the missing angle 0.
const Turn = circuit(
  'Turn',
  ({ step = 0, angle = 0 }: { step?: number; angle?: number } = {}) => ({
    inputs: { x: bus(16), y: bus(16), missing: bus(16) },
    outputs: { xOut: bus(16), yOut: bus(16), missingOut: bus(16) },
    nodes: {
      step: Constant({ value: step, width: 16 }),
      angle: Constant({ value: angle, width: 16 }),
      xShifted: SignedRightShifter({ width: 16 }),
      yShifted: SignedRightShifter({ width: 16 }),
      negative: Slice({ inWidth: 16, offset: 15, width: 1 }),
      positive: Not,
      x: AddSubtract,
      y: AddSubtract,
      missing: AddSubtract,
    },
    connect: ({ inputs, outputs, nodes: n }) => [
      inputs.x.to(n.xShifted.value, n.x.a),
      inputs.y.to(n.yShifted.value, n.y.a),
      n.step.out.to(n.xShifted.shift, n.yShifted.shift),
      inputs.missing.to(n.negative.in, n.missing.a),
      n.negative.out.to(n.positive.in, n.y.subtract),
      n.positive.out.to(n.x.subtract, n.missing.subtract),
      n.yShifted.result.to(n.x.b),
      n.xShifted.result.to(n.y.b),
      n.angle.out.to(n.missing.b),
      n.x.out.to(outputs.xOut),
      n.y.out.to(outputs.yOut),
      n.missing.out.to(outputs.missingOut),
    ],
  }),
)

circuit('Cordic', {
  inputs: { angle: bus(16) },
  outputs: { cosine: bus(16), sine: bus(16) },
  nodes: {
    x: Constant({ value: Math.round(LENGTH * ONE), width: 16 }),
    y: Constant({ value: 0, width: 16 }),
    turn: angles.map((angle, step) =>
      Turn({ step, angle: Math.round(angle * ONE) }),
    ),
  },
  connect: ({ inputs, outputs, nodes: { x, y, turn } }) => [
    x.out.to(turn[0].x),
    y.out.to(turn[0].y),
    inputs.angle.to(turn[0].missing),
    ...turn
      .slice(1)
      .flatMap((t, i) => [
        turn[i].xOut.to(t.x),
        turn[i].yOut.to(t.y),
        turn[i].missingOut.to(t.missing),
      ]),
    turn[STEPS - 1].xOut.to(outputs.cosine),
    turn[STEPS - 1].yOut.to(outputs.sine),
  ],
})
