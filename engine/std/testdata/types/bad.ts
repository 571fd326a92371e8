// Mistakes that the editor must mark. Each line under a @ts-expect-error has one.

circuit('Direction', {
  inputs: { a: bit },
  outputs: { y: bit },
  nodes: { g: And, h: Or },
  connect: ({ inputs, outputs, nodes: { g, h } }) => [
    // @ts-expect-error D40 a source as a target
    inputs.a.to(g.out),
    // @ts-expect-error a circuit input as a target
    g.out.to(inputs.a),
    // @ts-expect-error D40 a node's input as a source
    g.a.to(h.a),
    // @ts-expect-error D40 a circuit output as a source
    outputs.y.to(g.a),
    // @ts-expect-error a node instead of a port
    inputs.a.to(h),
    g.out.to(outputs.y),
  ],
})

circuit('Names', {
  inputs: { a: bit },
  outputs: { y: bit },
  nodes: { g: And },
  connect: ({ inputs, outputs, nodes }) => [
    // @ts-expect-error D98 no such port of a node
    inputs.a.to(nodes.g.c),
    // @ts-expect-error D98 no such port of the circuit
    inputs.b.to(nodes.g.a),
    // @ts-expect-error D98 no such node
    nodes.h.out.to(outputs.y),
    // @ts-expect-error no such output
    nodes.g.out.to(outputs.z),
  ],
})

circuit('NoPorts', {
  nodes: { g: And },
  // @ts-expect-error a circuit without inputs has none
  connect: ({ inputs, nodes: { g } }) => [inputs.a.to(g.a)],
})

// @ts-expect-error D100 a factory that is not called
circuit('Uncalled', { nodes: { r: Register } })

circuit('Missing', {
  outputs: { y: bit, z: bit },
  // @ts-expect-error z is missing
  eval: () => ({ y: 1 }),
})

circuit('Truth', {
  inputs: { a: bit },
  outputs: { y: bus(8) },
  // @ts-expect-error D99 a truth value on a bus
  eval: ({ a }) => ({ y: a === 1 }),
})

circuit('One', {
  inputs: { a: bit },
  outputs: { y: 1 },
  // @ts-expect-error a port declared with the number 1 takes numbers only
  eval: ({ a }) => ({ y: a === 1 }),
})

circuit('State', {
  outputs: { y: bit },
  state: { n: reg(8) },
  eval: () => ({ y: 0 }),
  // @ts-expect-error a register takes numbers
  onTick: () => ({ n: 'a' }),
})

circuit('Hold', {
  outputs: { y: bit },
  state: { n: reg(8), m: reg(8) },
  eval: () => ({ y: 0 }),
  // @ts-expect-error no field of the state has this name
  onTick: ({ n }) => ({ k: n }),
})

circuit('WideFlag', {
  inputs: { a: bus(8) },
  outputs: { y: bus(8) },
  state: { n: reg(8) },
  eval: ({ n }) => ({ y: n }),
  // @ts-expect-error a truth value for a register of more than one bit
  onTick: ({ a }) => ({ n: a === 1 }),
})

// @ts-expect-error a truth value as state
circuit('Boolean', { outputs: { y: bit }, state: { n: true }, eval: () => ({ y: 0 }) })

circuit('Mixed', {
  inputs: { a: bus(64) },
  outputs: { y: bus(64) },
  // @ts-expect-error a port of 64 wires is a bigint, which cannot be added to a number
  eval: ({ a }) => ({ y: a + 1 }),
})

// @ts-expect-error an option that does not exist
Register({ widht: 4 })
// @ts-expect-error a name that does not exist
circuit('Unknown', { nodes: { a: Addder() } })
// @ts-expect-error host functions are not there
simulate(And)
// @ts-expect-error a name must be a string
circuit(5)

circuit('WideState', {
  state: { r: reg(48) },
  // @ts-expect-error a bigint and a number do not mix
  onTick: ({ r }) => ({ r: r + 1 }),
})
