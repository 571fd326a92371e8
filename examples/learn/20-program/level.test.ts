test('9 down to 0, and no further', () => {
  const sim = simulate(submission)
  const seen: number[] = []
  const look = () => {
    const out = sim.get('out')
    if (seen.length > 0 ? seen.at(-1) !== out : out !== 0) seen.push(out)
  }
  for (let i = 0; i < 400 && seen.at(-1) !== 0; i++) {
    sim.tick()
    look()
  }
  for (let i = 0; i < 20; i++) {
    sim.tick()
    look()
  }
  expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
})
