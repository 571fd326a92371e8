circuit('Top', { inputs: { x: bit }, outputs: { x: bit } })
