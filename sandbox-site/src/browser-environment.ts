import type { Surroundings } from './self-test.ts'

/** The part of a browser that the self-test looks at. */
export const surroundings: Surroundings = {
  framed: window.parent !== window,
  origin: window.origin,
  reachesParent() {
    try {
      return window.parent.document !== undefined
    } catch {
      return false
    }
  },
  async policy() {
    const response = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
    return response.headers.get('Content-Security-Policy')
  },
}
