circuit('Hold', { inputs: { which: bus(2), v: bus(8) }, outputs: { a: bus(8), b: bus(8), c: bus(8) },
  state: { x: reg(8, 1), y: reg(8, 2), z: reg(8, 3) },
  eval: ({ x, y, z }) => ({ a: x, b: y, c: z }),
  onTick: ({ which, v }) => { if (which === 0) return { x: v }; if (which === 1) return { y: v }; if (which == 2) return { z: v, x: undefined }; return {} } })
