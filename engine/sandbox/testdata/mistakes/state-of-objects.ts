// Values that are no state, and the right way to write them.
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
