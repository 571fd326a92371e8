circuit('Alu', {
  inputs: { a: bus(16), b: bus(16), op: bus(3) },
  outputs: { result: bus(16), zero: bit },
  eval: ({ a, b, op }) => {
    const results = [a + b, a - b, a & b, a | b, a ^ b, a << (b & 15), a >> (b & 15), a < b ? 1 : 0]
    const result = results[op] & 0xffff
    return { result, zero: result === 0 ? 1 : 0 }
  },
})
