/** The files of one release of an origin, which the build puts into its service worker. */
export interface Release {
  /** Every file that a visit may need, with the hash of its content where its name has none. */
  readonly files: readonly { url: string; revision: string | null }[]
  /** The document of each path; a path that ends with * stands for all that begin so. */
  readonly documents: readonly (readonly [path: string, document: string])[]
  /** Files that are kept and that pages read from the cache themselves, when the network does not give them. */
  readonly direct: readonly string[]
}

/** The document that answers a path, if the release has one. */
export function documentOf({ documents }: Pick<Release, 'documents'>, path: string): string | undefined {
  const exact = documents.find(([pattern]) => pattern === path)
  const found = exact ?? documents.find(([pattern]) => pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1)))
  return found?.[1]
}

/** A question to a service worker: whether its release has the file at a path. The answer is a boolean. */
export interface HoldsFile {
  readonly holds: string
}

/** Tells a service worker that waits to take over. */
export const TAKE_OVER = 'take over'
