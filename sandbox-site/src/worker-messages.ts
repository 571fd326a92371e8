import type { ErrorCode, Frame, Limits } from '../../embed/src/client/protocol.gen'

/** What the supervisor posts to a worker. */
export type ToWorker =
  /** First, once: the compiled engine and the limits in force. */
  | { kind: 'start'; module: WebAssembly.Module; limits: Limits }
  /** A request as JSON text; the snapshot of a restore may come as bytes instead. */
  | { kind: 'request'; text: string; attachment?: Uint8Array }
  /** Do in idle time what the next compile needs. */
  | { kind: 'warm' }
  /** Send a frame with every value of a slot. */
  | { kind: 'refresh'; slot: string }

/** The parts of a frame that travel as typed arrays; they are transferred, not copied. */
export type FrameArrays = Pick<Frame, 'nets' | 'limbs' | 'ranges' | 'bytes'>

/** What a worker posts to the supervisor. Everything but frames and checkpoints is small. */
export type FromWorker =
  /** The engine has started. */
  | { kind: 'ready'; milliseconds: number }
  /** Work for a slot begins that may run user code; request is 0 for a slice of a run. */
  | { kind: 'enter'; slot: string; request: number; cycle: number }
  /** Nothing is under way. */
  | { kind: 'idle' }
  /** A reply as JSON text. */
  | { kind: 'reply'; text: string }
  /** An event as JSON text; a frame's numbers beside it. */
  | { kind: 'event'; text: string; arrays?: FrameArrays }
  /** The complete state of a slot. */
  | { kind: 'checkpoint'; slot: string; cycle: number; state: Uint8Array }
  /** The policy blocked something in the worker. */
  | { kind: 'violation'; directive: string; blocked: string }
  /** The engine cannot go on; the worker must be replaced. */
  | { kind: 'broken'; code: ErrorCode; message: string }

/** What to transfer with a frame. */
export function buffersOf(frame: FrameArrays): Transferable[] {
  return [frame.nets, frame.limbs, frame.ranges, frame.bytes].flatMap((array) => (array ? [array.buffer] : []))
}
