/**
 * Takes what Go writes to its standard outputs. It must be imported before wasm_exec.js, which brings a version that
 * prints to the console unless there is one already.
 */

const KEPT = 8_000
let text = ''
const decoder = new TextDecoder()

/** The end of what the engine wrote: after a crash, its reason. */
export const lastWords = (): string => text

const refuse = (...args: unknown[]): void => {
  const callback = args.at(-1)
  if (typeof callback === 'function') callback(Object.assign(new Error('not implemented'), { code: 'ENOSYS' }))
}

const files: Record<string, unknown> = {
  constants: { O_WRONLY: -1, O_RDWR: -1, O_CREAT: -1, O_TRUNC: -1, O_APPEND: -1, O_EXCL: -1, O_DIRECTORY: -1 },
  writeSync(_file: number, bytes: Uint8Array): number {
    // The beginning of a crash says why, the stacks after it are long.
    if (text.length < KEPT) text += decoder.decode(bytes)
    return bytes.length
  },
  write(_file: number, bytes: Uint8Array, ...rest: unknown[]): void {
    if (text.length < KEPT) text += decoder.decode(bytes)
    const callback = rest.at(-1)
    if (typeof callback === 'function') callback(null, bytes.length)
  },
}
for (const name of ['chmod', 'chown', 'close', 'fchmod', 'fchown', 'fstat', 'fsync', 'ftruncate', 'lchown', 'link']) {
  files[name] = refuse
}
for (const name of ['lstat', 'mkdir', 'open', 'read', 'readdir', 'readlink', 'rename', 'rmdir', 'stat', 'symlink']) {
  files[name] = refuse
}
for (const name of ['truncate', 'unlink', 'utimes']) files[name] = refuse

Object.assign(globalThis, { fs: files })
