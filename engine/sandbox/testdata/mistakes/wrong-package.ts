import { And } from '@simtem/core/std'
circuit('A', { nodes: { g: And } })
