circuit(‘A’, { inputs: { a: bit } })
