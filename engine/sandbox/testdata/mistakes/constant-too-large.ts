circuit('A', { outputs: { q: bus(8) }, nodes: { k: Constant({ value: 300, width: 8 }) }, connect: ({ outputs, nodes: { k } }) => [k.out.to(outputs.q)] })
