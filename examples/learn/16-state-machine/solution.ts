circuit('TrafficLight', {
  inputs: { stop: bit },
  outputs: { red: bit, green: bit, yellow: bit },
  state: { phase: 'red', time: reg(4) },
  eval: ({ phase }) => ({
    red: phase === 'red',
    green: phase === 'green',
    yellow: phase === 'yellow',
  }),
  onTick: ({ phase, time, stop }) => {
    if (phase === 'red' && time === 3) return { phase: 'green', time: 0 }
    if (phase === 'green' && (time === 2 || stop)) return { phase: 'yellow', time: 0 }
    if (phase === 'yellow') return { phase: 'red', time: 0 }
    return { time: time + 1 }
  },
})
