circuit('ProgramCounter', {
  inputs: { jump: bit, target: bus(8), reset: bit },
  outputs: { address: bus(8) },
  nodes: { pc: Register({ width: 8 }), inc: Incrementer, next: Mux({ width: 8 }), on: Constant({ value: 1 }) },
  connect: ({ inputs, outputs, nodes: { pc, inc, next, on } }) => [
    pc.q.to(inc.in, outputs.address),
    inc.out.to(next.in0),
    inputs.target.to(next.in1),
    inputs.jump.to(next.sel),
    next.out.to(pc.data),
    on.out.to(pc.we),
    inputs.reset.to(pc.rst),
  ],
})
