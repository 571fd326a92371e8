/** The events of `<circuit-embed>` and what they carry. */
import type { CompileResult } from '@simten/client'

/** A value of a signal: a number up to 53 bits, a bigint beyond. */
export type Value = number | bigint

/** A port of the circuit. */
export interface EmbedPort {
  readonly name: string
  /** Wires: 1 for a bit. */
  readonly width: number
}

/**
 * `circuit-ready`: a circuit stands in its first state and can be operated. It comes again after a text that behaves
 * otherwise.
 */
export interface CircuitReadyDetail {
  /** Name of the circuit. */
  readonly name: string
  readonly inputs: readonly EmbedPort[]
  readonly outputs: readonly EmbedPort[]
  /** Whether it has a clock. */
  readonly sequential: boolean
}

/**
 * `circuit-change`: values of ports changed; at most once for each display frame. The first comes with `circuit-ready`.
 */
export interface CircuitChangeDetail {
  readonly cycle: number
  /**
   * Values by port name. A circuit without ports has those of its own nodes instead, by `node.port`.
   */
  readonly values: Readonly<Record<string, Value>>
}

/** `circuit-tick`: another cycle is shown; at most once for each display frame, however many cycles ran since. */
export interface CircuitTickDetail {
  readonly cycle: number
  readonly running: boolean
}

/** `circuit-error`: the text has an error, the run stopped, or the simulator cannot be reached. */
export interface CircuitErrorDetail {
  /**
   * A code of docs/diagnostics.md or of the protocol's errors; INVALID_REQUEST where there is no text, or it could not
   * be fetched.
   */
  readonly code: string
  readonly message: string
  /** Advice, in a sentence; empty where there is none. */
  readonly hint: string
  /** From 1; absent where the error has no place in the text. */
  /** The path of the file of a project; absent for the entry. */
  readonly file?: string
  readonly line?: number
  readonly column?: number
}

/** The events by name. All of them bubble and leave shadow trees. */
export interface CircuitEmbedEvents {
  'circuit-ready': CustomEvent<CircuitReadyDetail>
  'circuit-change': CustomEvent<CircuitChangeDetail>
  'circuit-tick': CustomEvent<CircuitTickDetail>
  'circuit-error': CustomEvent<CircuitErrorDetail>
  'circuit-compiled': CustomEvent<CompileResult>
}
