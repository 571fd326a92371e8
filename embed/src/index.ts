/** The face: canvas, controls and embed as custom elements, and the client of the sandbox. */
export { CircuitCanvas, type CircuitSelectDetail, type CircuitSetDetail } from './canvas/circuit-canvas'
export type { Fault } from './canvas/drawing'
