const key = 'simten.studio.token'
const inAddress = /^#token=([\w-]{1,200})$/

/** Under this name the editor's page remembers the token of the file that it follows. */
export const fileToken = 'simten.file.token'

/** The parts of a window that hold the token. */
export interface TokenHome {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>
  readonly history: Pick<History, 'state' | 'replaceState'>
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
}

/** Whether an address brings a token. */
export function carriesToken({ hash }: Pick<Location, 'hash'>): boolean {
  return inAddress.test(hash)
}

/**
 * The token that lets this tab into its studio; undefined when it has none. It comes in the fragment of the address,
 * which browsers send to nobody, and is taken out of it at once, so that nobody copies it along with the address. The
 * tab remembers it for a reload, under `name`: pages with different business there have different names.
 */
export function takeToken(home: TokenHome, name = key): string | undefined {
  const given = inAddress.exec(home.location.hash)?.[1]
  if (given !== undefined) {
    home.history.replaceState(home.history.state, '', `${home.location.pathname}${home.location.search}`)
    try {
      home.sessionStorage.setItem(name, given)
    } catch {
      // Without storage the tab works until it is loaded again.
    }
    return given
  }
  try {
    return home.sessionStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}
