const [NOP, LOAD, ADD, SUB, JUMP, JNZ, OUT] = [0x00, 0x80, 0xa0, 0xb0, 0x40, 0x50, 0x20]

/** Runs a program for so many cycles. */
function run(program, cycles, look = () => {}) {
  const sim = simulate(submission)
  for (let i = 0; i < cycles; i++) {
    sim.set({ instruction: program[sim.get('address')] ?? NOP })
    look(sim)
    sim.tick()
  }
  return sim
}

test('LOAD', () => {
  expect(run([LOAD | 9], 1).get('accumulator')).toBe(9)
})

test('NOP leaves everything and goes on', () => {
  const sim = run([LOAD | 9, NOP, NOP], 3)
  expect(sim.get('accumulator')).toBe(9)
  expect(sim.get('address')).toBe(3)
})

test('ADD', () => {
  expect(run([LOAD | 9, ADD | 15, ADD | 1], 3).get('accumulator')).toBe(25)
})

test('SUB', () => {
  expect(run([LOAD | 9, SUB | 4], 2).get('accumulator')).toBe(5)
  expect(run([LOAD | 1, SUB | 3], 2).get('accumulator')).toBe(254)
})

test('OUT', () => {
  const sim = run([LOAD | 7, OUT, LOAD | 2], 3)
  expect(sim.get('out')).toBe(7)
  expect(sim.get('accumulator')).toBe(2)
})

test('nothing else changes out', () => {
  expect(run([LOAD | 7, ADD | 1, SUB | 1, NOP, JUMP | 5], 5).get('out')).toBe(0)
})

test('JUMP', () => {
  expect(run([JUMP | 5], 1).get('address')).toBe(5)
  expect(run([LOAD | 3, JUMP | 12], 2).get('address')).toBe(12)
})

test('JNZ', () => {
  expect(run([LOAD | 1, JNZ | 8], 2).get('address')).toBe(8)
  expect(run([LOAD | 0, JNZ | 8], 2).get('address')).toBe(2)
})

test('a loop that counts down', () => {
  const seen: number[] = []
  run([LOAD | 3, OUT, SUB | 1, JNZ | 1, JUMP | 4], 16, (sim) => {
    if (seen.at(-1) !== sim.get('out')) seen.push(sim.get('out'))
  })
  expect(seen).toEqual([0, 3, 2, 1])
})
