circuit('Counter', { outputs: { n: bus(8) }, onTick: () => ({ n: 1 }) })
