/** Everything for pages with circuits: the elements, and the client of the sandbox. */
export * from '@simten/client'
export * from '@simten/viewer'
export { CircuitEmbed, setEditor } from './circuit-embed/circuit-embed.ts'
export type {
  CircuitChangeDetail,
  CircuitEmbedEvents,
  CircuitErrorDetail,
  CircuitReadyDetail,
  CircuitTickDetail,
  EmbedPort,
  Value,
} from './circuit-embed/events.ts'
