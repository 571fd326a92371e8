const Lut = circuit('Lut', ({ table = [], width = 8 }: { table?: number[]; width?: number } = {}) => ({
  inputs: { i: bus(3) }, outputs: { o: bus(width) }, eval: ({ i, table = [9] }: any) => ({ o: table[i] ?? 0 }) }))
circuit('Luts', { inputs: { i: bus(3) }, outputs: { sq: bus(8), prime: bus(5), def: bus(8) },
  nodes: { sq: Lut({ table: [0, 1, 4, 9, 16, 25, 36, 49] }), prime: Lut({ table: [2, 3, 5, 7, 11, 13, 17, 19], width: 5 }), def: Lut() },
  connect: ({ inputs, outputs, nodes }) => [inputs.i.to(nodes.sq.i, nodes.prime.i, nodes.def.i), ...(['sq', 'prime', 'def'] as const).map((k) => nodes[k].o.to(outputs[k]))] })
