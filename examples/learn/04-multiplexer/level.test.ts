for (let i = 0; i < 8; i++) {
  const [a, b, sel] = [i & 1, (i >> 1) & 1, i >> 2]
  test(`sel ${sel} takes ${sel ? 'b' : 'a'} of a = ${a}, b = ${b}`, () => {
    const sim = simulate(submission)
    sim.set({ a, b, sel })
    expect(sim.get('y')).toBe(sel ? b : a)
  })
}
