// The verify module: checks with a declared oracle, and one gate at the end (simulator.md section 18).
import host from 'simten:host'
import { messageOf, plain, type RunDetails } from './property.ts'

export const VERIFY_JSON_BEGIN = '--- BEGIN JSON ---'
export const VERIFY_JSON_END = '--- END JSON ---'

export interface Oracle {
  /** A external truth, B another model, C invariants of the specification, D own properties, E smoke test. */
  tier: 'A' | 'B' | 'C' | 'D' | 'E'
  type: string
  independence_basis: string
  evidence?: string
}

interface Check {
  name: string
  strategy: 'sampled' | 'exhaustive'
  count: number
  passed: boolean
}

interface Failure {
  name: string
  message: string
  counterexample: { inputs: unknown; path?: string | undefined; seed?: number }
  numRuns?: number
  numShrinks?: number
}

const CAVEAT = 'TS simulation only; FPGA synthesis/timing not guaranteed.'
const MAX_CASES = 2 ** 20
const DEFAULT_RUNS = 50

let circuit = '<testbench>'
let declared: Oracle | undefined
const checks: Check[] = []
const failures: Failure[] = []

/** From here on, a file that ends without verify.run() is in error. */
function arm(): void {
  host.declare('')
}

/** Says what the checks are measured by. */
export function declareOracle(oracle: Oracle): void {
  arm()
  declared = oracle
}

/** Labels the report. */
export function describe(circuitName: string): void {
  circuit = circuitName
}

function oracleInForce(): Oracle | undefined {
  if (host.oracle) {
    try {
      return JSON.parse(host.oracle) as Oracle
    } catch {
      // not JSON: the file's own counts
    }
  }
  return declared
}

/** The functions that fc.check needs are part of the property itself, so this module does not import fast-check. */
interface Property {
  isAsync(): boolean
}

function check(name: string, property: Property, options: { numRuns?: number; oracle?: Oracle } = {}): void {
  arm()
  if (options.oracle) declared = options.oracle
  if (typeof property?.isAsync !== 'function' || property.isAsync()) {
    throw new TypeError(`verify.check(${JSON.stringify(name)}) needs a synchronous fc.property(…)`)
  }
  const details = host.check(property, { numRuns: options.numRuns ?? DEFAULT_RUNS }) as RunDetails
  checks.push({ name, strategy: 'sampled', count: details.numRuns, passed: !details.failed })
  if (!details.failed) return
  failures.push({
    name,
    message: messageOf(details.errorInstance),
    counterexample: {
      inputs: plain(details.counterexample ?? []),
      path: details.counterexamplePath ?? undefined,
      seed: details.seed,
    },
    numRuns: details.numRuns,
    numShrinks: details.numShrinks,
  })
}

function exhaustive(
  name: string,
  spaces: readonly number[],
  predicate: (...values: number[]) => unknown,
  options: { oracle?: Oracle } = {},
): void {
  arm()
  if (options.oracle) declared = options.oracle
  const total = spaces.reduce((product, n) => product * n, 1)
  if (total > MAX_CASES) {
    throw new Error(
      `verify.exhaustive("${name}"): input space ${total} exceeds ${MAX_CASES}. Use verify.check with fc property sampling for spaces this large.`,
    )
  }
  const values = spaces.map(() => 0)
  let count = 0
  let message: string | undefined
  try {
    // Only false and a throw fail a case.
    while (message === undefined && count < total) {
      if (count > 0) next(values, spaces)
      count++
      if (predicate(...values) === false) message = 'predicate returned false'
    }
  } catch (error) {
    message = messageOf(error)
  }
  checks.push({ name, strategy: 'exhaustive', count, passed: message === undefined })
  if (message !== undefined) failures.push({ name, message, counterexample: { inputs: [...values] } })
}

/** The next combination: the last dimension runs fastest. */
function next(values: number[], spaces: readonly number[]): void {
  for (let i = values.length - 1; i >= 0; i--) {
    const value = (values[i] ?? 0) + 1
    values[i] = value
    if (value < (spaces[i] ?? 0)) return
    values[i] = 0
  }
}

/** The gate: everything that was checked, or what is missing of it. */
function run(): void {
  const oracle = oracleInForce()
  if (!oracle) {
    violated(
      'no oracle declared — declareOracle({ tier, type, independence_basis }) or pass one via the verify_circuit tool or SIMTEN_VERIFY_ORACLE.',
      'verify.run(): no oracle declared — call declareOracle({ tier, type, independence_basis }) first.',
    )
    return
  }
  if (checks.length === 0) {
    violated(
      'no checks were run — call verify.check / verify.exhaustive before verify.run().',
      'verify.run(): no checks were run.',
    )
    return
  }
  const testbench_passed = failures.length === 0
  host.declare(JSON.stringify({ circuit, testbench_passed, oracle, checks, failures, caveat: CAVEAT }))
  if (!testbench_passed && !host.verifying) {
    throw new Error(`verify: ${failures.length} failure(s): ${JSON.stringify(failures)}`)
  }
}

function violated(contract: string, thrown: string): void {
  host.declare(JSON.stringify({ verify_error: contract, phase: 'contract' }))
  if (!host.verifying) throw new Error(thrown)
}

export const verify = { check, exhaustive, run }
