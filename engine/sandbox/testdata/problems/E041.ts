const parts = { alu: undefined }
circuit('Top', { nodes: { alu: parts.alu } })
