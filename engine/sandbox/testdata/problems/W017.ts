circuit('Sum', {
  inputs: { x: bus(2), y: bus(2) },
  outputs: { total: bus(12), cell: bus(8) },
  state: { m: mem(16, 8) },
  eval: ({ x, y, m }) => {
    let total = 0
    for (let i = 0; i < m.length; i++) total += m[i]
    return { total, cell: m[y][x] }
  },
})
