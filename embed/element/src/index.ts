/** Everything for pages with circuits: the elements, and the client of the sandbox. */
export * from '@simten/client'
export * from '@simten/viewer'
export { CircuitEmbed } from './circuit-embed/circuit-embed.ts'
