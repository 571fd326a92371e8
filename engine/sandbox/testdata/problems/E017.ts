import { Alu } from './alu'
export const width = 8
circuit('Top', { nodes: { alu: Alu } })
// @filename: alu.ts
import { width } from './circuit'
export const Alu = Adder({ width })
