const Digit = circuit('Digit', { inputs: { inc: bit, clr: bit }, outputs: { d: bus(4), carry: bit }, state: { n: reg(4) },
  eval: ({ n, inc }) => ({ d: n, carry: inc && n === 9 ? 1 : 0 }),
  onTick: ({ n, inc, clr }) => clr ? { n: 0 } : { n: inc ? (n + 1) % 10 : n } })
circuit('Bcd4', { inputs: { go: bit, clr: bit }, outputs: { d0: bus(4), d1: bus(4), d2: bus(4), d3: bus(4), ovf: bit },
  nodes: { dig: [Digit, Digit, Digit, Digit] },
  connect: ({ inputs, outputs, nodes: { dig } }) => { const o: any = outputs; return [
    inputs.go.to(dig[0].inc), ...dig.map(d => inputs.clr.to(d.clr)), ...[1, 2, 3].map(i => dig[i - 1].carry.to(dig[i].inc)),
    ...dig.map((d, i) => d.d.to(o['d' + i])), dig[3].carry.to(outputs.ovf)] } })
