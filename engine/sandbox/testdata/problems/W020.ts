circuit('Top', { inputs: { a: bit, a: bus(8) } })
