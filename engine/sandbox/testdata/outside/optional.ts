type Cfg = { gain?: { num?: number; den?: number }; bias?: number | null }
const cfg: Cfg[] = [{}, { gain: { num: 3 } }, { gain: { num: 5, den: 2 }, bias: null }, { bias: 7 }]
circuit('Opt', { inputs: { x: bus(8), mode: bus(2) }, outputs: { y: bus(12) }, eval: ({ x, mode }) => { const c = cfg[mode]; return { y: ((x * (c?.gain?.num ?? 1)) / (c?.gain?.den || 1) + (c?.bias ?? 1)) | 0 } } })
