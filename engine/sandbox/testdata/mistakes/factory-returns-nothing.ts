const F = circuit('F', () => { ({ inputs: { a: bit } }) })
circuit('A', { nodes: { f: F() } })
