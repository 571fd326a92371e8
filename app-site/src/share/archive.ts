/**
 * Zip archives, read and written with bounds. An archive comes from anybody: some kilobytes can unpack to gigabytes, an
 * entry may say another size than it has, and names may lead out of a folder.
 */
import { Unzip, UnzipInflate, unzipSync, zipSync } from 'fflate'

/** Limits of an archive. */
export interface ArchiveLimits {
  /** Bytes of the archive itself. */
  readonly packed: number
  /** Bytes of all files together. */
  readonly unpacked: number
  readonly files: number
}

export const archiveLimits: ArchiveLimits = { packed: 8 << 20, unpacked: 16 << 20, files: 500 }

/** Why an archive is refused; the message is written for the reader of the page. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

/** Characters of a path. */
const longestPath = 200
/** The archive is unpacked in pieces of this size, so that a bound is noticed soon after it is passed. */
const piece = 1 << 14

/** Whether bytes begin as a zip archive does. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
}

/** The files of an archive by their paths, in its order. Throws an ArchiveError. */
export function unpack(bytes: Uint8Array, limits: ArchiveLimits = archiveLimits): Map<string, Uint8Array> {
  if (bytes.length > limits.packed) throw new ArchiveError(`The archive is larger than ${megabytes(limits.packed)}.`)
  const announced = namesIn(bytes, limits)
  const files = new Map<string, Uint8Array>()
  let total = 0
  let failed: Error | undefined
  const unzip = new Unzip((file) => {
    if (isIgnored(file.name) || failed) return
    checkPath(file.name)
    if (!announced.has(file.name) || files.has(file.name)) throw new ArchiveError('The archive contradicts itself.')
    if (file.compression !== 0 && file.compression !== 8)
      throw new ArchiveError(`${file.name} is packed in a way that is not known here.`)
    const parts: Uint8Array[] = []
    files.set(file.name, new Uint8Array())
    file.ondata = (error, data, final) => {
      if (error) failed ??= error
      if (failed) return
      total += data.length
      if (total > limits.unpacked) throw tooLarge(limits)
      parts.push(data)
      if (final) files.set(file.name, joined(parts))
      announced.set(file.name, final)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += piece)
      unzip.push(bytes.subarray(at, at + piece), at + piece >= bytes.length)
  } catch (error) {
    failed ??= error instanceof Error ? error : new Error(String(error))
  }
  if (failed instanceof ArchiveError) throw failed
  if (failed || [...announced.values()].includes(false)) throw damaged()
  return files
}

/** The paths of the files that an archive lists at its end, each with `false`: it has not been read yet. */
function namesIn(bytes: Uint8Array, limits: ArchiveLimits): Map<string, boolean> {
  const names = new Map<string, boolean>()
  let total = 0
  let problem: ArchiveError | undefined
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (isIgnored(name) || problem) return false
        total += originalSize
        if (names.has(name)) problem = new ArchiveError(`The archive has two files of the name ${shown(name)}.`)
        names.set(name, false)
        if (names.size > limits.files) problem = new ArchiveError(`The archive has more than ${limits.files} files.`)
        if (total > limits.unpacked) problem = tooLarge(limits)
        return false
      },
    })
  } catch {
    throw damaged()
  }
  if (problem) throw problem
  for (const name of names.keys()) checkPath(name)
  return names
}

/** Folders, and what systems add to archives for themselves. */
function isIgnored(name: string): boolean {
  return name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name)
}

/** Whether a path stays inside of the folder that it starts from, on every system. */
export function isInside(path: string): boolean {
  return (
    path.length <= longestPath &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no name has them
    !/[\u0000-\u001f\u007f\\:]/.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  )
}

function checkPath(path: string): void {
  if (!isInside(path)) throw new ArchiveError(`The archive has a file with a path that leads nowhere: ${shown(path)}.`)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const shown = (name: string): string => JSON.stringify(name.length > 60 ? `${name.slice(0, 59)}…` : name)
const megabytes = (bytes: number): string => `${Math.floor(bytes / (1 << 20))} MB`
const damaged = (): ArchiveError => new ArchiveError('The archive is damaged: a part of it is missing or was changed.')
const tooLarge = ({ unpacked }: ArchiveLimits): ArchiveError =>
  new ArchiveError(`The files of the archive are larger than ${megabytes(unpacked)}.`)

/** Every archive of the same files has the same bytes. */
const always = new Date(1980, 0, 1)

/** An archive of files, in their order. */
export function pack(files: ReadonlyMap<string, Uint8Array | string>): Uint8Array<ArrayBuffer> {
  const entries: Record<string, Uint8Array> = {}
  for (const [path, content] of files) {
    checkPath(path)
    entries[path] = typeof content === 'string' ? new TextEncoder().encode(content) : content
  }
  return new Uint8Array(zipSync(entries, { mtime: always, level: 9 }))
}
