for (let i = 0; i < 8; i++) {
  const [on, n] = [i >> 2, i & 3]
  test(`on = ${on}, n = ${n}`, () => {
    const sim = simulate(submission)
    sim.set({ on, n })
    for (let k = 0; k < 4; k++) expect(sim.get(`y${k}`)).toBe(on && n === k ? 1 : 0)
  })
}
