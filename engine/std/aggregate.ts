// The list of all components.

import * as arithmetic from './arithmetic'
import * as bits from './bits'
import * as display from './display'
import * as io from './io'
import * as logic from './logic'
import * as memory from './memory'
import * as networking from './networking'
import * as routing from './routing'
import * as rv32i from './rv32i'
import * as core from './rv32i-core'
import * as sequential from './sequential'

type Component = Simten.BuiltCircuit | (() => Simten.BuiltCircuit)

/** Components of a module in the order of their names, as built without options. */
const built = (components: Readonly<Record<string, Component>>) =>
  Object.keys(components)
    .sort()
    .map((name) => {
      const component = components[name]
      return typeof component === 'function' ? component() : component
    })

/**
 * All components, as built without options.
 *
 * Ordered by subject (logic, arithmetic, routing, bits, sequential, memory, input and output, displays,
 * processor, networking), then by name. Gate-level pictures and helper functions are not among them.
 *
 * @returns a frozen array of circuits
 * @example
 * ```ts
 * STDLIB_CIRCUITS.map((c) => c.circuit.name)
 * ```
 */
export function standardCircuits(): readonly Simten.BuiltCircuit[] {
  // These two stand elsewhere in the files than in the list.
  const { Slice, SignExtend, ZeroExtend, DynamicSlice, ...utilities } = bits
  const { DualPortROM, romFromBytes, romFromEntries, romFromWords, ...memories } = memory
  return Object.freeze([
    ...built(logic),
    ...built(arithmetic),
    ...built({ ...routing, ...utilities }),
    ...built({ Slice, SignExtend, ZeroExtend, DynamicSlice }),
    ...built(sequential),
    ...built(memories),
    ...built(io),
    ...built(display),
    ...built({ ...rv32i, DualPortROM }),
    ...built(core),
    ...built(networking),
  ])
}
