circuit('Traffic', {
  inputs: { waiting: bit },
  outputs: { red: bit, yellow: bit, green: bit },
  state: { phase: reg(2), timer: reg(4) },
  eval: ({ phase }) => ({ red: phase === 0 ? 1 : 0, green: phase === 1 ? 1 : 0, yellow: phase === 2 ? 1 : 0 }),
  onTick: ({ waiting, phase, timer }) => {
    switch (phase) {
      case 0:
        return waiting ? { phase: 1, timer: 9 } : { phase, timer }
      case 1:
        return timer === 0 ? { phase: 2, timer: 2 } : { phase, timer: timer - 1 }
      default:
        return timer === 0 ? { phase: 0, timer: 0 } : { phase, timer: timer - 1 }
    }
  },
})
