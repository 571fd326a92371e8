import type { Arrangement } from '@simten/viewer/layout/arrangement'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { loadDraft, loadPreviousDraft, textInWords } from './draft.ts'

/** A text as it was once: that of a whole project. */
export interface Version {
  readonly id: number
  /** The project that it is of. */
  readonly project: string
  readonly at: number
  readonly text: string
  /** The name that the user gave it; versions that the page kept by itself have none, and go when there are many. */
  readonly name?: string
  /** Places that were given to parts of its circuit. */
  readonly layout?: Arrangement
}

/** A file of the own library, which projects import by its path. */
export interface LibraryFile {
  /** `my/…` */
  readonly path: string
  readonly text: string
}

interface Schema extends DBSchema {
  versions: { key: number; value: Omit<Version, 'id'> & { id?: number } }
  library: { key: string; value: LibraryFile }
}

/** Automatic versions of one project, versions of all projects, and characters of all of them. */
export const versionLimits = { automatic: 50, all: 400, characters: 32_000_000 }
/** Files of the library, and their characters. */
const libraryLimits = { files: 200, characters: 1_000_000 }
/** A text that rests so long is kept as a version, in milliseconds. */
const restsFor = 15_000

/**
 * Versions of the user's projects and the files of the own library. The drafts that pages exchange and write as they
 * close are elsewhere (`draft.ts`): a database cannot be written in that moment.
 */
export class Versions {
  private constructor(
    private db: IDBPDatabase<Schema>,
    private readonly name: string,
  ) {}

  /** Opens the database; the drafts that older pages kept become the first versions. Throws where there is none. */
  static async open(name = 'simten'): Promise<Versions> {
    let fresh = false
    const db = await opened(name, () => {
      fresh = true
    })
    const versions = new Versions(db, name)
    if (fresh) {
      for (const text of [loadPreviousDraft(), loadDraft()])
        if (text !== undefined && text.trim() !== '') await versions.add(newProject(), text)
    }
    return versions
  }

  /**
   * Works with the database. A browser closes it when a visitor clears the site's data, or another release of the page
   * changes it; it is opened anew then.
   */
  private async using<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    try {
      return await work(this.db)
    } catch (error) {
      if (!(error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'AbortError')))
        throw error
      this.db = await opened(this.name, () => {})
      return work(this.db)
    }
  }

  /** The newest first. */
  async list(): Promise<readonly Version[]> {
    const all = await this.using((db) => db.getAll('versions'))
    return all.flatMap((v) => (v.id === undefined ? [] : [{ ...v, id: v.id }])).reverse()
  }

  /** Keeps a text, unless the newest version of the project has it; a name is given to that one then. */
  async add(project: string, text: string, name?: string, layout?: Arrangement): Promise<void> {
    const last = (await this.list()).find((v) => v.project === project)
    const same = last && JSON.stringify(last.layout) === JSON.stringify(layout)
    if (same && last.text === text) {
      if (name !== undefined) await this.using((db) => db.put('versions', { ...last, name }))
      return
    }
    const version = { project, at: Date.now(), text, ...(name !== undefined && { name }), ...(layout && { layout }) }
    await this.using((db) => db.add('versions', version))
    await this.prune()
  }

  async remove(id: number): Promise<void> {
    await this.using((db) => db.delete('versions', id))
  }

  /** The project of which a text is a version. */
  async projectOf(text: string): Promise<string | undefined> {
    return (await this.list()).find((v) => v.text === text)?.project
  }

  /** Takes the oldest away where there are too many, those without a name first. */
  private async prune(): Promise<void> {
    const all = await this.list()
    const automatic = new Map<string, number>()
    let left = all.length
    let characters = all.reduce((sum, v) => sum + v.text.length, 0)
    const go = async ({ id, text }: Version): Promise<void> => {
      await this.remove(id)
      left--
      characters -= text.length
    }
    const rest: Version[] = []
    for (const v of all) {
      const count = v.name === undefined ? (automatic.get(v.project) ?? 0) + 1 : 0
      if (v.name === undefined) automatic.set(v.project, count)
      if (count > versionLimits.automatic) await go(v)
      else rest.push(v)
    }
    const oldest = rest.reverse().sort((a, b) => Number(a.name !== undefined) - Number(b.name !== undefined))
    for (const v of oldest) {
      if (left <= versionLimits.all && characters <= versionLimits.characters) break
      await go(v)
    }
  }

  /** The files of the own library by path. */
  async library(): Promise<ReadonlyMap<string, string>> {
    const files = await this.using((db) => db.getAll('library'))
    return new Map(files.map(({ path, text }) => [path, text]))
  }

  /** Keeps a file in the own library; false when there is no room for it. */
  async keep(path: string, text: string): Promise<boolean> {
    const files = new Map(await this.library()).set(path, text)
    const characters = [...files.values()].reduce((sum, t) => sum + t.length, 0)
    if (files.size > libraryLimits.files || characters > libraryLimits.characters) return false
    await this.using((db) => db.put('library', { path, text }))
    return true
  }

  /** Takes a file out of the own library. */
  async drop(path: string): Promise<void> {
    await this.using((db) => db.delete('library', path))
  }

  close(): void {
    this.db.close()
  }
}

/** Opens the database; made is called when there was none. */
function opened(name: string, made: () => void): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, 1, {
    upgrade(db) {
      made()
      db.createObjectStore('versions', { keyPath: 'id', autoIncrement: true })
      db.createObjectStore('library', { keyPath: 'path' })
    },
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })
}

/** A name for a project that nobody has. */
export const newProject = (): string => crypto.randomUUID()

/** A version in a few words. */
export function versionInWords({ text, name }: Pick<Version, 'text' | 'name'>): string {
  return name ?? textInWords(text)
}

/** Keeps versions of the text that is edited: when it rests, and before another one takes its place. */
export class VersionKeeper {
  private readonly versions: Promise<Versions | undefined>
  private project: Promise<string> | undefined
  private text: string | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `layout` gives the places that belong to the text as it is now. */
  constructor(
    open: () => Promise<Versions> = () => Versions.open(),
    private readonly layout: () => Arrangement | undefined = () => undefined,
  ) {
    this.versions = open().catch(() => undefined) // a browser that keeps nothing: the page works without
  }

  /** Another text is shown; the one before is kept if it was edited. */
  opened(): void {
    void this.keepNow()
    this.project = undefined
    this.text = undefined
  }

  /** The text was edited. `before` is the text that it was until then. */
  edited(text: string, before: string): void {
    this.project ??= this.projectOf(before)
    this.text = text
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.keepNow(), restsFor)
  }

  /** Keeps the text as it is now, if it was edited since it was kept last. */
  async keepNow(): Promise<void> {
    clearTimeout(this.timer)
    const { text, project } = this
    const layout = this.layout()
    this.text = undefined
    if (text === undefined || text.trim() === '' || !project) return
    await (await this.versions)?.add(await project, text, undefined, layout).catch(() => undefined)
  }

  /** Keeps a text under a name. False when the browser keeps nothing. */
  async name(text: string, name: string): Promise<boolean> {
    this.project ??= this.projectOf(text)
    const layout = this.layout()
    const versions = await this.versions
    const project = await this.project
    return (
      (await versions?.add(project, text, name, layout).then(
        () => true,
        () => false,
      )) ?? false
    )
  }

  /** The versions that there are, and which project the text is of. */
  async list(text: string): Promise<{ readonly versions: readonly Version[]; readonly project: string | undefined }> {
    const store = await this.versions
    const versions = (await store?.list().catch(() => undefined)) ?? []
    const project = this.project ? await this.project : versions.find((v) => v.text === text)?.project
    return { versions, project }
  }

  async remove(id: number): Promise<void> {
    await (await this.versions)?.remove(id).catch(() => undefined)
  }

  /** The own library; empty where the browser keeps nothing. */
  async library(): Promise<ReadonlyMap<string, string>> {
    return (await (await this.versions)?.library().catch(() => undefined)) ?? new Map()
  }

  async keepInLibrary(path: string, text: string): Promise<boolean> {
    return (await (await this.versions)?.keep(path, text).catch(() => false)) ?? false
  }

  async removeFromLibrary(path: string): Promise<void> {
    await (await this.versions)?.drop(path).catch(() => undefined)
  }

  private async projectOf(text: string): Promise<string> {
    const versions = await this.versions
    return (await versions?.projectOf(text).catch(() => undefined)) ?? newProject()
  }
}
