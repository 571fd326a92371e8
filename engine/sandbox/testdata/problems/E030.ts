circuit('Top', { nodes: { g: [Not, Not], g1: And } })
