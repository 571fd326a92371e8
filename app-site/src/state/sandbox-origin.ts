/** Where the sandbox is when the server does not say: set VITE_SANDBOX_ORIGIN at build time for another place. */
const builtInOrigin: string = import.meta.env.VITE_SANDBOX_ORIGIN ?? 'http://localhost:3002'

/** Asks the server of the page which sandbox belongs to it. */
export async function sandboxOrigin(): Promise<string> {
  try {
    const response = await fetch('/config.json')
    const config: unknown = await response.json()
    if (typeof config === 'object' && config !== null && 'sandboxOrigin' in config) {
      if (typeof config.sandboxOrigin === 'string') return config.sandboxOrigin
    }
  } catch {
    // A static host without that file: the origin of the build holds.
  }
  return builtInOrigin
}
