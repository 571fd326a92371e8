const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
const fib = (n: number): number => (n < 2 ? n : fib(n - 1) + fib(n - 2))
circuit('Rec', { inputs: { a: bus(8), b: bus(8), n: bus(4) }, outputs: { g: bus(8), f: bus(10) }, eval: ({ a, b, n }) => ({ g: gcd(a, b), f: fib(n) }) })
