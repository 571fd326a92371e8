import type { EditorState } from '@codemirror/state'
import { joinProject, type Project, splitProject } from '@simten/client/project-text'

/** The files that the tabs above the text show. */
export interface FileList {
  /** The entry first, then the others in order; those of the own library last. */
  readonly files: readonly string[]
  readonly entry: string
  readonly active: string
}

/** The project that a text is; a text that cannot be taken apart is one file: the compiler tells what is wrong. */
export function projectOf(text: string): Project {
  try {
    return splitProject(text)
  } catch {
    return { entry: 'circuit.ts', files: new Map([['circuit.ts', text]]) }
  }
}

/** A project as it was left: its files with their cursors and edits. */
export interface LeftProject {
  readonly entry: string
  readonly active: string
  readonly texts: ReadonlyMap<string, string>
  readonly states: ReadonlyMap<string, EditorState>
}

/**
 * The files of the text that is edited. One of them is in the editor; the others wait with their own cursor and their
 * own undo.
 */
export class FileStates {
  private texts = new Map<string, string>([['circuit.ts', '']])
  private readonly states = new Map<string, EditorState>()
  private first = 'circuit.ts'
  private shown = 'circuit.ts'
  private rest: Readonly<Record<string, string>> | undefined

  get entry(): string {
    return this.first
  }

  get active(): string {
    return this.shown
  }

  get list(): FileList {
    const rank = (path: string) => (path === this.first ? 0 : path.startsWith('my/') ? 2 : 1)
    const files = [...this.texts.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    return { files, entry: this.first, active: this.shown }
  }

  has(path: string): boolean {
    return this.texts.has(path)
  }

  /** The texts of the files that are not in the editor; the same object until one of them changes. */
  get others(): Readonly<Record<string, string>> {
    this.rest ??= Object.fromEntries([...this.texts].filter(([path]) => path !== this.shown))
    return this.rest
  }

  /** The text of a file that is not in the editor. */
  text(path: string): string {
    return this.texts.get(path) ?? ''
  }

  /** The whole project, with the text of the file in the editor. */
  joined(current: string): string {
    return joinProject({ entry: this.first, files: this.texts.set(this.shown, current) })
  }

  /** Another project: its entry is shown. */
  open({ entry, files }: Project): void {
    this.texts = new Map(files)
    this.states.clear()
    this.first = this.shown = entry
    this.rest = undefined
  }

  /** The project as it is, `state` being that of the file that is shown. */
  leave(state: EditorState): LeftProject {
    this.keep(state)
    return { entry: this.first, active: this.shown, texts: this.texts, states: new Map(this.states) }
  }

  /** Goes back to a project that was left; gives the state of the file that it showed. */
  comeBack({ entry, active, texts, states }: LeftProject): EditorState | undefined {
    this.open({ entry, files: texts })
    for (const [path, state] of states) this.states.set(path, state)
    this.shown = active
    return states.get(active)
  }

  /** Another text of the same files: the file that is shown stays. */
  refresh(project: Project, active: string): void {
    this.open(project)
    if (this.texts.has(active)) this.shown = active
  }

  /** Goes to another file. `state` is kept for the one that was shown; gives that of the other one, if it has one. */
  show(path: string, state: EditorState): EditorState | undefined {
    this.keep(state)
    this.shown = path
    this.rest = undefined
    return this.states.get(path)
  }

  keep(state: EditorState): void {
    this.states.set(this.shown, state)
    this.texts.set(this.shown, state.doc.toString())
  }

  /** The state of a file that waits. */
  stateOf(path: string): EditorState | undefined {
    return this.states.get(path)
  }

  /** All states, that of the shown file being `state`. */
  all(state: EditorState): [path: string, state: EditorState][] {
    this.states.set(this.shown, state)
    return [...this.states]
  }

  replaceState(path: string, state: EditorState): void {
    this.states.set(path, state)
    this.texts.set(path, state.doc.toString())
  }

  add(path: string, text: string): void {
    this.texts.set(path, text)
    this.rest = undefined
  }

  rename(from: string, to: string): void {
    const state = this.states.get(from)
    this.texts = new Map([...this.texts].map(([path, text]) => [path === from ? to : path, text]))
    this.states.delete(from)
    if (state) this.states.set(to, state)
    if (this.first === from) this.first = to
    if (this.shown === from) this.shown = to
    this.rest = undefined
  }

  remove(path: string): void {
    this.texts.delete(path)
    this.states.delete(path)
    this.rest = undefined
  }

  makeEntry(path: string): void {
    this.first = path
  }
}

/** Where a specifier leads in a project of these files; undefined for what is no file of it. */
export function targetOf(specifier: string, from: string, has: (path: string) => boolean): string | undefined {
  const own = specifier.startsWith('my/')
  if (!own && !/^\.\.?(\/|$)/.test(specifier)) return undefined
  const parts = own ? [] : from.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  const base = parts.join('/')
  const index = base === '' ? 'index.ts' : `${base}/index.ts`
  return [base, `${base}.ts`, base.replace(/\.js$/, '.ts'), index].find((path) => has(path))
}

/** How a file imports another one. */
export function specifierOf(to: string, from: string): string {
  if (to.startsWith('my/') && !from.startsWith('my/')) return to.replace(/\.ts$/, '')
  const here = from.split('/').slice(0, -1)
  const there = to.replace(/\.ts$/, '').split('/')
  while (here.length > 0 && there.length > 1 && here[0] === there[0]) {
    here.shift()
    there.shift()
  }
  return `${here.length === 0 ? './' : '../'.repeat(here.length)}${there.join('/')}`
}

/** A text in which imports of a file that was renamed follow it. `from` is the file that the text is of, before and after. */
export function withRenamed(
  text: string,
  file: { readonly from: string; readonly to: string },
  renamed: { readonly from: string; readonly to: string },
  has: (path: string) => boolean,
): string {
  return text.replace(
    /(\bfrom\s*|\bimport\s*)(['"])([^'"\n]+)\2/g,
    (whole, before: string, quote: string, specifier) => {
      const target = targetOf(specifier, file.from, has)
      if (target === undefined || (target !== renamed.from && file.from === file.to)) return whole
      const next = specifierOf(target === renamed.from ? renamed.to : target, file.to)
      const ending = /\.(ts|js)$/.exec(specifier)?.[0] ?? ''
      return `${before}${quote}${next}${/\.(js|json)$/.test(next) ? '' : ending}${quote}`
    },
  )
}
