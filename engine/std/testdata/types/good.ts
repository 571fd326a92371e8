// Circuits that the editor must accept without a complaint.
// D101 library names need no import.

const HalfAdder = circuit('HalfAdder', {
  inputs: { a: bit, b: bit },
  outputs: { sum: bit, carry: bit },
  nodes: { xor: Xor, and: And },
  connect: ({ inputs, outputs, nodes: { xor, and } }) => [
    inputs.a.to(xor.a, and.a),
    inputs.b.to(xor.b, and.b),
    xor.out.to(outputs.sum),
    and.out.to(outputs.carry),
  ],
})

// Widths are not part of the types; a number is a port type; no ports at all is fine.
circuit('Widths', {
  inputs: { in: 1, wide: 16 },
  outputs: { y: bus(8) },
  nodes: { r: Register({ width: 16, value: 3 }), m: Mux(), k: Constant({ value: 255 }) },
  connect: ({ inputs, outputs, nodes: { r, m, k } }) => [
    inputs.wide.to(r.data), inputs.in.to(r.we, m.sel), r.q.to(m.in0), k.out.to(m.in1), m.out.to(outputs.y),
  ],
})
circuit('Empty')

// Behaviour: numbers, truth values on a bit, bigints on a wide bus, registers and memories.
circuit('Counter', {
  inputs: { step: bus(8), on: bit },
  outputs: { n: bus(8), zero: bit },
  state: { value: reg(8, 5) },
  eval: ({ value }) => ({ n: value, zero: value === 0 }),
  onTick: ({ value, step, on }) => ({ value: on ? (value + step) & 255 : value }),
})
circuit('Flag', {
  inputs: { a: bus(8), on: bit },
  outputs: { seen: bit },
  state: { value: reg(1) },
  eval: ({ value }) => ({ seen: value }),
  onTick: ({ a, value }) => ({ value: value === 1 || a === 3 }),
})
circuit('Wide', {
  inputs: { a: bus(64), b: bus(32) },
  outputs: { y: bus(64) },
  eval: ({ a, b }) => ({ y: a + BigInt(b >>> 0) }),
})
circuit('TinyRam', {
  inputs: { addr: bus(4), din: bus(8), we: bit },
  outputs: { dout: bus(8) },
  state: { m: mem(16, 8), text: '' },
  eval: ({ addr, m }) => ({ dout: m[addr] }),
  onTick: ({ addr, din, we, m, text }) => {
    if (we) m[addr] = din
    return { m: new Map(m), text: text + 'x' }
  },
})

// Factories, with options that only eval reads.
const Shl = circuit('Shl', ({ width = 8, by = 1 }: { width?: number; by?: number } = {}) => ({
  inputs: { a: bus(width) },
  outputs: { y: bus(width) },
  eval: ({ a }) => ({ y: (a << by) & (2 ** width - 1) }),
}))

// Arrays of nodes, nested circuits, switches that are called, a bare component from the library.
circuit('Chain', {
  inputs: { a: bus(8) },
  outputs: { y: bus(8), lit: bit },
  nodes: {
    stage: Array.from({ length: 4 }, () => Shl({ by: 1 })),
    half: HalfAdder,
    s: Switch({ value: 1 }),
    program: ROM({ memory: romFromBytes([1, 2, 3]) }),
    gates: MADE_OF.Adder({ width: 4 }),
    pick: Pmux({ width: 8, sWidth: 2 }),
  },
  connect: ({ inputs, outputs, nodes: { stage, half, s, program, gates, pick } }) => [
    inputs.a.to(stage[0].a, pick.b_1),
    ...stage.slice(1).map((next, i) => stage[i].y.to(next.a)),
    stage[3].y.to(outputs.y, program.addr),
    program.data_out.to(gates.a),
    s.out.to(half.a, half.b),
    half.carry.to(outputs.lit),
  ],
  meta: { description: 'A chain', category: 'test', icon: '>>', tags: ['a'], synthesizable: true },
})
component('Alias', { inputs: { a: bit } })

// State wider than 32 wires is a bigint; a ready-made part can be called.
circuit('Wide', {
  inputs: { a: bus(48) },
  outputs: { y: bus(48), z: bus(40) },
  state: { r: reg(48), m: mem(4, 40) },
  eval: ({ r, m }) => ({ y: r >> 1n, z: m[0] | 1n }),
  onTick: ({ a, r, m }) => {
    m[0] = a & 255n
    return { r: r + a, m }
  },
})
circuit('Called', { nodes: { m: Multiplier(), f: Eth_FrameInput({ memory: [1, 2, 3] }) } })

circuit('HoldsWhatIsLeftOut', {
  outputs: { y: bit },
  state: { n: reg(8), m: reg(8) },
  eval: () => ({ y: 0 }),
  onTick: ({ n, m }) => (m > 3 ? { n: n + 1 } : { m: m + 1 }),
})

// nodes without a type have any ports
const untyped: Record<string, any> = { a: And, b: [Or, Or] }
circuit('Untyped', {
  inputs: { x: bit },
  outputs: { y: bit },
  nodes: untyped,
  connect: ({ inputs, outputs, nodes: { a, b } }) => [inputs.x.to(a.a, b[0].b), a.out.to(outputs.y)],
})
