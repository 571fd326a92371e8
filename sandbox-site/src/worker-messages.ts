import type { ErrorCode, Frame, Limits, Precompiled } from '@simten/client/protocol.gen'

/** A piece of the states of a slot by its number, which the worker gave it, and the pieces that it needs; 0 is none. */
export type NumberedState = [id: number, bytes: Uint8Array, parts: number[]]

/** The data that brings a slot back with its past; see session.Checkpoint in engine/session. */
export interface Kept {
  root: Uint8Array
  /** Number of the state that is shown; it must be there with all it needs, the others may follow with a recall. */
  present: number
  states: NumberedState[]
}

/** A module of a package, or why there is none. */
export interface ModuleFile {
  /** The path on the module host as it was asked for. */
  path: string
  /** The path that answered, after redirects. */
  final: string
  /** Media type. */
  type: string
  bytes?: Uint8Array
  /** Why there is no module, "" when there is one. */
  failure: string
  /** The failure is that the host could not be reached. */
  offline: boolean
}

/** A place of user code, and what runs it. */
export interface CodePlace {
  /** The lambda's circuit, the path of its node, "eval" or "onTick"; all "" for the program itself. */
  circuit: string
  node: string
  lambda: string
  /** The built-in function that is about to run, or "". */
  builtin: string
  /** In the user's file, from 1; 0 when it stands in none. */
  line: number
  column: number
}

/** Messages of the supervisor to a worker. */
export type ToWorker =
  /**
   * First, once: the compiled engine and the limits in force. A traced worker can tell where user code is, and is slow.
   */
  | { kind: 'start'; module: WebAssembly.Module; limits: Limits; moduleHost: string; traced?: boolean }
  /** First, once, to a worker without an engine: the circuit that it runs. */
  | { kind: 'precompiled'; circuit: Precompiled }
  /**
   * A request as JSON text, the long ones in several pieces; a restore may bring back what was kept of a slot instead
   * of its snapshot.
   */
  | { kind: 'request'; text: string; more?: boolean; kept?: Kept }
  /** States of a slot that was restored without them. */
  | { kind: 'recall'; slot: string; states: NumberedState[] }
  /** Modules that a compile needed; the compile is asked for again after them. */
  | { kind: 'provide'; files: ModuleFile[] }
  /** Do in idle time what the next compile needs, and practise if circuits are written in the page. */
  | { kind: 'warm'; practise: boolean }
  /** The oldest frame that was not taken yet was passed on to the page. */
  | { kind: 'taken' }
  /** Compile no WebAssembly from now on; there is no way back. */
  | { kind: 'seal' }
  /** Send a frame with every value of a slot. */
  | { kind: 'refresh'; slot: string }
  /** To a traced worker: tell from now on where user code is. Of long calls, only what comes after so many steps. */
  | { kind: 'trace'; steps: number }

/** The parts of a frame that travel as typed arrays; they are transferred, not copied. */
export type FrameArrays = Pick<Frame, 'nets' | 'limbs' | 'ranges' | 'bytes'>

/** Messages of a worker to the supervisor. Everything but frames and checkpoints is small. */
export type FromWorker =
  /** The engine has started. */
  | { kind: 'ready'; milliseconds: number }
  /** Work for a slot begins that may run user code; request is 0 for a slice of a run. */
  | { kind: 'enter'; slot: string; request: number; cycle: number }
  /** How many steps the call of user code under way has done; told now and then while it runs. */
  | { kind: 'beat'; steps: number }
  /** Where user code is, told before what stands there runs. */
  | { kind: 'place'; place: CodePlace }
  /** Nothing is under way. */
  | { kind: 'idle' }
  /** A reply as JSON text, its tables beside it; it says how many chunks follow. */
  | { kind: 'reply'; text: string; bytes?: Uint8Array }
  /** A chunk of the last reply as JSON text, the bytes of its only patch beside it. */
  | { kind: 'chunk'; text: string; bytes?: Uint8Array }
  /** An event as JSON text; a frame's numbers beside it. */
  | { kind: 'event'; text: string; arrays?: FrameArrays }
  /** The states of a slot that must be kept: states are told once each, and are needed until they are forgotten. */
  | ({ kind: 'checkpoint'; slot: string; cycle: number; forgotten: number[] } & Kept)
  /** The policy blocked something in the worker. */
  | { kind: 'violation'; directive: string; blocked: string }
  /** The engine cannot go on; the worker must be replaced. */
  | { kind: 'broken'; code: ErrorCode; message: string }

/** The objects to transfer with a frame. */
export function buffersOf(frame: FrameArrays): Transferable[] {
  return [frame.nets, frame.limbs, frame.ranges, frame.bytes].flatMap((array) => (array ? [array.buffer] : []))
}
