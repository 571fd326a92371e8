circuit('Top', { nodes: { inputs: Not } })
