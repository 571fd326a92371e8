import { readFileSync } from 'node:fs'

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}

interface Expectation {
  title: string
  circuit: string
  inputs: Record<string, number>[]
  outputs: Record<string, number>[]
}

/** An example and what it must show. */
export function example(id: string): { text: string; expect: Expectation } {
  return {
    text: read(`examples/${id}/circuit.ts`),
    expect: JSON.parse(read(`examples/${id}/expect.json`)) as Expectation,
  }
}

/** A half adder on one line, to be typed key by key. */
export const typedHalfAdder =
  "circuit('Mine', { inputs: { a: bit, b: bit }, outputs: { sum: bit, carry: bit }, nodes: { x: Xor, n: And }, " +
  'connect: ({ inputs, outputs, nodes: { x, n } }) => [inputs.a.to(x.a, n.a), inputs.b.to(x.b, n.b), ' +
  'x.out.to(outputs.sum), n.out.to(outputs.carry)] })'

/** Text that never ends while it is compiled. */
export const moduleLoop = "while (true);\ncircuit('Never', { outputs: { y: bit }, eval: () => ({ y: 1 }) })"

/**
 * A list without end and without size: a built-in function that goes through it makes no step that could be counted.
 */
const endless = 'const endless: any = { length: 2 ** 53 - 1, [Symbol.iterator]: Array.prototype[Symbol.iterator] }'

/** Never ends while it is compiled, past the sight of the fuel checks. The call is on line 3. */
export const unseenLoop = `${endless}
const few = new Set([1, 2])
new Set(endless)
circuit('Never', { outputs: { y: bit }, eval: () => ({ y: 1 }) })`

/**
 * After 1,000 cycles the clock edge of the node `late` never ends, past the sight of the checks: the call is on line 8.
 */
export const unseenTick = `${endless}
const Late = circuit('Late', {
  inputs: { d: bus(16) },
  outputs: { q: bus(16) },
  state: { n: reg(16) },
  eval: ({ n }) => ({ q: n }),
  onTick: ({ n }) => {
    const size = n === 1000 ? new Set(endless).size : 1
    return { n: n + size }
  },
})
circuit('Clocked', {
  outputs: { y: bus(16), z: bus(16) },
  nodes: { early: Late, late: Late, plus: Adder({ width: 16 }), one: Constant({ width: 16, value: 1 }) },
  connect: ({ outputs, nodes: { early, late, plus, one } }) => [
    early.q.to(outputs.z, plus.a), one.out.to(plus.b), plus.sum.to(late.d), one.out.to(early.d), late.q.to(outputs.y),
  ],
})`

/** Ends at first; with `a` at 1 its eval never does. The loop is on line 5. */
export const evalLoop = `circuit('Spin', {
  inputs: { a: bit },
  outputs: { y: bit },
  eval: ({ a }) => {
    while (a) {}
    return { y: 0 }
  },
})`

/** The same with a loop that makes objects: it is not compiled, so it takes seconds until it is stopped. */
export const slowLoop = `circuit('Spin', {
  inputs: { a: bit },
  outputs: { y: bit },
  eval: ({ a }) => {
    let list = { n: 1 }
    while (a) list = { n: list.n + 1 }
    return { y: list.n & 1 }
  },
})`

/** Ends at first; its clock edge never does. The loop is on line 6. */
export const tickLoop = `circuit('Stuck', {
  outputs: { y: bit },
  state: { n: reg(1) },
  eval: ({ n }) => ({ y: n }),
  onTick: () => {
    while (true);
    return { n: 1 }
  },
})`

/** A chain of copies of a block of gates and two flip-flops, a thousand in all if nothing else is asked for. */
export const chain = (copies: number, gates = 998) =>
  `const GATES = ${gates}\nconst COPIES = ${copies}\n${read('bench/growth/hierarchy.ts')}`
