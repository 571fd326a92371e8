circuit('ProgramCounter', {
  inputs: { jump: bit, target: bus(8), reset: bit },
  outputs: { address: bus(8) },
  nodes: { pc: Register({ width: 8 }), inc: Incrementer, on: Constant({ value: 1 }) },
  connect: ({ inputs, outputs, nodes: { pc, inc, on } }) => [
    pc.q.to(inc.in, outputs.address),
    inc.out.to(pc.data),
    on.out.to(pc.we),
    inputs.reset.to(pc.rst),
  ],
})
