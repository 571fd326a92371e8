// Arithmetic on 256 bits: a product, a sum, comparisons, a rotation by a count that changes.
const MASK = (1n << 256n) - 1n

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes: {
    unit: circuit('Unit', {
      outputs: { out: bus(32) },
      state: { a: reg(256, (1n << 200n) | 12345n), b: reg(256, (1n << 177n) | 99n), r: reg(256, 1n), n: reg(32, 1) },
      eval: ({ a, r, n }: any) => ({ out: (Number((a >> 128n) & 0xffffffffn) ^ Number(r & 0xffffffffn) ^ n) >>> 0 }),
      onTick: ({ a, b, r, n }: any) => {
        const by = n & 255
        return {
          a: a < b ? (a * b + 77n) & MASK : (a - b) & MASK,
          b: a === b ? 5n : (b + (a >> 5n)) & MASK,
          r: (((r << BigInt(by)) & MASK) | (r >> BigInt(256 - by))) ^ a,
          n: (Math.imul(n, 1664525) + 1013904223) >>> 0,
        }
      },
    }),
  },
  connect: ({ outputs, nodes: { unit } }) => [unit.out.to(outputs.out)],
})
