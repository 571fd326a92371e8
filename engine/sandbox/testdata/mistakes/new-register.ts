circuit('A', { nodes: { r: new Register({ width: 8 }) } })
