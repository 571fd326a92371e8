// All imports of the app from the sandbox client and the canvas, in one place.
import type { Slot } from '@simten/client'

export type {
  BitstreamRequest,
  BitstreamResult,
  Capability,
  CompareResult,
  CompileResult,
  Condition,
  Device,
  Diagnostic,
  ExportResult,
  Fetching,
  Fix,
  Given,
  Health,
  ImportProblem,
  ImportRequest,
  ImportResult,
  ImportTop,
  Lock,
  NodePlace,
  On,
  Progress,
  Status,
  Tool,
  WhyStep,
} from '@simten/client'
export { DEFAULT_LIMITS, isEditOf, Sandbox, type Slot, validate } from '@simten/client'
export { type LoadingStep, loadingStep, phaseInWords } from '@simten/client/progress'
export { readAtMost } from '@simten/client/read'
export type {
  CircuitArrangeDetail,
  CircuitCanvas,
  CircuitSelectDetail,
  CircuitSetDetail,
  CircuitSignalDetail,
  CircuitSourceDetail,
  ComponentDocs,
  Fault,
  Lit,
} from '@simten/viewer'
export { fingerprint, keepLayouts, type LayoutStore } from '@simten/viewer/layout/layout'

/** The part of a Slot that a Session needs. */
export type SlotLike = Pick<
  Slot,
  'compile' | 'run' | 'pause' | 'set' | 'deposit' | 'tick' | 'seek' | 'digest' | 'status'
>
