const operations: [string, (a: number, b: number) => number][] = [
  ['a + b', (a, b) => a + b],
  ['a − b', (a, b) => a - b],
  ['a AND b', (a, b) => a & b],
  ['a OR b', (a, b) => a | b],
]

operations.forEach(([name, f], op) => {
  test(name, () => {
    const sim = simulate(submission)
    sim.set({ op0: op & 1, op1: op >> 1 })
    let x = op + 1
    for (let i = 0; i < 1000; i++) {
      x = (Math.imul(x, 1664525) + 1013904223) >>> 0
      const [a, b] = i === 0 ? [12, 10] : [x >>> 24, (x >>> 16) & 255]
      sim.set({ a, b })
      expect(sim.get('y')).toBe(f(a, b) & 255)
    }
  })
})

test('zero', () => {
  const sim = simulate(submission)
  sim.set({ a: 7, b: 7, op0: 1, op1: 0 })
  expect(sim.get('zero')).toBe(1)
  sim.set({ b: 6 })
  expect(sim.get('zero')).toBe(0)
})
