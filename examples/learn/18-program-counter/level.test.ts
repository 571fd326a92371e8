test('goes on by one', () => {
  const sim = simulate(submission)
  for (let i = 0; i < 5; i++) {
    expect(sim.get('address')).toBe(i)
    sim.tick()
  }
})

test('jumps', () => {
  const sim = simulate(submission)
  sim.tickN(3)
  sim.set({ jump: 1, target: 100 })
  sim.tick()
  expect(sim.get('address')).toBe(100)
  sim.set({ jump: 0 })
  sim.tick()
  expect(sim.get('address')).toBe(101)
})

test('reset wins', () => {
  const sim = simulate(submission)
  sim.tickN(3)
  sim.set({ jump: 1, target: 100, reset: 1 })
  sim.tick()
  expect(sim.get('address')).toBe(0)
})

test('a loop of three', () => {
  const sim = simulate(submission)
  for (let i = 0; i < 12; i++) {
    expect(sim.get('address')).toBe(i % 3)
    sim.set({ jump: i % 3 === 2 ? 1 : 0, target: 0 })
    sim.tick()
  }
})
