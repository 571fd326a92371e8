/** Cycles of a GIF. */
export const movingCycles = { fewest: 2, usual: 24, most: 120 } as const
