/** Go's half of the runtime in JavaScript; it comes with the toolchain that built the engine. */
declare module '*/wasm_exec.js'

declare module '*/engine.json' {
  const info: { bytes: number; inputs: string }
  export default info
}

/** Set by wasm_exec.js. */
declare class Go {
  readonly importObject: WebAssembly.Imports
  exit: (code: number) => void
  /** Runs the program from where it waits; all calls into it and its timers come through here. */
  _resume: () => void
  run(instance: WebAssembly.Instance): Promise<void>
}

/** The files of programs of others; see embed/build-plugins/tools.ts. */
declare module 'virtual:tools' {
  interface File {
    readonly name: string
    readonly url: string
    readonly bytes: number
  }
  export const tools: Readonly<Record<'yosys' | 'importer' | 'nextpnr' | 'up5k' | 'hx1k', readonly File[]>>
}
