const key = 'simten.studio.token'

/** The parts of a window that hold the token. */
export interface TokenHome {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>
  readonly history: Pick<History, 'replaceState'>
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
}

/**
 * The token that lets this tab into its studio; undefined when it has none. It comes in the fragment of the address,
 * which browsers send to nobody, and is taken out of it at once, so that nobody copies it along with the address. The
 * tab remembers it for a reload.
 */
export function takeToken(home: TokenHome): string | undefined {
  const given = /^#token=([\w-]{1,200})$/.exec(home.location.hash)?.[1]
  if (given !== undefined) {
    home.history.replaceState(null, '', `${home.location.pathname}${home.location.search}`)
    try {
      home.sessionStorage.setItem(key, given)
    } catch {
      // Without storage the tab works until it is loaded again.
    }
    return given
  }
  try {
    return home.sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
