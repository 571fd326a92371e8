circuit('Swap', {
  inputs: { i: bus(3), j: bus(3), w: bit, v: bus(12) }, outputs: { x: bus(12), y: bus(12), total: bus(16) },
  state: { m: mem(8, 12, new Map([[0, 100], [3, 4095], [7, 1]])) },
  eval: ({ m, i, j }) => ({ x: m[i], y: m[j], total: [...m.values()].reduce((s, v) => s + v, 0) }),
  onTick: ({ m, i, j, w, v }) => { const n = new Map(m); if (w) n.set(i, v); else { n.set(i, m[j]); n.set(j, m[i]) } return { m: n } },
})
