// limit: source 40 bytes
circuit('Top', { inputs: { a: bit }, outputs: { y: bit } })
