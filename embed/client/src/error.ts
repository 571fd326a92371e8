import { ERROR_ADVICE, type ErrorCode, type NodePlace, type ProtocolError } from './protocol.gen.ts'

/** Why a request or a run failed, where, and what to do next. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  readonly code: ErrorCode
  /** The path of the file; undefined for the entry of the project. */
  readonly file: string | undefined
  /** Place in the source, 1-based; undefined when unknown. */
  readonly line: number | undefined
  readonly column: number | undefined
  readonly circuit: string | undefined
  /** Path of the node concerned. */
  readonly node: string | undefined
  /** The nodes that share in it, such as those around a loop. */
  readonly nodes: readonly NodePlace[]
  readonly advice: string

  constructor(error: ProtocolError) {
    super(error.message)
    this.code = error.code
    this.file = error.file
    this.line = error.line
    this.column = error.column
    this.circuit = error.circuit
    this.node = error.node
    this.nodes = error.nodes ?? []
    this.advice = error.advice ?? ERROR_ADVICE[error.code]
  }

  static of(code: ErrorCode, message: string, advice = ERROR_ADVICE[code]): SandboxError {
    return new SandboxError({ code, message, advice })
  }
}
