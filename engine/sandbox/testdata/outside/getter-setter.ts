const ctl = { _k: 5, get k() { return this._k * 2 }, ['comp' + 'uted']: 3, nested: { deep: [1, [2, [3]]] } } as const
circuit('Getter', { inputs: { x: bus(8) }, outputs: { y: bus(16), z: bus(8) }, eval: ({ x }) => ({ y: x * (ctl as any).k + (ctl as any).computed, z: ctl.nested.deep[1][1][0] + x }) })
