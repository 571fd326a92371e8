const ﬀ = 'größe'
circuit('Zähler✓', { inputs: { 'an/aus': bit, größe: bus(6), '数': bus(4) }, outputs: { 'Σ': bus(8), 'π-value': bus(8) },
  state: { ñ: reg(8) },
  eval: ({ ñ, größe, 数 }) => ({ 'Σ': (ñ + größe) & 255, 'π-value': 数 * 3 }),
  onTick: (x) => ({ ñ: x['an/aus'] ? (x.ñ + x[ﬀ as 'größe']) & 0xff : x.ñ }) })
