circuit('Top', { nodes: { r: Register({ widht: 16 }) } })
