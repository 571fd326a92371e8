test.each([
  ['1', 1],
  ['10', 2],
  ['1011', 11],
  ['0110', 6],
  ['111100', 12],
])('after the bits %s', (bits, word) => {
  const sim = simulate(submission)
  for (const bit of bits) {
    sim.set({ d: Number(bit) })
    sim.tick()
  }
  expect(sim.get('word')).toBe(word)
})

test('500 bits', () => {
  const sim = simulate(submission)
  let [word, x] = [0, 1]
  for (let i = 0; i < 500; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    const d = x >>> 31
    word = ((word << 1) | d) & 15
    sim.set({ d })
    sim.tick()
    expect(sim.get('word')).toBe(word)
  }
})
