import { Nandd } from '@simten/core/std'
circuit('Top', { nodes: { g: Nandd } })
