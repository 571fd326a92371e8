const shown = (sim) => ['red', 'green', 'yellow'].filter((colour) => sim.get(colour) === 1).join(' and ')

test('begins with red', () => {
  expect(shown(simulate(submission))).toBe('red')
})

test('three rounds', () => {
  const sim = simulate(submission)
  const round = ['red', 'red', 'red', 'red', 'green', 'green', 'green', 'yellow']
  for (const colour of [...round, ...round, ...round]) {
    expect(shown(sim)).toBe(colour)
    sim.tick()
  }
})

test('stop ends green at once', () => {
  const sim = simulate(submission)
  sim.tickN(5)
  expect(shown(sim)).toBe('green')
  sim.set({ stop: 1 })
  sim.tick()
  expect(shown(sim)).toBe('yellow')
})

test('stop leaves red and yellow as long as they are', () => {
  const sim = simulate(submission)
  sim.set({ stop: 1 })
  for (const colour of ['red', 'red', 'red', 'red', 'green', 'yellow', 'red', 'red', 'red', 'red', 'green', 'yellow']) {
    expect(shown(sim)).toBe(colour)
    sim.tick()
  }
})
