// A small synthesiser. It plays the first line of Beethoven's
// "Ode to Joy", and an oscilloscope shows the sound. Flip
// `buzz` for a square wave in place of the sine.
//
// The sound is a stream of signed 8-bit samples, 8,000 of them
// for a second of music; the circuit makes one in two clock
// cycles.
const SAMPLE_RATE = 8000
const NOTE_SAMPLES = 512

// Tones by their distance from the A of 440 Hz, in semitones.
const tone = (semitones: number) => 440 * 2 ** (semitones / 12)
const [C, D, E, F, G] = [-9, -7, -5, -4, -2].map(tone)
const MELODY = [E, E, F, G, G, F, E, D, C, C, D, E, E, D, D, 0]

// The phase of the oscillator has 16 bits. For each sample it
// moves on by this much, so that it goes around with the tone's
// frequency.
const step = (frequency: number) =>
  Math.round((frequency / SAMPLE_RATE) * 65536)

// One period of a sine, as two's-complement bytes.
const sine = Array.from({ length: 256 }, (_, i) => {
  const value = Math.round(127 * Math.sin((2 * Math.PI * i) / 256))
  return value & 255
})

// Counts samples and notes. A sample ends with each odd cycle.
const Sequencer = circuit('Sequencer', {
  outputs: { note: bus(4), sample: bus(9), draws: bit },
  state: { half: reg(1, 0), samples: reg(9, 0), notes: reg(4, 0) },
  eval: ({ half, samples, notes }) => ({
    note: notes,
    sample: samples,
    draws: half,
  }),
  onTick: ({ half, samples, notes }) => ({
    half: 1 - half,
    samples: half ? samples + 1 : samples,
    notes: half && samples === NOTE_SAMPLES - 1 ? notes + 1 : notes,
  }),
})

// A plucked string: loud at the start of a note, silent at its
// end.
const Envelope = circuit('Envelope', {
  inputs: { sample: bus(9) },
  outputs: { volume: bus(8) },
  eval: ({ sample }) => ({ volume: 127 - (sample >> 2) }),
})

// The highest bit of the phase tells the halves of the period.
const SquareWave = circuit('SquareWave', {
  inputs: { phase: bus(8) },
  outputs: { value: bus(8) },
  eval: ({ phase }) => ({ value: phase < 128 ? 96 : 160 }),
})

// The row of a sample on the screen: loud samples are near the
// edges, silence is in the middle.
const rowOf = (value: number) => 31 - ((value ^ 128) >> 3)

// Draws one column for each sample, from left to right: in the
// first cycle it wipes out the old point of the column, in the
// second one it draws the new point.
const Scope = circuit('Scope', {
  inputs: { value: bus(8), sample: bus(9), draws: bit },
  outputs: { addr: bus(11), data: bus(8) },
  state: { rows: mem(64, 5) },
  eval: ({ rows, value, sample, draws }) => {
    const column = sample & 63
    const row = draws ? rowOf(value) : rows[column]
    return { addr: row * 64 + column, data: draws }
  },
  onTick: ({ rows, value, sample, draws }) => {
    if (draws) rows[sample & 63] = rowOf(value)
    return { rows }
  },
})

circuit('Synth', {
  outputs: { sound: bus(8) },
  nodes: {
    buzz: Switch,
    sequencer: Sequencer,
    score: Mem({
      rdPorts: 1,
      wrPorts: 0,
      abits: 4,
      width: 16,
      store: MELODY.map(step),
    }),
    phase: Register({ width: 16 }),
    advance: Adder({ width: 16 }),
    noCarry: Constant({ value: 0, width: 1 }),
    never: Constant({ value: 0, width: 1 }),
    angle: Slice({ inWidth: 16, offset: 8, width: 8 }),
    sine: Mem({ rdPorts: 1, wrPorts: 0, abits: 8, width: 8, store: sine }),
    square: SquareWave,
    wave: Mux({ width: 8 }),
    envelope: Envelope,
    amplifier: SignedMultiplier,
    // 127 times 127 is nearly 2^14: bits 7 to 14 are the sample.
    sample: Slice({ inWidth: 16, offset: 7, width: 8 }),
    scope: Scope,
    always: Constant({ value: 1, width: 1 }),
    picture: DualPortRAM({ addressWidth: 11, dataWidth: 8 }),
    scan: BitSlice({ low: 0, high: 10, width: 16 }),
    screen: Screen({ width: 64, height: 32 }),
    note: HexDisplay,
    noteByte: ZeroExtend({ inWidth: 4, outWidth: 8 }),
  },
  connect: ({ outputs, nodes: n }) => [
    // The oscillator goes around with the note's speed.
    n.sequencer.note.to(n.score.rd_addr_0, n.noteByte.in),
    n.score.rd_data_0.to(n.advance.b),
    n.phase.q.to(n.advance.a, n.angle.in),
    n.noCarry.out.to(n.advance.carry_in),
    n.advance.sum.to(n.phase.data),
    n.sequencer.draws.to(n.phase.we),
    n.never.out.to(n.phase.rst),

    // Its angle makes a wave, and the envelope its volume.
    n.angle.out.to(n.sine.rd_addr_0, n.square.phase),
    n.sine.rd_data_0.to(n.wave.in0),
    n.square.value.to(n.wave.in1),
    n.buzz.out.to(n.wave.sel),
    n.sequencer.sample.to(n.envelope.sample, n.scope.sample),
    n.wave.out.to(n.amplifier.a),
    n.envelope.volume.to(n.amplifier.b),
    n.amplifier.product.to(n.sample.in),
    n.sample.out.to(outputs.sound, n.scope.value),

    n.sequencer.draws.to(n.scope.draws),
    n.scope.addr.to(n.picture.addrA),
    n.scope.data.to(n.picture.dataA),
    n.always.out.to(n.picture.weA),
    n.screen.addrB.to(n.scan.in),
    n.scan.out.to(n.picture.addrB),
    n.picture.outB.to(n.screen.dataIn),
    n.noteByte.out.to(n.note.in),
  ],
})
