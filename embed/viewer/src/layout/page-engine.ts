/** Laying out on the page itself, where no worker can be had. Loaded only then: the layout's code is large. */
import Elk from 'elkjs/lib/elk.bundled.js'
import type { Engine } from './engine.ts'

/** An engine that works in steps of one graph on the page's own thread. */
export function pageEngine(): Engine {
  const elk = new Elk({ algorithms: ['layered'] })
  return (graph) => elk.layout(graph)
}
