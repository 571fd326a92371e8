for (let i = 0; i < 8; i++) {
  const [a, b, cin] = [i >> 2, (i >> 1) & 1, i & 1]
  const total = a + b + cin
  test(`${a} + ${b} + ${cin} is ${total}`, () => {
    const sim = simulate(submission)
    sim.set({ a, b, cin })
    expect(sim.get('sum')).toBe(total % 2)
    expect(sim.get('cout')).toBe(total >> 1)
  })
}
