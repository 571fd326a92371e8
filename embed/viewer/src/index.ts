/** Pictures of circuits as custom elements: canvas, inspector and controls. The waveforms are loaded when wanted. */
export {
  type CircuitArrangeDetail,
  CircuitCanvas,
  type CircuitOpenDetail,
  type CircuitSelectDetail,
  type CircuitSetDetail,
} from './canvas/circuit-canvas.ts'
export type { Fault, Lit } from './canvas/drawing.ts'
export { CircuitControls, type Clocked } from './controls/circuit-controls.ts'
export { SPEEDS, speedName } from './controls/speed.ts'
export {
  type Base,
  bin,
  type Entry,
  formatValue,
  frequency,
  grouped,
  hex,
  parseEntry,
} from './format/number.ts'
export type { CircuitSignalDetail, CircuitSourceDetail, ComponentDocs } from './inspector/circuit-inspector.ts'
export { setLayoutFallback } from './layout/engine.ts'
export { keepLayouts, type LayoutStore, prepareLayout } from './layout/layout.ts'
