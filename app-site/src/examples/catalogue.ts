import counter from '../../../examples/counter/circuit.ts?raw'
import counterExpect from '../../../examples/counter/expect.json'
import fibonacci from '../../../examples/fibonacci/circuit.ts?raw'
import fibonacciExpect from '../../../examples/fibonacci/expect.json'
import halfAdder from '../../../examples/half-adder/circuit.ts?raw'
import halfAdderExpect from '../../../examples/half-adder/expect.json'

/** A circuit to start from. `id` is what `?example=` takes. */
export interface Example {
  readonly id: string
  readonly title: string
  readonly line: string
  readonly text: string
}

function example(expect: { id: string; title: string; line: string }, text: string): Example {
  return { id: expect.id, title: expect.title, line: expect.line, text }
}

/** In the order in which they are offered. */
export const examples: readonly Example[] = [
  example(halfAdderExpect, halfAdder),
  example(counterExpect, counter),
  example(fibonacciExpect, fibonacci),
]

export function exampleById(id: string | null | undefined): Example | undefined {
  return examples.find((e) => e.id === id)
}
