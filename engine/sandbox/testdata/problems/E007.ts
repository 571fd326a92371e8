import { Alu } from './alu'
circuit('Top', { nodes: { alu: Alu } })
