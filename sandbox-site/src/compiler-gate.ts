/** The functions of WebAssembly that compile, as a global object has them. */
type Compiler = typeof WebAssembly

/**
 * Puts itself before the browser's compiler of WebAssembly and gives the function that closes it, for good. The engine
 * is compiled by the page and arrives as a module, so what comes to a worker as bytes was made by the engine, from a
 * circuit. Whoever has taken the engine over meets this, too: nothing else holds the compiler's own functions, and the
 * policy allows a worker neither workers of its own nor scripts from elsewhere.
 */
export function gate(compiler: Compiler): () => void {
  let sealed = false
  const { Module, compile, instantiate, compileStreaming, instantiateStreaming } = compiler
  const refused = () =>
    new compiler.CompileError('This worker compiles no WebAssembly: its circuits are interpreted only.')

  /** Calls a function of the compiler, unless the gate is closed and it would compile. */
  const guarded = (original: unknown, compiles: (what: unknown) => boolean) => (what: unknown, imports?: unknown) =>
    sealed && compiles(what)
      ? Promise.reject(refused())
      : Reflect.apply(original as (...args: unknown[]) => unknown, compiler, [what, imports])
  const always = () => true

  const replace = (object: object, name: string, value: unknown) =>
    Object.defineProperty(object, name, { value, writable: false, configurable: false, enumerable: false })
  const gated: typeof Module = new Proxy(Module, {
    construct(target, args): object {
      if (sealed) throw refused()
      return Reflect.construct(target, args)
    },
  })
  replace(Module.prototype, 'constructor', gated) // a module leads to its constructor
  replace(compiler, 'Module', gated)
  replace(compiler, 'compile', guarded(compile, always))
  replace(compiler, 'compileStreaming', guarded(compileStreaming, always))
  replace(compiler, 'instantiateStreaming', guarded(instantiateStreaming, always))
  // An instance of a module that is there needs no compiler.
  replace(
    compiler,
    'instantiate',
    guarded(instantiate, (what) => !(what instanceof Module)),
  )
  return () => {
    sealed = true
  }
}
