test.each([
  [0, 1],
  [1, 0],
])('NOT %d is %d', (a, y) => {
  const sim = simulate(submission)
  sim.set({ a })
  expect(sim.get('y')).toBe(y)
})
