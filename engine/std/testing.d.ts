/** Imports of test files: a circuit under simulation, tests and expectations, verifications. */
declare namespace Simten {
  /** A value for an input, a switch or a register; memories take a Map, a list or an object. */
  type Given = number | bigint | boolean | string | MemoryImage
  /** The state of a node: a number, a text, a memory, or an object of these. */
  type Remembered = number | bigint | string | Map<number, number | bigint> | { readonly [field: string]: Remembered }
  interface Moment {
    readonly index: number
    readonly cycle: number
  }
  /** A state to return to. */
  interface Snapshot {
    readonly portValues: unknown
    readonly sequentialState: unknown
  }
  type PortValue<Ins, Outs, P> = P extends keyof Outs
    ? ReadValue<Outs[P]>
    : P extends keyof Ins
      ? ReadValue<Ins[P]>
      : number | bigint

  /** A running circuit. It starts settled, with all inputs 0. */
  interface Simulation<Ins = Ports, Outs = Ports> {
    /** Sets inputs by name, and switches and state by path; the logic follows at once. */
    set(values: { readonly [P in keyof Ins]?: number | bigint | boolean } & { readonly [path: string]: Given | undefined }): void
    /** Sets one of them. */
    setNode(path: string, value: Given): void
    /** The value of an output or an input by name, of any other port by path such as `'add.sum'`. */
    get<P extends keyof Outs | keyof Ins>(port: P): PortValue<Ins, Outs, P>
    get(path: string): number | bigint
    /** All outputs. */
    read(): { [P in keyof Outs]: ReadValue<Outs[P]> }
    /** The state of a node. */
    state(path: string): Remembered
    /** One clock cycle; without state the logic only settles. */
    tick(): void
    tickN(count: number): void
    readonly cycle: number
    readonly isSequential: boolean
    /** Everything as it is now, inputs and switches too. */
    snapshot(): Snapshot
    restore(snapshot: Snapshot): void
    /** Back to cycle 0; inputs, switches and memory contents that were given stay. */
    reset(): void
    /** Back by one cycle; null at the first one that is kept. */
    stepBack(): Moment | null
    stepForward(): Moment | null
    /** To an entry of the history; null when there is none of this number. */
    seek(index: number): Moment | null
    /** The entry of the history that is shown; -1 without state. */
    readonly historyIndex: number
    /** Ticks by itself while the test waits. */
    run(options: { readonly speed: number; readonly displayRate?: number }): void
    stop(): void
    readonly isRunning: boolean
    /** Calls after every change. The returned function ends that. */
    watch(call: () => void): () => void
    /** Calls with every new value of a port. The returned function ends that. */
    watchPort<P extends keyof Outs | keyof Ins>(port: P, call: (value: PortValue<Ins, Outs, P>) => void): () => void
    watchPort(path: string, call: (value: number | bigint) => void): () => void
    /** Ends it; the ports keep their last values. */
    dispose(): void
    /** The same with a state object, as a user interface uses it. */
    readonly session: Session
  }
  interface Session {
    tick(): void
    reset(): void
    setNode(path: string, value: Given): void
    runCombinational(): void
    startAutoRun(ticksPerSecond: number, options?: { readonly displayRate?: number }): void
    stopAutoRun(): void
    stepBack(): Moment | null
    stepForward(): Moment | null
    seek(index: number): Moment | null
    subscribe(call: () => void): () => void
    dispose(): void
    getState(): {
      readonly cycle: number
      readonly isSequential: boolean
      readonly isRunning: boolean
      readonly isViewingPast: boolean
      readonly speed: number
      readonly historyIndex: number
      readonly history: readonly Moment[]
      readonly portValues?: unknown
      readonly sequentialState?: unknown
    }
  }

  type Thrown = string | RegExp | Error | (new (...args: never[]) => unknown)
  /** The checks on a value. `R` is what a check gives: nothing, or a promise after `resolves` and `rejects`. */
  interface Checks<R = void> {
    readonly not: Checks<R>
    /** The very same value. Buses wider than 32 bits read as bigints: `toBe(5n)`. */
    toBe(want: unknown): R
    /** Equal by contents; fields that are undefined do not count. */
    toEqual(want: unknown): R
    toStrictEqual(want: unknown): R
    toMatchObject(want: object): R
    toBeTruthy(): R
    toBeFalsy(): R
    toBeNull(): R
    toBeUndefined(): R
    toBeDefined(): R
    toBeNaN(): R
    toBeGreaterThan(n: number | bigint): R
    toBeGreaterThanOrEqual(n: number | bigint): R
    toBeLessThan(n: number | bigint): R
    toBeLessThanOrEqual(n: number | bigint): R
    toBeCloseTo(n: number, digits?: number): R
    toContain(item: unknown): R
    toContainEqual(item: unknown): R
    toHaveLength(length: number): R
    toHaveProperty(path: string | readonly (string | number)[], value?: unknown): R
    toMatch(want: string | RegExp): R
    toBeInstanceOf(kind: new (...args: never[]) => unknown): R
    toBeTypeOf(kind: 'bigint' | 'boolean' | 'function' | 'number' | 'object' | 'string' | 'symbol' | 'undefined'): R
    toBeOneOf(list: readonly unknown[]): R
    toSatisfy(condition: (value: never) => unknown): R
    toThrow(want?: Thrown): R
    toThrowError(want?: Thrown): R
  }
  interface Expectation extends Checks {
    /** Checks what a promise gives. */
    readonly resolves: Checks<Promise<void>>
    /** Checks what a promise fails with. */
    readonly rejects: Checks<Promise<void>>
  }
  interface Expect {
    (value: unknown, message?: string): Expectation
    fail(message?: string): never
    /** The test must make exactly so many checks. */
    assertions(count: number): void
  }

  type Body = () => unknown
  interface Each {
    /** One for each case; %s, %d and %j in the name stand for its values, %# for its number. */
    <const T>(cases: readonly T[]): (
      name: string,
      body: (...values: T extends readonly unknown[] ? [...T] : [T]) => unknown,
    ) => void
  }
  interface Declare {
    (name: string, body: Body): void
    (name: string, options: object, body: Body): void
    readonly each: Each
  }
  interface Test extends Declare {
    readonly skip: Declare
    /** Only these run. */
    readonly only: Declare
    todo(name: string): void
    runIf(condition: unknown): (name: string, body: Body) => void
    skipIf(condition: unknown): (name: string, body: Body) => void
  }

  /** By what a verification measures. */
  interface Oracle {
    /** A external truth, B another model, C invariants of the specification, D own properties, E smoke test. */
    readonly tier: 'A' | 'B' | 'C' | 'D' | 'E'
    readonly type: string
    readonly independence_basis: string
    readonly evidence?: string
  }
  interface Verify {
    /** Samples a property of fast-check. */
    check(
      name: string,
      property: { isAsync(): boolean },
      options?: { readonly numRuns?: number; readonly oracle?: Oracle },
    ): void
    /** Tries all combinations of numbers below the given limits. */
    exhaustive(
      name: string,
      spaces: readonly number[],
      predicate: (...values: number[]) => unknown,
      options?: { readonly oracle?: Oracle },
    ): void
    /** The end of the file: gives the outcome. */
    run(): void
  }
}

declare module '@simten/core/sim' {
  /** Starts a circuit. */
  export function simulate<Ins, Outs>(circuit: Simten.BuiltCircuit<Ins, Outs>): Simten.Simulation<Ins, Outs>
}

declare module '@simten/test' {
  export const test: Simten.Test
  export const it: Simten.Test
  export const describe: Simten.Test
  export const expect: Simten.Expect
  export function beforeAll(body: Simten.Body): void
  export function afterAll(body: Simten.Body): void
  export function beforeEach(body: Simten.Body): void
  export function afterEach(body: Simten.Body): void
}
declare module 'vitest' {
  export * from '@simten/test'
}
declare module '@jest/globals' {
  export * from '@simten/test'
}
declare module 'bun:test' {
  export * from '@simten/test'
}

declare module '@simten/core/verify' {
  export const VERIFY_JSON_BEGIN: string
  export const VERIFY_JSON_END: string
  /** Says what the checks are measured by. */
  export function declareOracle(oracle: Simten.Oracle): void
  /** Labels the report. */
  export function describe(circuitName: string): void
  export const verify: Simten.Verify
}

declare module '@simten/core/examples' {
  /** The circuits to start from, by id. */
  export const EXAMPLES: readonly {
    readonly id: string
    readonly title: string
    readonly description: string
    readonly category: string
    /** How many nodes the main circuit has. */
    readonly nodes: number
    /** The circuit as text. */
    readonly code: string
  }[]
}

declare module '@simten/core/api' {
  /** Runs a circuit that is given as text, and tells the course of all its ports. */
  export function simulateCircuit(options: {
    readonly source: string
    readonly sourceName?: string
    readonly circuitName?: string
    readonly ticks?: number
    readonly inputs?: { readonly [name: string]: number | bigint | boolean }
  }):
    | { readonly error: string }
    | {
        readonly circuit: string
        readonly ticks: number
        readonly inputs: { readonly [name: string]: unknown }
        readonly outputs: { readonly [name: string]: unknown }
        readonly signals: { readonly [path: string]: readonly { readonly value: number | bigint; readonly count: number }[] }
        readonly vcd: string
        readonly steadyStateAt?: number
      }
  /** Tells what is wrong with a circuit that is given as text. */
  export function checkCircuit(options: {
    readonly source: string
    readonly sourceName?: string
    readonly circuitName?: string
  }): {
    readonly valid: boolean
    readonly canSimulate: boolean
    readonly diagnostics: readonly {
      readonly phase: string
      readonly code: string
      readonly severity: string
      readonly message: string
      readonly rule: string
      readonly line?: number
      readonly column?: number
      readonly suggestions?: readonly string[]
      readonly involvedNodes?: readonly string[]
    }[]
    readonly analysis: {
      readonly circuitsDefined: readonly string[]
      readonly componentsUsed: readonly string[]
      readonly unresolvedReferences: readonly string[]
    }
  }
  /** A circuit as a program of plain `circuit()` calls. */
  export function circuitToSource(circuit: Simten.BuiltCircuit): string
}
