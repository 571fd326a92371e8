import type { ProtocolError } from '@simten/client/protocol.gen'

/** The remedy for a violation, by the policy's directive. */
const advice: readonly [directives: RegExp, advice: string][] = [
  [
    /^connect-src/,
    'Circuits have no network. If the engine or a package could not be loaded, serve the sandbox with the headers that "simten headers" writes for its origin and its module host.',
  ],
  [
    /^(script-src|worker-src|child-src)/,
    'The sandbox runs its own scripts only. If one of them is missing, serve the sandbox page with all its files; if an extension adds scripts to pages, switch it off for this one.',
  ],
  [
    /^(style-src|img-src|font-src|media-src|object-src|frame-src|manifest-src|prefetch-src)/,
    'The sandbox page shows nothing, so nothing is missing. An extension that changes pages is the usual cause.',
  ],
  [
    /^(form-action|base-uri|navigate-to|sandbox)/,
    'The sandbox page has no forms and leads nowhere. Look for what changes it: an extension, or a proxy between server and browser.',
  ],
  [
    /^frame-ancestors/,
    'Name the page that shows circuits when you serve the sandbox: "simten serve --embedder ORIGIN".',
  ],
]

/** Characters of an address that are told. */
const LONGEST = 1_000

/**
 * An action that the policy of the sandbox page blocked, as an error for developers: its name, the reason, and the
 * remedy.
 */
export function violation(directive: string, blocked: string): ProtocolError {
  const what =
    blocked === '' || blocked === 'inline'
      ? 'code inside the page'
      : blocked === 'eval' || blocked === 'wasm-eval'
        ? 'code made out of text'
        : blocked.slice(0, LONGEST)
  return {
    code: 'DENIED',
    message: `The sandbox's policy blocked ${what} (${directive}).`,
    advice:
      advice.find(([directives]) => directives.test(directive))?.[1] ??
      'Nothing needs to be done unless something is missing; then look which of its sources the directive names.',
  }
}
