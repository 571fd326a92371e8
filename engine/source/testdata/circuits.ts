declare const circuit: any, bit: any, bus: any, reg: any, And: any
declare function log(...args: unknown[]): void
const WIDTH = 8, mask = (w: number) => (1 << w) - 1
function clamp(x: number) { return x & mask(WIDTH) }
const table = [3, 1, 4, 1, 5]
const Half = circuit('Half', {
  inputs: { a: bit, b: bit },
  outputs: { sum: bit, carry: bit },
  eval: ({ a, b }: any) => ({ sum: a ^ b, carry: a & b }),
})
const Counter = circuit('Counter', {
  inputs: { en: bit },
  outputs: { q: bus(WIDTH) },
  state: { n: reg(WIDTH) },
  eval({ n }: any) { return { q: n } },
  onTick: function ({ en, n }: any) { return { n: en ? clamp(n + 1) : n } },
})
const Rom = circuit('Rom', ({ size = 4 }: any = {}) => ({
  inputs: { addr: bus(4) },
  outputs: { data: bus(8) },
  eval: ({ addr }: any) => { let v = 0; for (let i = 0; i < table.length; i++) if (i === addr) v = table[i]!; return { data: v % size } },
}))
const Top = circuit('Top', {
  inputs: { x: bit }, outputs: { y: bit },
  nodes: { h: Half, c: [Counter, Counter], g: And },
  connect: ({ inputs, outputs, nodes: { h, c, g } }: any) => [],
  meta: { description: 'all together' },
})
log(JSON.stringify(Half.config.eval({ a: 1, b: 1 })), JSON.stringify(Counter.config.onTick({ en: 1, n: 255 })), JSON.stringify(Counter.config.eval({ n: 4 })))
log(JSON.stringify(Rom.config({ size: 3 }).eval({ addr: 4 })), Top.config.connect({ inputs: 1, outputs: 2, nodes: {} }).length)
log(Half.config.eval.name, Counter.config.eval.name, Counter.config.onTick.name)
