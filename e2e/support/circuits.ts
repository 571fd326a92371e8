import { readFileSync } from 'node:fs'

function read(path: string): string {
  return readFileSync(new URL(`../../examples/${path}`, import.meta.url), 'utf8')
}

interface Expectation {
  title: string
  circuit: string
  inputs: Record<string, number>[]
  outputs: Record<string, number>[]
}

/** An example and what it must show. */
export function example(id: string): { text: string; expect: Expectation } {
  return { text: read(`${id}/circuit.ts`), expect: JSON.parse(read(`${id}/expect.json`)) as Expectation }
}

/** A half adder on one line, to be typed key by key. */
export const typedHalfAdder =
  "circuit('Mine', { inputs: { a: bit, b: bit }, outputs: { sum: bit, carry: bit }, nodes: { x: Xor, n: And }, " +
  'connect: ({ inputs, outputs, nodes: { x, n } }) => [inputs.a.to(x.a, n.a), inputs.b.to(x.b, n.b), ' +
  'x.out.to(outputs.sum), n.out.to(outputs.carry)] })'

/** Text that never ends while it is compiled. */
export const moduleLoop = "while (true);\ncircuit('Never', { outputs: { y: bit }, eval: () => ({ y: 1 }) })"

/** Ends at first; with `a` at 1 its eval never does. The loop is on line 5. */
export const evalLoop = `circuit('Spin', {
  inputs: { a: bit },
  outputs: { y: bit },
  eval: ({ a }) => {
    while (a) {}
    return { y: 0 }
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
