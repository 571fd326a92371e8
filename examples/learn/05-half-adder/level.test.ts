for (const [a, b] of [[0, 0], [0, 1], [1, 0], [1, 1]]) {
  test(`sum of ${a} + ${b}`, () => {
    const sim = simulate(submission)
    sim.set({ a, b })
    expect(sim.get('sum')).toBe((a + b) % 2)
  })
  test(`carry of ${a} + ${b}`, () => {
    const sim = simulate(submission)
    sim.set({ a, b })
    expect(sim.get('carry')).toBe(a + b > 1 ? 1 : 0)
  })
}
