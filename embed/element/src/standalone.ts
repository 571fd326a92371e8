/** The entry of the bundle that a page loads as one script: defines the elements. */
import { setLayoutFallback } from './index.ts'

export * from './index.ts'

// A page of another origin than this script's may not start a worker from it; the layout then runs on the page.
setLayoutFallback(async () => {
  const { pageEngine } = await import('@simten/viewer/layout/page-engine')
  return pageEngine()
})
