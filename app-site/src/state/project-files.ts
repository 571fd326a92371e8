/** Files and folders that come into a project from outside, and a project as a zip archive. */
import { entryNames, maxFiles, pathProblem } from '@simten/client/project-text'
import { maxTextBytes } from '@simten/client/share-link'
import { targetOf } from '../editor/file-states.ts'
import { ArchiveError, isArchive, pack, unpack } from '../share/archive.ts'

/** The files of a project that were found among others. */
export interface Incoming {
  readonly files: ReadonlyMap<string, string>
  /** They are a whole project: an archive, or a folder with an entry. */
  readonly whole: boolean
  /** Files that no project can have. */
  readonly ignored: number
}

/** Why files are refused; the message is written for the reader of the page. */
export class IncomingError extends Error {
  override readonly name = 'IncomingError'
}

/** A file that was chosen or dropped, with its path in the folder that was. */
export interface Found {
  readonly path: string
  readonly file: Blob
}

/** Files of an archive besides those of a project may be pictures and notes. */
const archiveBounds = { packed: 4 << 20, unpacked: 8 << 20, files: maxFiles }

/** Reads files, folders and archives. Throws an {@link IncomingError}. */
export async function readFiles(found: readonly Found[]): Promise<Incoming> {
  if (found.length > 4 * maxFiles) throw new IncomingError(`These are more than ${4 * maxFiles} files.`)
  const all = new Map<string, Uint8Array>()
  let whole = false
  let bytes = 0
  for (const { path, file } of found) {
    const archive = /\.(zip|simten)$/.test(path)
    if (!archive && pathProblem(path) !== undefined) {
      all.set(path, new Uint8Array())
      continue
    }
    bytes += file.size
    if (bytes > (archive ? archiveBounds.packed : maxTextBytes))
      throw new IncomingError(`The files are larger than ${archive ? 4 : 1} MB.`)
    const content = new Uint8Array(await file.arrayBuffer())
    if (!isArchive(content)) all.set(path, content)
    else {
      whole = true
      for (const [inside, text] of unpacked(content)) all.set(inside, text)
    }
  }
  const top = commonFolder([...all.keys()])
  const files = new Map<string, string>()
  let ignored = 0
  let total = 0
  for (const [path, content] of all) {
    const name = path.slice(top.length)
    if (pathProblem(name) !== undefined || /(^|\/)(node_modules|\.[^/]+)\//.test(name)) ignored++
    else {
      total += content.length
      if (total > maxTextBytes) throw new IncomingError('The files of the project are larger than 1 MB.')
      files.set(name, decoded(name, content))
    }
    if (files.size > maxFiles) throw new IncomingError(`A project has at most ${maxFiles} files.`)
  }
  whole ||= top !== '' && entryOf(files) !== undefined
  return { files, whole, ignored }
}

function unpacked(content: Uint8Array): ReadonlyMap<string, Uint8Array> {
  try {
    return unpack(content, archiveBounds)
  } catch (error) {
    if (error instanceof ArchiveError) throw new IncomingError(error.message)
    throw error
  }
}

function decoded(name: string, content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new IncomingError(`${name} is no text in UTF-8.`)
  }
}

/** The folder that all paths begin with, with its slash. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths
  const folder = first.slice(0, first.indexOf('/') + 1)
  return folder !== 'my/' && folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : ''
}

/** The file with which a program of these files begins. */
export function entryOf(files: ReadonlyMap<string, string>): string | undefined {
  return entryNames.find((name) => files.has(name)) ?? [...files.keys()].find((path) => path.endsWith('.ts'))
}

/** A project as an archive. */
export function archiveOf(files: ReadonlyMap<string, string>): Blob {
  return new Blob([pack(files)], { type: 'application/zip' })
}

/** Folders in folders that are followed. */
const mostDepth = 8

/** The files of a drop, with those in its folders. */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly Found[]> {
  const found: Found[] = []
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return filesOfChoice([...transfer.files]) // of a program, not of a file system
  const visit = async (entry: FileSystemEntry, depth: number): Promise<void> => {
    if (found.length > 4 * maxFiles || depth > mostDepth || entry.name === 'node_modules') return
    const path = entry.fullPath.replace(/^\//, '')
    if (entry.isFile) {
      found.push({
        path,
        file: await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed)),
      })
      return
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader()
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
      if (some.length === 0) return
      for (const inside of some) await visit(inside, depth + 1)
    }
  }
  for (const entry of entries) await visit(entry, 0)
  return found
}

/** The files that were chosen in a dialog. */
export function filesOfChoice(files: readonly File[]): readonly Found[] {
  return files.map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

/** The files of the own library that a project imports and lacks, with those that they import. */
export function wantedOf(
  files: ReadonlyMap<string, string>,
  library: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>()
  const has = (path: string) => files.has(path) || library.has(path)
  const look = (from: string, text: string): void => {
    for (const [, specifier = ''] of text.matchAll(/\b(?:from|import)\s*['"]([^'"\n]+)['"]/g)) {
      const path = targetOf(specifier, from, has)
      const found = path?.startsWith('my/') && !files.has(path) && !wanted.has(path) ? library.get(path) : undefined
      if (path === undefined || found === undefined) continue
      wanted.set(path, found)
      look(path, found)
    }
  }
  for (const [path, text] of files) look(path, text)
  return wanted
}
