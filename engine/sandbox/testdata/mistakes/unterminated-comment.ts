/* half adder
circuit('A', { inputs: { a: bit } })
