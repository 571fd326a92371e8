// a counter outside of the lambdas does not belong to hardware, but a cache is fine
const cache = new Map<number, number>()
const slow = (n: number) => { if (!cache.has(n)) cache.set(n, [...Array(n + 1).keys()].reduce((a, b) => a + b, 0)); return cache.get(n)! }
circuit('Memo', { inputs: { n: bus(6) }, outputs: { tri: bus(12) }, eval: ({ n }) => ({ tri: slow(n) }) })
