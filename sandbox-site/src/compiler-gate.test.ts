import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { gate } from './compiler-gate.ts'

const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])

/** A global object's WebAssembly of its own, with its gate. */
function gated(): { compiler: typeof WebAssembly; seal: () => void } {
  const compiler = runInNewContext('WebAssembly') as typeof WebAssembly
  return { compiler, seal: gate(compiler) }
}

/** Ways in which an engine that was taken over may ask for machine code. */
const ways: Record<string, (compiler: typeof WebAssembly, module: WebAssembly.Module) => unknown> = {
  'a constructor': (c) => new c.Module(empty),
  'the constructor of a module': (_, module) => new (module.constructor as typeof WebAssembly.Module)(empty),
  'the constructor of the prototype': (_, module) =>
    new (Object.getPrototypeOf(module).constructor as typeof WebAssembly.Module)(empty),
  'Reflect.construct': (c) => Reflect.construct(c.Module, [empty]),
  'Reflect.construct for another class': (c) => Reflect.construct(c.Module, [empty], Object),
  'a class that extends it': (c) => new (class extends c.Module {})(empty),
  compile: (c) => c.compile(empty),
  instantiate: (c) => c.instantiate(empty),
  compileStreaming: (c) =>
    c.compileStreaming?.(new Response(empty, { headers: { 'Content-Type': 'application/wasm' } })),
  instantiateStreaming: (c) =>
    c.instantiateStreaming?.(new Response(empty, { headers: { 'Content-Type': 'application/wasm' } })),
  'an assignment': (c) => {
    Reflect.set(c, 'compile', Object.getPrototypeOf(c).compile)
    return c.compile(empty)
  },
  'a function that is deleted': (c) => {
    Reflect.deleteProperty(c, 'compile')
    return c.compile(empty)
  },
  'a new definition': (c) => {
    Reflect.defineProperty(c, 'Module', { value: undefined })
    return new c.Module(empty)
  },
}

describe('A309 the gate before the compiler', () => {
  for (const [name, way] of Object.entries(ways)) {
    it(`A309 refuses ${name} once it is closed, however it was come by before`, async () => {
      const { compiler, seal } = gated()
      const module = new compiler.Module(empty)
      const kept = {
        ...compiler,
        Module: compiler.Module,
        compile: compiler.compile,
        instantiate: compiler.instantiate,
      }
      seal()
      const meddles = /assignment|deleted|definition/.test(name) // a copy is the attacker's own, to do with as he likes
      for (const at of meddles ? [compiler] : [compiler, kept as typeof WebAssembly]) {
        if (name.endsWith('Streaming') && at.compileStreaming === undefined) continue
        let outcome: unknown
        try {
          outcome = await way(at, module)
        } catch (error) {
          outcome = error
        }
        expect(String(outcome), name).toMatch(/^CompileError: This worker compiles no WebAssembly/)
      }
    })
  }

  it('is open before, and a module that is there can be run afterwards', async () => {
    const { compiler, seal } = gated()
    expect(new compiler.Module(empty)).toBeInstanceOf(compiler.Module)
    const module = await compiler.compile(empty)
    seal()
    expect(await compiler.instantiate(module)).toBeDefined()
    expect(new compiler.Instance(module)).toBeDefined()
    expect(compiler.validate(empty)).toBe(true)
  })
})
