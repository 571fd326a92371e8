/**
 * The sandbox proves to itself that it is apart from the page that uses it, and refuses to work otherwise. Each message
 * says what to configure.
 */

/** The part of a window that the test looks at. */
export interface Surroundings {
  readonly framed: boolean
  /** Serialised origin of this page; "null" for an opaque one. */
  readonly origin: string
  /** True when the parent's document can be reached, which only pages of one origin can. */
  reachesParent(): boolean
  /** The content security policy that this page was served with, or null without one. */
  policy(): Promise<string | null>
}

/** Why the sandbox must not work here, or undefined when everything holds. */
export async function selfTest(surroundings: Surroundings): Promise<string | undefined> {
  if (!surroundings.framed) return 'This page works only inside a frame of a page that shows circuits.'
  if (surroundings.origin === 'null') {
    return 'The sandbox has no origin of its own. Give the frame the attribute sandbox="allow-scripts allow-same-origin".'
  }
  if (surroundings.reachesParent()) {
    return 'The sandbox can reach the page that uses it. Serve it from another origin (another host name or port).'
  }
  const policy = await surroundings.policy()
  if (policy === null)
    return 'The sandbox is served without a Content-Security-Policy header. Serve it with its _headers file.'
  return policyProblem(policy)
}

/** The directive of scripts that a policy must have; any other opens a way out. */
const SCRIPT_SOURCES = new Set(["'self'", "'wasm-unsafe-eval'"])

/** The fault of a policy, or undefined. */
export function policyProblem(policy: string): string | undefined {
  const directives = new Map<string, string[]>()
  for (const part of policy.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/)
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  const wrong = (directive: string) =>
    `The sandbox's Content-Security-Policy is too open: ${directive}. Serve it with its _headers file.`
  if (directives.get('default-src')?.join(' ') !== "'none'") return wrong("default-src must be 'none'")
  for (const directive of ['script-src', 'worker-src']) {
    const sources = directives.get(directive)
    if (!sources) return wrong(`${directive} is missing`)
    const extra = sources.find((source) => !SCRIPT_SOURCES.has(source))
    if (extra !== undefined) return wrong(`${directive} allows ${extra}`)
  }
  for (const directive of ['script-src-elem', 'script-src-attr']) {
    if (directives.has(directive)) return wrong(`${directive} overrides script-src`)
  }
  return undefined
}
