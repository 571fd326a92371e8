import { decode } from '@simten/client/precompiled'
import type { CompileRequest, Precompiled } from '@simten/client/protocol.gen'

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
