test.each([
  [3, 5],
  [5, 3],
  [7, 7],
  [0, 0],
  [0, 255],
  [255, 0],
  [127, 128],
])('%d and %d', (a, b) => {
  const sim = simulate(submission)
  sim.set({ a, b })
  expect(sim.get('less')).toBe(a < b ? 1 : 0)
  expect(sim.get('equal')).toBe(a === b ? 1 : 0)
})

test('4,000 pairs more', () => {
  const sim = simulate(submission)
  let x = 7
  for (let i = 0; i < 4000; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    const a = x >>> 24
    const b = i % 4 === 0 ? a : (x >>> 16) & 255
    sim.set({ a, b })
    expect(sim.get('less')).toBe(a < b ? 1 : 0)
    expect(sim.get('equal')).toBe(a === b ? 1 : 0)
  }
})
