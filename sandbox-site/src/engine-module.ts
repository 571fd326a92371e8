import engineInfo from '../../build/wasm/engine.json'
import engineUrl from '../../build/wasm/engine.wasm?url'

/** Bytes of the engine, decompressed, as the progress counts them. */
export const engineBytes = engineInfo.bytes

/** Loads and compiles the engine while it arrives. progress is called with the bytes so far. */
export async function loadEngine(progress: (bytes: number) => void): Promise<WebAssembly.Module> {
  const response = await fetch(engineUrl)
  if (!response.ok) throw new Error(`The engine's file is missing: ${response.status} ${response.statusText}.`)
  // One branch is compiled as it is, so that the browser can keep the machine code with the cached file; the other is
  // only counted.
  const counted = count(response.clone(), progress)
  const [module] = await Promise.all([WebAssembly.compileStreaming(response), counted])
  return module
}

async function count(response: Response, progress: (bytes: number) => void): Promise<void> {
  const reader = response.body?.getReader()
  let bytes = 0
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) return
    bytes += chunk.value.length
    progress(bytes)
  }
}
