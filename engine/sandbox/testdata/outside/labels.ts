circuit('Labels', { inputs: { a: bus(8), b: bus(8) }, outputs: { n: bus(8), m: bus(8) },
  eval: ({ a, b }) => { let n = 0, m = 0; outer: for (let i = 0; i < 8; i++) { for (let j = 0; j < 8; j++) { if (((a >> i) & 1) === 0) continue outer; if (((b >> j) & 1) === 0) break; n++ } m++ } let k = 3; do { m += k } while (--k > 0); return { n, m } } })
