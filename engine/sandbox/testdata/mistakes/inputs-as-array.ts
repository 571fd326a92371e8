circuit('A', { inputs: ['a', 'b'], outputs: ['y'] })
