test.each([
  [0, 0, 0],
  [0, 1, 1],
  [1, 0, 1],
  [1, 1, 0],
])('%d XOR %d is %d', (a, b, y) => {
  const sim = simulate(submission)
  sim.set({ a, b })
  expect(sim.get('y')).toBe(y)
})
