/** Bookmarks: cycles of a circuit's runs to come back to. */
import { grouped } from '../../format/number.ts'

/** A cycle with a name. */
export interface Bookmark {
  readonly cycle: number
  readonly name: string
}

/** Bookmarks of a circuit, and characters of a name. */
export const MAX_BOOKMARKS = 100
export const MAX_NAME = 80

/** Reads bookmarks that were saved; whatever is none is left out. */
export function readBookmarks(saved: unknown): Bookmark[] {
  if (!Array.isArray(saved)) return []
  const read: Bookmark[] = []
  for (const entry of saved as unknown[]) {
    const { cycle, name } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
    if (typeof cycle !== 'number' || !Number.isSafeInteger(cycle) || cycle < 0 || typeof name !== 'string') continue
    if (read.length < MAX_BOOKMARKS && !read.some((b) => b.cycle === cycle))
      read.push({ cycle, name: name.slice(0, MAX_NAME) })
  }
  return read.sort((a, b) => a.cycle - b.cycle)
}

/** The bookmarks with one more at a cycle, or without the one that is there. */
export function toggled(list: readonly Bookmark[], cycle: number): Bookmark[] {
  if (list.some((b) => b.cycle === cycle)) return list.filter((b) => b.cycle !== cycle)
  return readBookmarks([...list, { cycle, name: '' }])
}

/** The name of a bookmark, or its cycle where it has none. */
export const nameOf = ({ cycle, name }: Bookmark): string => (name === '' ? `cycle ${grouped(cycle)}` : name)
