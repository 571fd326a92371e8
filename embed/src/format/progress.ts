/** How far a compile has come, in words and as a bar. */
import type { Phase } from '../client/protocol.gen'

const WORDS: Record<Phase, string> = {
  read: 'Reading the text',
  build: 'Building the circuit',
  flatten: 'Flattening the hierarchy',
  lower: 'Compiling behaviour',
  check: 'Checking the design',
  generate: 'Generating the simulator',
  send: 'Receiving the result',
}

/** What happens in a phase. */
export function phaseInWords(phase: Phase): string {
  return WORDS[phase]
}
