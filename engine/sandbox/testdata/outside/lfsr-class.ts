class Lfsr {
  #taps: readonly number[]
  static readonly seed = 0xace1
  constructor(private readonly width: number, ...taps: number[]) { this.#taps = taps }
  next(s: number) { let f = 0; for (const t of this.#taps) f ^= (s >> t) & 1; return ((s >> 1) | (f << (this.width - 1))) & (2 ** this.width - 1) }
  build(name: string) {
    return circuit(name, {
      inputs: { run: bit, load: bit, seed: bus(this.width) }, outputs: { q: bus(this.width), msb: bit },
      state: { s: reg(this.width, Lfsr.seed) },
      eval: ({ s }) => ({ q: s, msb: (s >> (this.width - 1)) & 1 }),
      onTick: ({ s, run, load, seed }) => ({ s: load ? seed || 1 : run ? this.next(s) : s }),
    })
  }
}
new Lfsr(16, 0, 2, 3, 5).build('Lfsr16')
