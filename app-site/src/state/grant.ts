import type { Capability } from '../engine.ts'

/** Capabilities of this page's circuits. All of it is repeatable, and none of it leads out. */
export const granted: Capability[] = ['console', 'clock', 'random', 'modules']
