/**
 * The entry of the bundle that a page loads as one script: defines `<circuit-embed>`. Canvas and clock come on demand,
 * so that a page shows its text and its pictures before; until then this is all there is (limit: 40 kB with brotli).
 */
import { setLayoutFallback } from '@simten/viewer/layout/engine'
import { setEditor } from './circuit-embed/circuit-embed.ts'

export * from '@simten/client'
export { CircuitEmbed, setEditor } from './circuit-embed/circuit-embed.ts'

// The editor is beside the folder of this script. A variable, because Vite takes a `new URL` of import.meta.url for a
// file.
const script = import.meta.url
setEditor(new URL('..', script).href)

// A page of another origin than this script's may not start a worker from it; the layout then runs on the page.
setLayoutFallback(async () => {
  const { pageEngine } = await import('@simten/viewer/layout/page-engine')
  return pageEngine()
})
