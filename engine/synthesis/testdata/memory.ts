const table = [3, 1, 4, 1, 5, 9, 2, 6]
const Machine = circuit('Machine', {
  inputs: { a: bus(5), d: bus(8), we: bit },
  outputs: { q: bus(8), t: bus(4), seen: bit },
  state: { m: mem(24, 8), text: '' },
  eval: ({ a, m }) => ({ q: m[a], t: table[a & 7], seen: m.has(a) }),
  onTick: ({ a, d, we, m, text }) => {
    if (!we) return { m, text }
    m[a] = d
    return { m, text: (text + String.fromCharCode(d)).slice(-64) }
  },
})
