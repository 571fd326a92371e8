const W = 4, H = 4
const Cell = circuit('Cell', { inputs: Object.fromEntries([...'abcdefgh'].map((k) => [k, bit]).concat([['seed', bit], ['load', bit]])) as any, outputs: { alive: bit }, state: { on: reg(1) },
  eval: ({ on }: any) => ({ alive: on }),
  onTick: (s: any) => { const n = [...'abcdefgh'].reduce((t, k) => t + s[k], 0); return { on: s.load ? s.seed : n === 3 || (n === 2 && s.on) ? 1 : 0 } } })
const ids = Array.from({ length: W * H }, (_, i) => i)
circuit('Life', { inputs: { load: bit, seed: bus(16) }, outputs: { world: bus(16) },
  nodes: { cell: ids.map(() => Cell), bitOf: ids.map((i) => Slice({ inWidth: 16, offset: i })), join: ids.slice(1).map((i) => Concat({ hiWidth: 1, loWidth: i })) },
  connect: ({ inputs, outputs, nodes: { cell, bitOf, join } }) => {
    const at = (x: number, y: number) => ((y + H) % H) * W + ((x + W) % W), wires: any[] = []
    for (const i of ids) {
      const x = i % W, y = (i / W) | 0
      wires.push(inputs.seed.to(bitOf[i].in), bitOf[i].out.to(cell[i].seed), inputs.load.to(cell[i].load))
      const around = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]]
      around.forEach(([dx, dy], k) => wires.push(cell[at(x + dx, y + dy)].alive.to((cell[i] as any)['abcdefgh'[k]])))
      if (i) wires.push(cell[i].alive.to(join[i - 1].high))
    }
    wires.push(cell[0].alive.to(join[0].low)); join.forEach((j, i) => wires.push(i + 1 < join.length ? j.out.to(join[i + 1].low) : j.out.to(outputs.world)))
    return wires
  } })
