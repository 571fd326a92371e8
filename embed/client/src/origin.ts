/** Where a sandbox may be. */

/**
 * The origin that an address means; undefined when it cannot be that of a sandbox: no web address, or this page's own.
 */
export function originOf(address: string): string | undefined {
  try {
    const { protocol, origin } = new URL(address)
    return /^https?:$/.test(protocol) && origin !== location.origin ? origin : undefined
  } catch {
    return undefined
  }
}

/** The remedy for an address that `originOf` takes for none of a sandbox. */
export function originAdvice(address: string): string {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return 'Write the whole address, such as https://sandbox.example or http://localhost:3002.'
  }
  if (!/^https?:$/.test(url.protocol)) return 'The address of a sandbox begins with https:// or http://.'
  return 'That is this page itself. A sandbox keeps circuits away from the page, so it is at another origin: a name or a port of its own.'
}
