const Inner = circuit('Alu', { nodes: { g: Not } })
circuit('Alu', { nodes: { inner: Inner } })
