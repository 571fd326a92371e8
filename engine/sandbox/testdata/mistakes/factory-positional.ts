const R = Register(16)
circuit('A', { nodes: { r: R } })
