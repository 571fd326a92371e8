// What is no state, and what to write instead.
circuit('Machine', {
  inputs: { x: bus(8) },
  outputs: { y: bus(8) },
  state: {
    phase: { kind: 'idle' },
    port: bus(8),
    buffer: new Uint8Array(8),
    stage: null,
    point: { x: 0, y: 0 },
    next: () => 1,
    wide: reg,
  },
  eval: ({ x }) => ({ y: x }),
})
