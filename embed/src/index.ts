/** The face: canvas, controls and embed as custom elements, and the client of the sandbox. */
export {
  CircuitCanvas,
  type CircuitOpenDetail,
  type CircuitSelectDetail,
  type CircuitSetDetail,
} from './canvas/circuit-canvas'
export type { CircuitSignalDetail, CircuitSourceDetail, ComponentDocs } from './canvas/circuit-inspector'
export type { Fault } from './canvas/drawing'
export * from './client/index'
export { CircuitControls, type Clocked } from './controls/circuit-controls'
export { SPEEDS, speedName } from './controls/speed'
export { CircuitEmbed } from './embed/circuit-embed'
export {
  type Base,
  bin,
  type Entry,
  formatValue,
  frequency,
  grouped,
  hex,
  parseEntry,
  type Value,
} from './format/number'
export { setLayoutFallback } from './layout/engine'
export { keepLayouts, type LayoutStore, prepareLayout } from './layout/layout'
