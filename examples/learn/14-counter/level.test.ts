test('counts while on is 1', () => {
  const sim = simulate(submission)
  sim.set({ on: 1 })
  for (let i = 0; i < 10; i++) {
    expect(sim.get('count')).toBe(i)
    sim.tick()
  }
})

test('stays while on is 0', () => {
  const sim = simulate(submission)
  sim.set({ on: 1 })
  sim.tickN(5)
  sim.set({ on: 0 })
  sim.tickN(5)
  expect(sim.get('count')).toBe(5)
})

test('clear begins anew', () => {
  const sim = simulate(submission)
  sim.set({ on: 1 })
  sim.tickN(9)
  sim.set({ clear: 1 })
  sim.tick()
  expect(sim.get('count')).toBe(0)
  sim.set({ clear: 0 })
  sim.tick()
  expect(sim.get('count')).toBe(1)
})

test('after 255 comes 0', () => {
  const sim = simulate(submission)
  sim.set({ on: 1 })
  sim.tickN(255)
  expect(sim.get('count')).toBe(255)
  sim.tick()
  expect(sim.get('count')).toBe(0)
})
