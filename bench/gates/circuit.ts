// About 10,000 gates: two array multipliers (32 x 32 and 26 x 26 bits) and a 64-bit ripple-carry
// adder, every adder cell made of gates, around 64 flip-flops.
const BITS = 64

const multiplier = (name: string, n: number) => {
  const nodes: Record<string, any> = {}
  const inputs: Record<string, any> = {}
  const outputs: Record<string, any> = {}
  for (let i = 0; i < n; i++) {
    inputs[`a${i}`] = bit
    inputs[`b${i}`] = bit
    for (let j = 0; j < n; j++) {
      nodes[`p${i}_${j}`] = And
      if (i > 0) nodes[`f${i}_${j}`] = FullAdder
    }
  }
  for (let i = 0; i < 2 * n; i++) outputs[`p${i}`] = bit
  nodes.zero = Constant({ value: 0, width: 1 })
  return circuit(name, {
    inputs,
    outputs,
    nodes,
    connect: ({ inputs: x, outputs: y, nodes: c }) => {
      const list = []
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) list.push(x[`a${j}`].to(c[`p${i}_${j}`].a), x[`b${i}`].to(c[`p${i}_${j}`].b))
      }
      let row = []
      for (let j = 0; j < n; j++) row.push(c[`p0_${j}`].out)
      row.push(c.zero.out)
      for (let i = 1; i < n; i++) {
        list.push(row[0].to(y[`p${i - 1}`]))
        const next = []
        let carry = c.zero.out
        for (let j = 0; j < n; j++) {
          const f = c[`f${i}_${j}`]
          list.push(row[j + 1].to(f.a), c[`p${i}_${j}`].out.to(f.b), carry.to(f.carry_in))
          next.push(f.sum)
          carry = f.carry_out
        }
        next.push(carry)
        row = next
      }
      row.forEach((bitOfRow, j) => {
        list.push(bitOfRow.to(y[`p${n - 1 + j}`]))
      })
      return list
    },
  })
}

const nodes: Record<string, any> = {
  big: multiplier('Multiplier32', 32),
  small: multiplier('Multiplier26', 26),
  one: Constant({ value: 1, width: 1 }),
  join: circuit('Join32', {
    inputs: Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`i${i}`, bit])),
    outputs: { out: bus(32) },
    eval: (v: any) => ({
      out:
        v.i0 | (v.i1 << 1) | (v.i2 << 2) | (v.i3 << 3) | (v.i4 << 4) | (v.i5 << 5) | (v.i6 << 6) | (v.i7 << 7) |
        (v.i8 << 8) | (v.i9 << 9) | (v.i10 << 10) | (v.i11 << 11) | (v.i12 << 12) | (v.i13 << 13) | (v.i14 << 14) |
        (v.i15 << 15) | (v.i16 << 16) | (v.i17 << 17) | (v.i18 << 18) | (v.i19 << 19) | (v.i20 << 20) |
        (v.i21 << 21) | (v.i22 << 22) | (v.i23 << 23) | (v.i24 << 24) | (v.i25 << 25) | (v.i26 << 26) |
        (v.i27 << 27) | (v.i28 << 28) | (v.i29 << 29) | (v.i30 << 30) | (v.i31 << 31),
    }),
  }),
}
const start = 0x9e3779b97f4a7c15n
for (let i = 0; i < BITS; i++) {
  nodes[`d${i}`] = DFlipFlop({ value: Number((start >> BigInt(i)) & 1n) })
  nodes[`s${i}`] = FullAdder
  if (i < 52) nodes[`x${i}`] = Xor
}

circuit('Bench', {
  outputs: { out: bus(32) },
  nodes,
  connect: ({ outputs, nodes: n }) => {
    const list = [n.join.out.to(outputs.out)]
    for (let i = 0; i < 32; i++) {
      list.push(n[`d${i}`].q.to(n.big[`a${i}`]), n[`d${32 + i}`].q.to(n.big[`b${i}`]), n[`d${32 + i}`].q.to(n.join[`i${i}`]))
    }
    for (let i = 0; i < 26; i++) {
      list.push(n[`d${3 + i}`].q.to(n.small[`a${i}`]), n[`d${31 + i}`].q.to(n.small[`b${i}`]))
    }
    let carry = n.one.out
    for (let i = 0; i < BITS; i++) {
      const product = n.big[`p${i}`]
      if (i < 52) list.push(product.to(n[`x${i}`].a), n.small[`p${i}`].to(n[`x${i}`].b))
      list.push(
        n[`d${i}`].q.to(n[`s${i}`].a),
        (i < 52 ? n[`x${i}`].out : product).to(n[`s${i}`].b),
        carry.to(n[`s${i}`].carry_in),
        n[`s${i}`].sum.to(n[`d${i}`].d),
      )
      carry = n[`s${i}`].carry_out
    }
    return list
  },
})
