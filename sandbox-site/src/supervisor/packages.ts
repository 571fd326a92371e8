import type { Fetching, Lock } from '@simten/client/protocol.gen'
import type { ModuleFile } from '../worker-messages.ts'
import type { Environment } from './environment.ts'

/** Bytes of modules that are kept; then those that no slot runs with are forgotten. */
const KEPT = 64 << 20
/** Modules fetched at once. */
const PARALLEL = 8
/** Rounds of one compile: modules that import modules that import modules. */
export const MAX_ROUNDS = 64

/** The packages that a compile fetches of npm, within its time. Later requests of its slot wait behind it. */
export class Errand {
  bytes = 0
  rounds = 0
  /** True while something is being fetched. */
  fetching = false
  private readonly controller = new AbortController()
  private readonly cancel: () => void

  constructor(
    private readonly environment: Environment,
    private readonly slot: string,
    /** The lock of the source's imports. */
    readonly lock: Lock | undefined,
  ) {
    this.cancel = environment.after(environment.limits.moduleMilliseconds, () => this.controller.abort())
  }

  /** Aborted when the compile is given up or its time is over. */
  get signal(): AbortSignal {
    return this.controller.signal
  }

  progress(fetching: Fetching): void {
    if (!this.signal.aborted) this.environment.send({ event: 'fetching', slot: this.slot, fetching })
  }

  /** The compile is over, or given up. */
  end(): void {
    this.cancel()
    this.progress({ packages: [], bytes: this.bytes })
    this.controller.abort()
  }
}

/** Fetches the modules that compiles need, and keeps them for the next compile and for workers that take over. */
export class Packages {
  private readonly kept = new Map<string, ModuleFile>()
  private bytes = 0

  constructor(
    private readonly environment: Environment,
    /** Paths on the module host that running circuits are made of. */
    private readonly inUse: () => Set<string>,
  ) {}

  /** Every path's module, or why there is none. */
  async fetch(paths: readonly string[], errand: Errand): Promise<ModuleFile[]> {
    const missing = paths.filter((path) => !this.kept.has(path))
    const underWay = new Set(missing)
    const tell = () => errand.progress({ packages: namesOf(underWay), bytes: errand.bytes })
    const fetched = new Map<string, ModuleFile>()
    const queue = [...missing]
    const work = async () => {
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        const file = await this.environment.fetchModule(path, errand.signal, errand.lock)
        errand.bytes += file.bytes?.length ?? 0
        underWay.delete(path)
        fetched.set(path, file)
        tell()
      }
    }
    if (missing.length > 0) tell()
    await Promise.all(Array.from({ length: Math.min(PARALLEL, missing.length) }, work))
    const files = paths.map((path) => this.kept.get(path) ?? fetched.get(path)).filter((file) => file !== undefined)
    for (const file of fetched.values()) this.keep(file)
    return files
  }

  /** The packages of a slot that is brought back; most of them are kept. */
  async fetchAgain(slot: string, lock: Lock | undefined, paths: readonly string[]): Promise<ModuleFile[]> {
    const errand = new Errand(this.environment, slot, lock)
    try {
      return await this.fetch(paths, errand)
    } finally {
      errand.end()
    }
  }

  private keep(file: ModuleFile): void {
    if (file.failure !== '' || !file.bytes) return
    this.kept.set(file.path, file)
    this.bytes += file.bytes.length
    if (this.bytes <= KEPT) return
    const used = this.inUse()
    for (const [path, old] of this.kept) {
      if (old === file || used.has(path) || used.has(old.final)) continue
      this.kept.delete(path)
      this.bytes -= old.bytes?.length ?? 0
    }
  }
}

/** The packages that paths on a module host belong to, each once. */
export function namesOf(paths: Iterable<string>): string[] {
  const names = new Set<string>()
  for (const path of paths) {
    const match = /^\/(?:node_modules\/|v\d+\/)?((?:@[^/@]+\/)?[^/@?]+)/.exec(path)
    if (match?.[1]) names.add(match[1])
  }
  return [...names]
}
