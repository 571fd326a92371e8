circuit('Histogram', {
  inputs: { bin: bus(5), clear: bit, peek: bus(5) }, outputs: { count: bus(8), used: bus(6) },
  state: { h: mem(32, 8) },
  eval: ({ h, peek }) => ({ count: h.get(peek) ?? 0, used: h.size }),
  onTick: ({ h, bin, clear }) => { if (clear) { h.clear(); return { h } } h.set(bin, ((h.get(bin) ?? 0) + 1) & 255); return { h } },
})
