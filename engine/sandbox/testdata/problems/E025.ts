// limit: nodes 3
circuit('Top', { nodes: { g: [Not, Not, Not, Not] } })
