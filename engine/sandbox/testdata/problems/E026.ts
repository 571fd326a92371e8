circuit('Top', { nodes: { r: Registr() } })
