/** One sandbox for all embeds of a page and origin. */
import { Sandbox } from '@simten/client'

interface Shared {
  sandbox: Sandbox
  users: number
  end: ReturnType<typeof setTimeout> | undefined
}

/** A sandbox without users is kept for this long, in milliseconds: pages often move elements. */
const GRACE = 10_000

const shared = new Map<string, Shared>()

/** A use of a shared sandbox; give it back with `release`. */
export interface SandboxUse {
  readonly sandbox: Sandbox
  release(): void
}

/** The page's sandbox of an origin; it is started with the first use and ends after the last. */
export function acquireSandbox(origin: string): SandboxUse {
  let entry = shared.get(origin)
  if (!entry) {
    entry = { sandbox: new Sandbox({ origin }), users: 0, end: undefined }
    shared.set(origin, entry)
  }
  const used = entry
  used.users++
  clearTimeout(used.end)
  let released = false
  return {
    sandbox: used.sandbox,
    release: () => {
      if (released) return
      released = true
      used.users--
      if (used.users > 0) return
      used.end = setTimeout(() => drop(origin, used), GRACE)
    },
  }
}

/** Gives all embeds of the page a sandbox that the page has already; it is never ended here. */
export function lendSandbox(sandbox: Sandbox): void {
  if (!shared.has(sandbox.origin)) shared.set(sandbox.origin, { sandbox, users: 1, end: undefined })
}

function drop(origin: string, entry: Shared): void {
  if (entry.users > 0) return
  entry.sandbox.dispose()
  if (shared.get(origin) === entry) shared.delete(origin)
}
