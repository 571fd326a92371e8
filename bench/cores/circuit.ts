// 64 small cores of which one works at a time, as in a design whose parts are switched on by need. Each mixes four
// words while it is enabled and rests otherwise; every 256 cycles the next one has its turn.
const CORES = 64

const Turn = circuit('Turn', {
  outputs: { which: bus(6) },
  state: { count: reg(14) },
  eval: ({ count }) => ({ which: count >>> 8 }),
  onTick: ({ count }) => ({ count: (count + 1) & 0x3fff }),
})

const core = (index: number) => circuit(`Core${index}`, {
  inputs: { which: bus(6), chain: bus(32) },
  outputs: { mixed: bus(32) },
  state: { a: reg(32, index + 1), b: reg(32, 0x9e37 + index), c: reg(32, 7), d: reg(32), steps: reg(16) },
  eval: ({ a, d, chain }) => ({ mixed: a ^ d ^ chain }),
  onTick: ({ which, a, b, c, d, steps }) => {
    if (which !== index) return {}
    let x = a ^ (a << 13)
    x = x ^ (x >>> 17)
    x = x ^ (x << 5)
    const y = (b + Math.imul(x, 0x2545f491)) | 0
    const z = ((c << 7) | (c >>> 25)) ^ y
    const w = (d + (z & x) + ((y >>> 3) ^ (z << 2))) | 0
    return { a: x, b: y, c: (z + w) | 0, d: w & 1 ? w ^ x : (w + y) | 0, steps: (steps + 1) & 0xffff }
  },
})

const nodes: Record<string, any> = { turn: Turn, zero: Constant({ value: 0, width: 32 }) }
for (let i = 0; i < CORES; i++) nodes[`core${i}`] = core(i)

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const list = []
    let chain = n.zero.out
    for (let i = 0; i < CORES; i++) {
      list.push(n.turn.which.to(n[`core${i}`].which), chain.to(n[`core${i}`].chain))
      chain = n[`core${i}`].mixed
    }
    list.push(chain.to(outputs.out))
    return list
  },
})
