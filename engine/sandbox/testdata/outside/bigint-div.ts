circuit('Div64', { inputs: { a: bus(64), b: bus(64) }, outputs: { q: bus(64), r: bus(64) }, eval: ({ a, b }: any) => (b === 0n ? { q: -1n, r: a } : { q: a / b, r: a % b }) })
