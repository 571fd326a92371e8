// Rule 30 on a ring of 4,096 cells, all of them one bus.
const N = 4096n
const MASK = (1n << N) - 1n

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes: {
    cells: circuit('Cells', {
      outputs: { out: bus(32) },
      state: { s: reg(4096, 1n << 2048n) },
      eval: ({ s }: any) => ({ out: (s >> 2032n) & 0xffffffffn }),
      onTick: ({ s }: any) => ({
        s: (((s >> 1n) | (s << (N - 1n))) ^ (s | ((s << 1n) | (s >> (N - 1n))))) & MASK,
      }),
    }),
  },
  connect: ({ outputs, nodes: { cells } }) => [cells.out.to(outputs.out)],
})
