// A shift register: three flip-flops in a row. A bit that arrives at
// `d` comes out of q1, q2 and q3 one, two and three clock edges later.
// All flip-flops look at their inputs at the same edge, so that a value
// moves by exactly one place.
circuit('DelayLine', {
  inputs: { d: bit },
  outputs: { q1: bit, q2: bit, q3: bit },
  nodes: { first: DFlipFlop(), second: DFlipFlop(), third: DFlipFlop() },
  connect: ({ inputs, outputs, nodes: { first, second, third } }) => [
    inputs.d.to(first.d),
    first.q.to(second.d, outputs.q1),
    second.q.to(third.d, outputs.q2),
    third.q.to(outputs.q3),
  ],
})
