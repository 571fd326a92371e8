/**
 * Paths of nodes and ports: the names on the way, with dots between. A name that would be read otherwise stands in
 * single quotes, in which \ stands before \ and '. engine/circuit/path.go writes and reads the same.
 */

/** The name under which a circuit's own ports stand in paths. */
const TOP = '__top__'

/** The prefix of the paths of a circuit's own ports. */
export const TOP_PREFIX = `${TOP}.`

/** One name as it stands in a path. */
export function pathName(name: string): string {
  if (name !== '' && name !== TOP && !name.startsWith("'") && !name.includes('.')) return name
  return `'${name.replace(/[\\']/g, '\\$&')}'`
}

/** The path of a list of names; "" for none. */
export function joinPath(names: readonly string[]): string {
  return names.map(pathName).join('.')
}

/** The path of what is called `name` inside `path`; "" is the circuit itself. */
export function appendPath(path: string, name: string): string {
  return path === '' ? pathName(name) : `${path}.${pathName(name)}`
}

/** The names of a path; undefined when a text is no path. */
export function splitPath(path: string): string[] | undefined {
  const names: string[] = []
  let at = 0
  for (;;) {
    let name = ''
    if (path[at] === "'") {
      for (at++; path[at] !== "'"; at++) {
        if (path[at] === '\\') at++
        if (at >= path.length) return undefined
        name += path[at]
      }
      at++
    } else {
      const end = path.indexOf('.', at)
      name = path.slice(at, end < 0 ? path.length : end)
      at += name.length
    }
    names.push(name)
    if (at === path.length) return names
    if (path[at] !== '.') return undefined
    at++
  }
}

/** A path as readers see it: a circuit's own ports by their name alone. */
export function shownPath(path: string): string {
  return path.startsWith(TOP_PREFIX) ? path.slice(TOP_PREFIX.length) : path
}
