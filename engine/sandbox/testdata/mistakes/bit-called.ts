circuit('A', { inputs: { a: bit() }, outputs: { y: bit(1) } })
