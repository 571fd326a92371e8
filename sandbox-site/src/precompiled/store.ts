import type { CompileRequest, Precompiled } from '@simten/client/protocol.gen'
import { validate } from '@simten/client/validate'

/** The files that come with the page, by name; see cmd/precompile. */
const shipped = import.meta.glob<string>('../../../build/precompiled/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Name of the file of a text: its FNV-1a hash of 32 bits and its length in bytes, as in cmd/precompile. */
export function fileName(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return `circuit.${(hash >>> 0).toString(16).padStart(8, '0')}-${bytes.length}.json`
}

/**
 * The precompiled form of what a request asks for; undefined when there is none, or when it cannot be had. A circuit
 * that uses a capability has none, so it does not matter what is granted.
 */
export async function precompiledFor(
  { source, file, files, circuit, harness, lock, strict }: CompileRequest,
  found: () => void,
  urlOf: (name: string) => string | undefined = (name) => shipped[`../../../build/precompiled/${name}`],
): Promise<Precompiled | undefined> {
  if (strict || lock || files || (file !== undefined && file !== 'circuit.ts')) return undefined
  const url = urlOf(fileName(source))
  if (url === undefined) return undefined
  found()
  try {
    const response = await fetch(url)
    const precompiled = response.ok ? decode(await response.json()) : undefined
    const asked = precompiled?.compile
    const same =
      asked?.source === source && asked.circuit === circuit && (asked.harness ?? false) === (harness ?? false)
    return same ? precompiled : undefined
  } catch (error) {
    console.warn('A precompiled circuit cannot be read; the engine compiles it:', error)
    return undefined
  }
}

/** A file as it is used: bytes are base64 there, and the addresses of nets a list. */
export function decode(file: unknown): Precompiled {
  const object = file as Record<string, unknown>
  const result = object.result as Record<string, unknown>
  const pieces = object.start as Record<string, unknown>[]
  const precompiled: unknown = {
    ...object,
    result: { ...result, tables: bytesOf(result.tables) },
    code: bytesOf(object.code),
    constants: bytesOf(object.constants),
    nets: Uint32Array.from(object.nets as number[]),
    start: pieces.map((piece) => ({ ...piece, bytes: bytesOf(piece.bytes) })),
  }
  validate('Precompiled', precompiled)
  return precompiled as Precompiled // checked above
}

function bytesOf(base64: unknown): Uint8Array {
  return Uint8Array.from(atob(String(base64 ?? '')), (character) => character.charCodeAt(0))
}
