circuit('TrafficLight', {
  inputs: { stop: bit },
  outputs: { red: bit, green: bit, yellow: bit },
  state: { phase: 'red' },
  eval: ({ phase }) => ({
    red: phase === 'red',
    green: phase === 'green',
    yellow: phase === 'yellow',
  }),
  onTick: ({ phase }) => {
    if (phase === 'red') return { phase: 'green' }
    if (phase === 'green') return { phase: 'yellow' }
    return { phase: 'red' }
  },
})
