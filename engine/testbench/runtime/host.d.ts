/** The engine's functions for these scripts. */
declare module 'simten:host' {
  interface Place {
    line?: number
    column?: number
    file?: string
  }
  const host: {
    /** The place of the user's code that called. */
    here(): Place
    /** The name of a circuit, undefined for anything else. */
    nameOf(value: unknown): string | undefined
    /** Seed of properties. */
    seed: number
    /** The file is run as a verification, not as a test. */
    verifying: boolean
    /** The oracle that replaces the file's, as JSON, or "". */
    oracle: string
    /** Runs a property by fast-check's check. */
    check(property: unknown, parameters: object): unknown
    /** Takes the outcome of a verification, as JSON; "" says that there will be one. */
    declare(outcome: string): void
  }
  export default host
}

/** The part of fast-check that these scripts use. */
declare module 'fast-check' {
  export function configureGlobal(parameters: object): void
  export function readConfigureGlobal(): object
  const fc: { check(property: unknown, parameters: object): unknown }
  export default fc
}
