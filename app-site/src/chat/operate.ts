import type { CircuitResult } from './tool-result.ts'

/** The tool that computes a circuit at another cycle or with other inputs. */
export const TOOL = 'simulate_circuit'

/** The arguments of a call of it. */
export interface Asked {
  readonly run: string
  readonly ticks: number
  readonly inputs?: readonly Readonly<Record<string, unknown>>[]
}

/** Later cycles are not asked for one by one. */
const lastCycle = 250

type Operated = Pick<CircuitResult, 'run' | 'cycle' | 'steps' | 'clocked'>

/** Asks for so many cycles later; undefined where that is of no use. */
export function stepping({ run, cycle, clocked }: Operated, by: number): Asked | undefined {
  if (run === '' || !clocked || cycle + by > lastCycle) return undefined
  return { run, ticks: cycle + by }
}

/** Asks for the present cycle with another value of an input. */
export function setting({ run, cycle, steps }: Operated, name: string, value: string): Asked | undefined {
  if (run === '' || cycle > lastCycle) return undefined
  const inputs: Readonly<Record<string, unknown>>[] = steps.slice(0, cycle + 1)
  while (inputs.length <= cycle) inputs.push({})
  inputs[cycle] = { ...inputs[cycle], [name]: value }
  return { run, ticks: Math.max(1, cycle), inputs }
}
