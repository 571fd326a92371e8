/** Where a sandbox may be. */

/** The origin that an address means; undefined when it cannot be that of a sandbox: no web address, or this page's own. */
export function originOf(address: string): string | undefined {
  try {
    const { protocol, origin } = new URL(address)
    return /^https?:$/.test(protocol) && origin !== location.origin ? origin : undefined
  } catch {
    return undefined
  }
}

/** What to do about an address that cannot be that of a sandbox. */
export const ORIGIN_ADVICE =
  'Name the origin of the sandbox, such as https://sandbox.example. It is never that of this page.'
