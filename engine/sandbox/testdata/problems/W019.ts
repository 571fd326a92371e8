circuit('Door', {
  inputs: { open: bit },
  outputs: { y: bit },
  state: { phase: reg(2, 'shut'), last: reg(2) },
  eval: ({ phase }) => ({ y: phase & 1 }),
  onTick: ({ open, phase }) => ({ phase: open ? 1 : 2, last: phase ? 'open' : 'shut' }),
})
