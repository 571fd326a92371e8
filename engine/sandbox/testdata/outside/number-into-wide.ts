circuit('NumWide', { inputs: { a: bus(16) }, outputs: { y: bus(64), z: bus(100), n: bus(64), f: bus(80) }, eval: ({ a }) => ({ y: a * 1e12, z: a * 2 ** 70, n: -a, f: a / 3 * 2 ** 60 }) })
