test('set and hold', () => {
  const sim = simulate(submission)
  sim.set({ set: 1, reset: 0 })
  expect(sim.get('q')).toBe(1)
  sim.set({ set: 0 })
  expect(sim.get('q')).toBe(1)
})

test('reset and hold', () => {
  const sim = simulate(submission)
  sim.set({ set: 0, reset: 1 })
  expect(sim.get('q')).toBe(0)
  sim.set({ reset: 0 })
  expect(sim.get('q')).toBe(0)
})

test('to and fro', () => {
  const sim = simulate(submission)
  for (let i = 0; i < 20; i++) {
    const set = (i * 7) % 3 === 0 ? 1 : 0
    sim.set({ set, reset: 1 - set })
    expect(sim.get('q')).toBe(set)
    sim.set({ set: 0, reset: 0 })
    expect(sim.get('q')).toBe(set)
  }
})
