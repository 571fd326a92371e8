import { Alu } from './allu'
import { Top } from '../top'
circuit('Top', { nodes: { alu: Alu } })
// @filename: alu.ts
export const Alu = Adder({ width: 8 })
