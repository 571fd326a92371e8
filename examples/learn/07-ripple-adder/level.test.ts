test.each([
  [1, 2],
  [5, 10],
  [3, 1],
  [7, 7],
  [15, 1],
  [15, 15],
])('%d + %d', (a, b) => {
  const sim = simulate(submission)
  sim.set({ a, b })
  expect(sim.get('sum')).toBe((a + b) & 15)
  expect(sim.get('carry')).toBe((a + b) >> 4)
})

test('all 256 sums', () => {
  const sim = simulate(submission)
  for (let a = 0; a < 16; a++) {
    for (let b = 0; b < 16; b++) {
      sim.set({ a, b })
      expect(sim.get('sum')).toBe((a + b) & 15)
      expect(sim.get('carry')).toBe((a + b) >> 4)
    }
  }
})
