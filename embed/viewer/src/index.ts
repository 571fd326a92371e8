/** Pictures of circuits as custom elements: canvas, inspector and controls. The waveforms are loaded when wanted. */
export {
  CircuitCanvas,
  type CircuitOpenDetail,
  type CircuitSelectDetail,
  type CircuitSetDetail,
} from './canvas/circuit-canvas'
export type { Fault } from './canvas/drawing'
export { CircuitControls, type Clocked } from './controls/circuit-controls'
export { SPEEDS, speedName } from './controls/speed'
export {
  type Base,
  bin,
  type Entry,
  formatValue,
  frequency,
  grouped,
  hex,
  parseEntry,
} from './format/number'
export type { CircuitSignalDetail, CircuitSourceDetail, ComponentDocs } from './inspector/circuit-inspector'
export { setLayoutFallback } from './layout/engine'
export { keepLayouts, type LayoutStore, prepareLayout } from './layout/layout'
