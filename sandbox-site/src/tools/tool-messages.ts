import type {
  BitstreamRequest,
  BitstreamResult,
  ImportProblem,
  ImportRequest,
  ImportResult,
  ToolPhase,
} from '@simten/client/protocol.gen'

/** Compiled modules, and files that are data, by the names that programs ask for. */
export type Modules = Record<string, WebAssembly.Module | Uint8Array>

/** A job for the worker, with the modules that it has not got before. */
export interface ToolJob {
  readonly id: number
  readonly modules: Modules
  readonly import?: ImportRequest
  readonly bitstream?: BitstreamRequest
}

/** Messages of the worker. */
export type FromTools =
  | { kind: 'phase'; id: number; phase: ToolPhase; name: string }
  | { kind: 'done'; id: number; result: { import?: ImportResult; bitstream?: BitstreamResult } }
  /** A program has broken down: the worker is of no use any more. */
  | { kind: 'broken'; id: number; problems: ImportProblem[] }
