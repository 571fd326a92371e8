/** How far a compile has come, in words and as a bar. */
import type { Phase } from './protocol.gen.ts'

const WORDS: Record<Phase, string> = {
  read: 'Reading the text',
  build: 'Building the circuit',
  flatten: 'Flattening the hierarchy',
  lower: 'Compiling behaviour',
  check: 'Checking the design',
  generate: 'Generating the simulator',
  send: 'Receiving the result',
}

/**
 * The phases of a sandbox that is loading, as its health names them. Any other detail is a sentence about what keeps it
 * waiting.
 */
export type LoadingStep = 'page' | 'engine' | 'prepare' | 'start'

/** The step that a sandbox is at; undefined when it tells of something else. */
export function loadingStep(detail: string | undefined): LoadingStep | undefined {
  if (detail === undefined) return 'engine'
  return detail === 'page' || detail === 'engine' || detail === 'prepare' || detail === 'start' ? detail : undefined
}

/** The work of a phase. */
export function phaseInWords(phase: Phase): string {
  return WORDS[phase]
}
