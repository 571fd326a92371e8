circuit('C', { inputs: { a​: bit } })
