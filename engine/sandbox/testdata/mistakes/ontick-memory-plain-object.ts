circuit('R', { inputs: { a: bus(4) }, outputs: { y: bus(8) }, state: { m: mem(16, 8) }, eval: ({ m, a }) => ({ y: m[a] }), onTick: ({ m, a }) => ({ m: { ...m, [a]: 5 } }) })
