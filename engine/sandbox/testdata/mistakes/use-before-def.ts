circuit('Top', { nodes: { i: Inner } })
const Inner = circuit('Inner', { outputs: { y: bit } })
