const taps = [1, -3, 5, 7, 5, -3, 1]
const Tap = circuit('Tap', ({ k = 0 } = {}) => ({
  inputs: { x: bus(16), acc: bus(32) }, outputs: { y: bus(32), xo: bus(16) },
  state: { z: reg(16) },
  eval: ({ x, acc, z, k = 0 }: any) => ({ y: (acc + Math.imul((x << 16) >> 16, k)) | 0, xo: z }),
  onTick: ({ x }: any) => ({ z: x }),
}))
circuit('Fir', {
  inputs: { x: bus(16) }, outputs: { y: bus(32) },
  nodes: { t: taps.map((k) => Tap({ k })), zero: Constant({ value: 0, width: 32 }) },
  connect: ({ inputs, outputs, nodes: { t, zero } }) => [
    inputs.x.to(t[0].x), zero.out.to(t[0].acc),
    ...t.flatMap((n, i) => i + 1 < t.length ? [n.y.to(t[i + 1].acc), n.xo.to(t[i + 1].x)] : [n.y.to(outputs.y)]),
  ],
})
