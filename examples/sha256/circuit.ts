// SHA-256 (FIPS 180-4), one round per clock cycle. Eight words
// a to h are stirred 64 times, each time with another word w
// of the message and a constant k. Change MESSAGE, run until
// `done`, and read the digest.
const MESSAGE = 'abc'
const ROUNDS = 64

// The constants are "nothing up my sleeve" numbers: the first
// 32 bits after the point of the square and cube roots of the
// first primes.
const primes: number[] = []
for (let n = 2; primes.length < ROUNDS; n++) {
  if (primes.every((p) => n % p !== 0)) primes.push(n)
}
const fraction = (x: number) => Math.floor((x - Math.floor(x)) * 2 ** 32)
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)))
const K = primes.map((p) => fraction(Math.cbrt(p)))

// The message as a block of 16 words: its bytes, a 1 bit,
// zeros, and its length in bits. That is room for 55 bytes;
// more would need a second block.
if (MESSAGE.length > 55)
  throw new Error('MESSAGE is longer than the 55 bytes of one block.')
const bytes = new Array<number>(64).fill(0)
for (let i = 0; i < MESSAGE.length; i++) bytes[i] = MESSAGE.charCodeAt(i)
bytes[MESSAGE.length] = 0x80
bytes[62] = (8 * MESSAGE.length) >> 8
bytes[63] = (8 * MESSAGE.length) & 255
const BLOCK = Array.from({ length: 16 }, (_, i) =>
  bytes.slice(4 * i, 4 * i + 4).reduce((word, byte) => word * 256 + byte, 0),
)

const Add32 = circuit('Add32', {
  inputs: { a: bus(32), b: bus(32) },
  outputs: { sum: bus(32) },
  nodes: {
    add: Adder({ width: 32 }),
    noCarry: Constant({ value: 0, width: 1 }),
  },
  connect: ({ inputs, outputs, nodes: { add, noCarry } }) => [
    inputs.a.to(add.a),
    inputs.b.to(add.b),
    noCarry.out.to(add.carry_in),
    add.sum.to(outputs.sum),
  ],
})

const RotateRight = circuit(
  'RotateRight',
  ({ by = 1 }: { by?: number } = {}) => ({
    inputs: { in: bus(32) },
    outputs: { out: bus(32) },
    nodes: {
      fallsOut: Slice({ inWidth: 32, offset: 0, width: by }),
      rest: Slice({ inWidth: 32, offset: by, width: 32 - by }),
      join: Concat({ hiWidth: by, loWidth: 32 - by }),
    },
    connect: ({ inputs, outputs, nodes: { fallsOut, rest, join } }) => [
      inputs.in.to(fallsOut.in, rest.in),
      fallsOut.out.to(join.high),
      rest.out.to(join.low),
      join.out.to(outputs.out),
    ],
  }),
)

const ShiftRight = circuit(
  'ShiftRight',
  ({ by = 1 }: { by?: number } = {}) => ({
    inputs: { in: bus(32) },
    outputs: { out: bus(32) },
    nodes: {
      rest: Slice({ inWidth: 32, offset: by, width: 32 - by }),
      widen: ZeroExtend({ inWidth: 32 - by, outWidth: 32 }),
    },
    connect: ({ inputs, outputs, nodes: { rest, widen } }) => [
      inputs.in.to(rest.in),
      rest.out.to(widen.in),
      widen.out.to(outputs.out),
    ],
  }),
)

// Three turned copies of a word, XORed: each bit of the result
// depends on three bits far from each other.
const BigSigma = circuit(
  'BigSigma',
  ({
    r1 = 2,
    r2 = 13,
    r3 = 22,
  }: {
    r1?: number
    r2?: number
    r3?: number
  } = {}) => ({
    inputs: { in: bus(32) },
    outputs: { out: bus(32) },
    nodes: {
      first: RotateRight({ by: r1 }),
      second: RotateRight({ by: r2 }),
      third: RotateRight({ by: r3 }),
      xor12: BusXor({ width: 32 }),
      xor3: BusXor({ width: 32 }),
    },
    connect: ({
      inputs,
      outputs,
      nodes: { first, second, third, xor12, xor3 },
    }) => [
      inputs.in.to(first.in, second.in, third.in),
      first.out.to(xor12.a),
      second.out.to(xor12.b),
      xor12.out.to(xor3.a),
      third.out.to(xor3.b),
      xor3.out.to(outputs.out),
    ],
  }),
)

// The same with the third copy shifted, not turned.
const SmallSigma = circuit(
  'SmallSigma',
  ({
    r1 = 7,
    r2 = 18,
    shift = 3,
  }: {
    r1?: number
    r2?: number
    shift?: number
  } = {}) => ({
    inputs: { in: bus(32) },
    outputs: { out: bus(32) },
    nodes: {
      first: RotateRight({ by: r1 }),
      second: RotateRight({ by: r2 }),
      third: ShiftRight({ by: shift }),
      xor12: BusXor({ width: 32 }),
      xor3: BusXor({ width: 32 }),
    },
    connect: ({
      inputs,
      outputs,
      nodes: { first, second, third, xor12, xor3 },
    }) => [
      inputs.in.to(first.in, second.in, third.in),
      first.out.to(xor12.a),
      second.out.to(xor12.b),
      xor12.out.to(xor3.a),
      third.out.to(xor3.b),
      xor3.out.to(outputs.out),
    ],
  }),
)

// Each bit of e chooses between a bit of f and one of g.
const Choose = circuit('Choose', {
  inputs: { e: bus(32), f: bus(32), g: bus(32) },
  outputs: { out: bus(32) },
  nodes: {
    f: BusAnd({ width: 32 }),
    not: BusNot({ width: 32 }),
    g: BusAnd({ width: 32 }),
    xor: BusXor({ width: 32 }),
  },
  connect: ({ inputs, outputs, nodes: { f, not, g, xor } }) => [
    inputs.e.to(f.a, not.in),
    inputs.f.to(f.b),
    not.out.to(g.a),
    inputs.g.to(g.b),
    f.out.to(xor.a),
    g.out.to(xor.b),
    xor.out.to(outputs.out),
  ],
})

// Each bit is what most of the bits of a, b and c are.
const Majority = circuit('Majority', {
  inputs: { a: bus(32), b: bus(32), c: bus(32) },
  outputs: { out: bus(32) },
  nodes: {
    ab: BusAnd({ width: 32 }),
    ac: BusAnd({ width: 32 }),
    bc: BusAnd({ width: 32 }),
    xor1: BusXor({ width: 32 }),
    xor2: BusXor({ width: 32 }),
  },
  connect: ({ inputs, outputs, nodes: { ab, ac, bc, xor1, xor2 } }) => [
    inputs.a.to(ab.a, ac.a),
    inputs.b.to(ab.b, bc.a),
    inputs.c.to(ac.b, bc.b),
    ab.out.to(xor1.a),
    ac.out.to(xor1.b),
    xor1.out.to(xor2.a),
    bc.out.to(xor2.b),
    xor2.out.to(outputs.out),
  ],
})

// The computation of a round. All letters move on by one place; only
// the new a and the new e are mixtures of all of them.
const Round = circuit('Round', {
  inputs: {
    a: bus(32),
    b: bus(32),
    c: bus(32),
    d: bus(32),
    e: bus(32),
    f: bus(32),
    g: bus(32),
    h: bus(32),
    k: bus(32),
    w: bus(32),
  },
  outputs: { newA: bus(32), newE: bus(32) },
  nodes: {
    sigmaE: BigSigma({ r1: 6, r2: 11, r3: 25 }),
    choose: Choose,
    sigmaA: BigSigma({ r1: 2, r2: 13, r3: 22 }),
    majority: Majority,
    wk: Add32,
    hwk: Add32,
    stirredE: Add32,
    t1: Add32,
    t2: Add32,
    newA: Add32,
    newE: Add32,
  },
  connect: ({ inputs, outputs, nodes: n }) => [
    // t1 = h + sigma(e) + choose(e, f, g) + k + w
    inputs.e.to(n.sigmaE.in, n.choose.e),
    inputs.f.to(n.choose.f),
    inputs.g.to(n.choose.g),
    inputs.w.to(n.wk.a),
    inputs.k.to(n.wk.b),
    inputs.h.to(n.hwk.a),
    n.wk.sum.to(n.hwk.b),
    n.sigmaE.out.to(n.stirredE.a),
    n.choose.out.to(n.stirredE.b),
    n.hwk.sum.to(n.t1.a),
    n.stirredE.sum.to(n.t1.b),

    // t2 = sigma(a) + majority(a, b, c)
    inputs.a.to(n.sigmaA.in, n.majority.a),
    inputs.b.to(n.majority.b),
    inputs.c.to(n.majority.c),
    n.sigmaA.out.to(n.t2.a),
    n.majority.out.to(n.t2.b),

    n.t1.sum.to(n.newA.a, n.newE.a),
    n.t2.sum.to(n.newA.b),
    inputs.d.to(n.newE.b),
    n.newA.sum.to(outputs.newA),
    n.newE.sum.to(outputs.newE),
  ],
})

// The constants in a ROM, low bytes first.
const kBytes = K.flatMap((k) => [
  k & 255,
  (k >>> 8) & 255,
  (k >>> 16) & 255,
  k >>> 24,
])

circuit('Sha256', {
  outputs: { digest: bus(256), round: bus(7), done: bit },
  nodes: {
    // The words of the message in a ring: every round uses the
    // first one, and appends a mixture of four.
    w: BLOCK.map((value) => Register({ width: 32, value })),
    sigma0: SmallSigma({ r1: 7, r2: 18, shift: 3 }),
    sigma1: SmallSigma({ r1: 17, r2: 19, shift: 10 }),
    mix1: Add32,
    mix2: Add32,
    mix3: Add32,

    // The letters a to h.
    letter: START.map((value) => Register({ width: 32, value })),
    stir: Round,

    // At the end what was there at the start is added.
    start: START.map((value) => Constant({ value, width: 32 })),
    word: START.map(() => Add32),
    join: START.slice(1).map((_, i) =>
      Concat({ hiWidth: 32 * (i + 1), loWidth: 32 }),
    ),

    round: Register({ width: 7 }),
    one: Constant({ value: 1, width: 7 }),
    next: Adder({ width: 7 }),
    noCarry: Constant({ value: 0, width: 1 }),
    rounds: Constant({ value: ROUNDS, width: 7 }),
    compare: Comparator({ width: 7 }),
    constants: DualPortROM({ memory: romFromBytes(kBytes) }),
    twoZeros: Constant({ value: 0, width: 2 }),
    address: Concat({ hiWidth: 7, loWidth: 2 }),
    widen: ZeroExtend({ inWidth: 9, outWidth: 32 }),
    noAddress: Constant({ value: 0, width: 32 }),
    never: Constant({ value: 0, width: 1 }),
  },
  connect: ({ outputs, nodes: n }) => {
    const [a, b, c, d, e, f, g, h] = n.letter
    const running = n.compare.ne
    return [
      // The message: w[t] = sigma1(w[t-2]) + w[t-7] +
      // sigma0(w[t-15]) + w[t-16].
      n.w[14].q.to(n.sigma1.in),
      n.w[1].q.to(n.sigma0.in),
      n.sigma1.out.to(n.mix1.a),
      n.w[9].q.to(n.mix1.b),
      n.sigma0.out.to(n.mix2.a),
      n.w[0].q.to(n.mix2.b, n.stir.w),
      n.mix1.sum.to(n.mix3.a),
      n.mix2.sum.to(n.mix3.b),
      n.mix3.sum.to(n.w[15].data),
      ...n.w.slice(1).map((w, i) => w.q.to(n.w[i].data)),

      // The letters.
      a.q.to(n.stir.a, b.data),
      b.q.to(n.stir.b, c.data),
      c.q.to(n.stir.c, d.data),
      d.q.to(n.stir.d),
      e.q.to(n.stir.e, f.data),
      f.q.to(n.stir.f, g.data),
      g.q.to(n.stir.g, h.data),
      h.q.to(n.stir.h),
      n.stir.newA.to(a.data),
      n.stir.newE.to(e.data),

      // All of them move while there are rounds to do.
      ...[...n.w, ...n.letter, n.round].flatMap((r) => [
        running.to(r.we),
        n.never.out.to(r.rst),
      ]),
      n.round.q.to(n.next.a, n.compare.a, n.address.high, outputs.round),
      n.one.out.to(n.next.b),
      n.noCarry.out.to(n.next.carry_in),
      n.next.sum.to(n.round.data),
      n.rounds.out.to(n.compare.b),
      n.compare.eq.to(outputs.done),

      // The constant of this round is at 4 * round.
      n.twoZeros.out.to(n.address.low),
      n.address.out.to(n.widen.in),
      n.widen.out.to(n.constants.addrA),
      n.noAddress.out.to(n.constants.addrB),
      n.constants.dataA.to(n.stir.k),

      // The digest, a first.
      ...n.word.flatMap((word, i) => [
        n.start[i].out.to(word.a),
        n.letter[i].q.to(word.b),
      ]),
      n.word[0].sum.to(n.join[0].high),
      ...n.join.map((join, i) => n.word[i + 1].sum.to(join.low)),
      ...n.join.slice(1).map((join, i) => n.join[i].out.to(join.high)),
      n.join[6].out.to(outputs.digest),
    ]
  },
})
