/**
 * Circuits as files with the ending `.simten`: a zip archive of a manifest, of the files of the program below `files/`,
 * and of the run and the view as a link carries them. It takes what is too long for a link, and is kept by people.
 */
import { joinProject, PathError, type Project, splitProject } from '@simten/client/project-text'
import { maxTextBytes } from '@simten/client/share-link'
import { type Lock, validate } from '../engine.ts'
import { ArchiveError, pack, unpack } from './archive.ts'

/** The content of a file; run and view are texts as in a link. */
export interface SimtenFile {
  readonly text: string
  readonly lock?: Lock | undefined
  readonly run?: string | undefined
  readonly view?: string | undefined
}

/** The ending of such files. */
export const ending = '.simten'

const version = 1
const folder = 'files/'
const maxFileBytes = 4 << 20

/** The bytes of a file. */
export function writeFile({ text, lock, run, view }: SimtenFile): Uint8Array<ArrayBuffer> {
  const { entry, files } = splitProject(text)
  const manifest = { format: 'simten', version, entry, ...(lock && { lock }) }
  const entries = new Map<string, string>([['manifest.json', `${JSON.stringify(manifest, undefined, 2)}\n`]])
  for (const [path, content] of files) entries.set(folder + path, content)
  if (run !== undefined) entries.set('run.json', run)
  if (view !== undefined) entries.set('view.json', view)
  return pack(entries)
}

/** Reads a file from anybody. Throws an ArchiveError, whose message is written for the reader of the page. */
export function readFile(bytes: Uint8Array): SimtenFile {
  const files = unpack(bytes, { packed: maxFileBytes, unpacked: 4 * maxTextBytes, files: 502 })
  const text = (path: string): string | undefined => {
    const content = files.get(path)
    try {
      return content && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    } catch {
      throw new ArchiveError(`${path} in the file is no text.`)
    }
  }
  const { entry, lock } = manifestOf(text('manifest.json'))
  const texts = new Map<string, string>()
  for (const path of files.keys()) if (path.startsWith(folder)) texts.set(path.slice(folder.length), text(path) ?? '')
  if (!texts.has(entry)) throw new ArchiveError('The file has no circuit in it.')
  return { text: joined({ entry, files: texts }), lock, run: text('run.json'), view: text('view.json') }
}

function joined(project: Project): string {
  const text = joinProject(project)
  try {
    splitProject(text)
  } catch (error) {
    if (error instanceof PathError) throw new ArchiveError(error.message)
    throw error
  }
  if (new TextEncoder().encode(text).length > maxTextBytes)
    throw new ArchiveError('The circuit in the file is larger than 1 MB.')
  return text
}

function manifestOf(text: string | undefined): { entry: string; lock: Lock | undefined } {
  let manifest: unknown
  try {
    manifest = JSON.parse(text ?? '')
  } catch {
    throw new ArchiveError('This is no file of Simten: it has no manifest.')
  }
  const { format, version: written, entry, lock } = (manifest ?? {}) as Record<string, unknown>
  if (format !== 'simten' || typeof entry !== 'string' || typeof written !== 'number')
    throw new ArchiveError('This is no file of Simten: its manifest says something else.')
  if (written > version) throw new ArchiveError('The file was made by a newer version of Simten. Reload the page.')
  if (lock === undefined) return { entry, lock }
  try {
    validate('Lock', lock)
  } catch {
    throw new ArchiveError('What the file says of packages is damaged.')
  }
  return { entry, lock: lock as Lock } // checked above
}
