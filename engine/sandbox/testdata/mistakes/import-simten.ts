import { circuit, And } from 'simten'
circuit('A', { inputs: { a: bit }, nodes: { g: And } })
