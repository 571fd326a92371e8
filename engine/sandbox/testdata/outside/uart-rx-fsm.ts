enum S { Idle = 'idle', Start = 'start' }
const states = { idle: 0, start: 1, data: 2, stop: 3 } as const
circuit('Serial', { inputs: { rx: bit }, outputs: { byte: bus(8), ready: bit, phase: bus(2), label: bit },
  state: { st: reg(2), n: reg(3), sh: reg(8), out: reg(8), ok: reg(1) },
  eval: ({ st, out, ok }) => ({ byte: out, ready: ok, phase: st, label: S.Idle.length > st }),
  onTick: ({ rx, st, n, sh, out, ok }) => {
    switch (st) {
      case states.idle: return { st: rx ? 0 : 2, n: 0, sh: 0, ok: 0 }
      case states.data: { const s = (sh >> 1) | (rx << 7); return { st: n === 7 ? 3 : 2, n: n + 1, sh: s } as any }
      case states.stop: return { st: 0, ok: rx, out: rx ? sh : out }
    }
    return {}
  } })
