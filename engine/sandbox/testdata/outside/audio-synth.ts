const sine = Array.from({ length: 64 }, (_, i) => Math.round(Math.sin((i / 64) * 2 * Math.PI) * 100) & 0xff)
circuit('Synth', { inputs: { note: bus(4), gate: bit }, outputs: { out: bus(8), ph: bus(16) }, state: { phase: reg(16), env: reg(8) },
  eval: ({ phase, env }) => { const v = (sine[phase >> 10] << 24) >> 24; return { out: ((v * env) >> 8) & 0xff, ph: phase } },
  onTick: ({ phase, env, note, gate }) => ({ phase: (phase + [523, 587, 659, 698, 784, 880, 988, 1047][note & 7]) & 0xffff, env: gate ? Math.min(255, env + 16) : Math.max(0, env - 4) }) })
