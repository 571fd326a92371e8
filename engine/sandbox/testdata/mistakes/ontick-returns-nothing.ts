circuit('R', { inputs: { a: bit }, outputs: { y: bit }, state: { cnt: reg(1) }, eval: ({ cnt }) => ({ y: cnt }), onTick: ({ a, cnt }) => { cnt = a } })
