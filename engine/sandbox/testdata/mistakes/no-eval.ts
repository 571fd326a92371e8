circuit('R', { inputs: { a: bit }, outputs: { y: bit } })
