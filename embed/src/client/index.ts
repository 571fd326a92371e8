/** The client of the sandbox: compile, run and read circuits from any page. */
export { SandboxError } from './error'
export type * from './protocol.gen'
export { DEFAULT_LIMITS, ERROR_ADVICE, ERROR_CODES } from './protocol.gen'
export { Sandbox, type SandboxOptions } from './sandbox'
export { type CompileOptions, type RequestOptions, Slot, type SlotEvents } from './slot'
export { cell, type Picture, type State } from './states'
export { validate } from './validate'
export { Values } from './values'
