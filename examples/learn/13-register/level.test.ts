test('takes data when write is 1', () => {
  const sim = simulate(submission)
  sim.set({ data: 42, write: 1 })
  sim.tick()
  expect(sim.get('q')).toBe(42)
})

test('waits for the tick', () => {
  const sim = simulate(submission)
  sim.set({ data: 42, write: 1 })
  expect(sim.get('q')).toBe(0)
})

test('keeps its word when write is 0', () => {
  const sim = simulate(submission)
  sim.set({ data: 42, write: 1 })
  sim.tick()
  sim.set({ data: 7, write: 0 })
  sim.tickN(3)
  expect(sim.get('q')).toBe(42)
  sim.set({ write: 1 })
  sim.tick()
  expect(sim.get('q')).toBe(7)
})
