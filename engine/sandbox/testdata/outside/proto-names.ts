circuit('constructor', { inputs: { toString: bit, __proto__x: bit, valueOf: bus(4) }, outputs: { hasOwnProperty: bit, constructor: bus(4) },
  nodes: { constructor: Xor, valueOf: BusNot({ width: 4 }) },
  connect: ({ inputs, outputs, nodes }) => [inputs.toString.to(nodes.constructor.a), inputs.__proto__x.to(nodes.constructor.b), nodes.constructor.out.to(outputs.hasOwnProperty), inputs.valueOf.to(nodes.valueOf.in), nodes.valueOf.out.to(outputs.constructor)] })
