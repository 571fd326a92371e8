// What the app uses of the sandbox client and the canvas, in one place.
import type { Slot } from '../../embed/src/client/index.js'

export type {
  Capability,
  CompileResult,
  Condition,
  Diagnostic,
  Fetching,
  Fix,
  Given,
  Health,
  Lock,
  NodePlace,
  On,
  Progress,
  Status,
  WhyStep,
} from '../../embed/src/client/index.js'
export { DEFAULT_LIMITS, isEditOf, Sandbox, type Slot, validate } from '../../embed/src/client/index.js'
export { readAtMost } from '../../embed/src/client/read.js'
export { type LoadingStep, loadingStep, phaseInWords } from '../../embed/src/format/progress.js'
export type {
  CircuitCanvas,
  CircuitSetDetail,
  CircuitSignalDetail,
  CircuitSourceDetail,
  ComponentDocs,
  Fault,
} from '../../embed/src/index.js'
export { fingerprint, keepLayouts, type LayoutStore } from '../../embed/src/layout/layout.js'

/** The part of a Slot that a Session needs. */
export type SlotLike = Pick<Slot, 'compile' | 'run' | 'pause' | 'set' | 'tick' | 'seek' | 'status'>
