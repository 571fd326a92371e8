/**
 * A project of several files as one text: a line `// @filename: parts/alu.ts` begins a file. Links, embeds and drafts
 * carry such texts, and the engine takes them apart in the same way (`engine/project` there; both run the same cases).
 */

/** The files of a project. */
export interface Project {
  /** The path of the file with which the program begins. */
  readonly entry: string
  /** The texts of all files by path, the entry first. */
  readonly files: ReadonlyMap<string, string>
}

/** Names of entry files, the likeliest first. */
export const entryNames = ['circuit.ts', 'main.ts', 'index.ts'] as const
/** Most files of a project; the engine refuses more. */
export const maxFiles = 500
/** Longest path, in characters. */
export const maxPath = 255

const marker = '// @filename:'
const marked = /^\/\/ @filename:[^\S\n]*(\S.*?)[^\S\n]*$/

/** A path that no file of a project can have. */
export class PathError extends Error {
  constructor(
    readonly path: string,
    problem: string,
  ) {
    super(`The path '${path.slice(0, 100)}' ${problem}.`)
    this.name = 'PathError'
  }
}

/** The fault of the path of a file, as a phrase that follows it; undefined for a good one. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'is empty'
  if ([...path].length > maxPath) return `has more than ${maxPath} characters`
  if (path.split('/').some((name) => name === '' || name === '.' || name === '..'))
    return 'is no path below a folder: write names with / between them, without . and ..'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f\\:*?"<>|]/.test(path))
    return 'has a character that names of files do not have everywhere: \\ : * ? " < > |'
  if (!/\.(ts|js|json)$/.test(path)) return 'does not end in .ts, .js or .json'
  return undefined
}

/** Takes the text of a project apart; throws a {@link PathError}. */
export function splitProject(text: string): Project {
  const one = (): Project => ({ entry: entryNames[0], files: new Map([[entryNames[0], text]]) })
  if (!text.includes(marker)) return one()
  const files = new Map<string, string>()
  let entry: string | undefined
  let path: string | undefined
  let begin = 0
  const add = (end: number, last: boolean): void => {
    const part = last ? text.slice(begin, end) : text.slice(begin, end).replace(/\r?\n$/, '')
    if (entry === undefined && path === undefined && part.trim() === '' && !last) return
    const name = path ?? entryNames[0]
    entry ??= name
    files.set(name, part)
  }
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const next = end < 0 ? text.length : end + 1
    const found = marked.exec(text.slice(at, end < 0 ? text.length : end))?.[1]
    if (found !== undefined) {
      const problem = pathProblem(found)
      if (problem !== undefined) throw new PathError(found, problem)
      add(at, false)
      if (files.has(found)) throw new PathError(found, 'is the name of two files')
      path = found
      begin = next
    }
    at = next
  }
  add(text.length, true)
  return entry === undefined ? one() : { entry, files }
}

/** The text of a project, which {@link splitProject} takes apart again. */
export function joinProject({ entry, files }: Project): string {
  const source = files.get(entry) ?? ''
  if (files.size <= 1 && entry === entryNames[0]) return source
  const others = [...files].filter(([path]) => path !== entry)
  others.sort(([a], [b]) => (a < b ? -1 : 1))
  return [[entry, source] as const, ...others].map(([path, text]) => `${marker} ${path}\n${text}`).join('\n')
}

/** The path of the file of a place: a place without one is in the entry. */
export function fileOf(place: { readonly file?: string | undefined }, { entry }: Project): string {
  return place.file ?? entry
}
