test.each([
  [5, 3],
  [3, 5],
  [0, 1],
  [200, 200],
  [255, 0],
  [128, 127],
  [1, 255],
])('%d − %d', (a, b) => {
  const sim = simulate(submission)
  sim.set({ a, b })
  expect(sim.get('y')).toBe((a - b) & 255)
  expect(sim.get('noBorrow')).toBe(a >= b ? 1 : 0)
})

test('4,000 pairs more', () => {
  const sim = simulate(submission)
  let x = 1
  for (let i = 0; i < 4000; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    const [a, b] = [x >>> 24, (x >>> 16) & 255]
    sim.set({ a, b })
    expect(sim.get('y')).toBe((a - b) & 255)
    expect(sim.get('noBorrow')).toBe(a >= b ? 1 : 0)
  }
})
