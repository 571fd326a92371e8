circuit('C', { outputs: { q: bus(8) }, state: { s: [0, 0, 0] }, eval: () => ({ q: 0 }), onTick: () => ({ s: [1] }) })
