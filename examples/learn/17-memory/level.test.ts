test.each([0, 1, 2, 3])('keeps word %d', (address) => {
  const sim = simulate(submission)
  sim.set({ address, data: 40 + address, write: 1 })
  sim.tick()
  sim.set({ write: 0, data: 0 })
  expect(sim.get('value')).toBe(40 + address)
})

test('the other words stay', () => {
  const sim = simulate(submission)
  sim.set({ write: 1 })
  for (const address of [0, 1, 2, 3]) {
    sim.set({ address, data: 10 * (address + 1) })
    sim.tick()
  }
  sim.set({ write: 0, data: 255 })
  sim.tick()
  for (const address of [3, 1, 0, 2]) {
    sim.set({ address })
    expect(sim.get('value')).toBe(10 * (address + 1))
  }
})

test('400 cycles of anything', () => {
  const sim = simulate(submission)
  const words = [0, 0, 0, 0]
  let x = 3
  for (let i = 0; i < 400; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    const [address, write, data] = [x >>> 30, (x >>> 29) & 1, (x >>> 8) & 255]
    sim.set({ address, write, data })
    expect(sim.get('value')).toBe(words[address])
    sim.tick()
    if (write) words[address] = data
  }
})
