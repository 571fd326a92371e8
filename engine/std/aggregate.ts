// The list of all components.

import * as arithmetic from './arithmetic'
import * as bits from './bits'
import * as bitwise from './bitwise'
import * as compare from './compare'
import * as devices from './devices'
import * as display from './display'
import * as ethernet from './ethernet'
import * as io from './io'
import * as logic from './logic'
import * as memory from './memory'
import * as routing from './routing'
import * as core from './rv32i-core'
import * as decode from './rv32i-decode'
import * as execute from './rv32i-execute'
import * as cpuMemory from './rv32i-memory'
import * as pipeline from './rv32i-pipeline'
import * as sequential from './sequential'
import * as shift from './shift'

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
    ...built({ ...arithmetic, ...compare, ...shift, ...bitwise }),
    ...built({ ...routing, ...utilities }),
    ...built({ Slice, SignExtend, ZeroExtend, DynamicSlice }),
    ...built(sequential),
    ...built(memories),
    ...built(io),
    ...built(display),
    ...built({ ...decode, ...execute, ...cpuMemory, ...pipeline, DualPortROM }),
    ...built(core),
    ...built({ ...ethernet, ...devices }),
  ])
}
