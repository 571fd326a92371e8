const cases = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
]

test.each(cases)('%d AND %d', (a, b) => {
  const sim = simulate(submission)
  sim.set({ a, b })
  expect(sim.get('both')).toBe(a & b)
})

test.each(cases)('%d OR %d', (a, b) => {
  const sim = simulate(submission)
  sim.set({ a, b })
  expect(sim.get('either')).toBe(a | b)
})
