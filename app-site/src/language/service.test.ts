import { existsSync, readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { rootLib, typescriptLibs } from '../../build-plugins/typescript-libs.ts'
import { annotateCircuits } from './annotate.ts'
import { LanguageModel } from './service.ts'

const declarations = readFileSync(new URL('./language.gen.txt', import.meta.url), 'utf8')
const model = new LanguageModel(typescriptLibs(), rootLib, declarations)

/** The text without its mark, and where the mark was. */
function marked(text: string): { text: string; at: number } {
  const at = text.indexOf('‸')
  return { text: text.replace('‸', ''), at }
}

// The first question reads the declarations of the whole language.
beforeAll(() => void model.check(''), 60_000)

const labels = (source: string): string[] => {
  const { text, at } = marked(source)
  return (model.complete(text, at)?.list ?? []).map((s) => s.label)
}

const adder = (connect: string) => `circuit('Two', {
  inputs: { a: bit, b: bit },
  outputs: { sum: bit, carry: bit },
  nodes: { half: FullAdder, keep: Register({ width: 4 }) },
  connect: ({ inputs, outputs, nodes }) => [${connect}],
})`

describe('the language model', () => {
  it('D98 offers exactly the declared ports and nodes inside connect', () => {
    expect(labels(adder('inputs.‸'))).toEqual(['a', 'b'])
    expect(labels(adder('inputs.a.to(outputs.‸')).sort()).toEqual(['carry', 'sum'])
    expect(labels(adder('nodes.‸'))).toEqual(['half', 'keep'])
    expect(labels(adder('String(nodes.keep.‸)')).sort()).toEqual(['data', 'q', 'rst', 'we'])
  })

  it('offers what drives at the beginning of a connection, and what is driven as its target', () => {
    for (const [text, ports] of [
      ['nodes.keep.‸', ['q']],
      ['nodes.half.‸\n    inputs.a.to(nodes.half.a)', ['carry_out', 'sum']],
      ['nodes.keep.‸.to(nodes.half.a)', ['q']],
      ['inputs.a.to(nodes.keep.‸', ['data', 'rst', 'we']],
      ['inputs.a.to(nodes.keep.‸)', ['data', 'rst', 'we']],
      ['inputs.a.to(nodes.half.a, nodes.keep.d‸)', ['data', 'rst', 'we']],
      ['inputs.a.to(nodes.keep.‸\n    nodes.keep.q.to(outputs.sum)', ['data', 'rst', 'we']],
      ['...[nodes.keep].map((r) => r.‸)', ['q']],
      ['...[nodes.keep].map((r) => inputs.a.to(r.‸))', ['data', 'rst', 'we']],
      ['inputs.a.to(...[nodes.keep].map((r) => r.‸))', ['data', 'q', 'rst', 'we']],
      ['inputs.a.to(inputs.‸)', []],
      ['outputs.‸', []],
      ['nodes.keep.q.‸', ['to']],
    ] as const) {
      expect([text, labels(adder(text)).sort()]).toEqual([text, ports])
    }
    const block = adder('').replace('=> []', '=> {\n    const { keep } = nodes\n    return [keep.‸]\n  }')
    expect(labels(block)).toEqual(['q'])
    const pushed = adder('').replace(
      '=> []',
      '=> {\n    const list = []\n    list.push(nodes.keep.‸)\n    return list\n  }',
    )
    expect(labels(pushed)).toEqual(['q'])
  })

  it('D98 a misspelled port is a type error at its place', () => {
    const text = adder('inputs.a.to(nodes.half.aa)')
    const [problem, ...rest] = model.check(text)
    expect(rest).toEqual([])
    expect(text.slice(problem?.from, problem?.to)).toBe('aa')
    expect(problem?.code).toBe(2339)
  })

  it('D99 a truth value is fine on a bit and an error on a bus', () => {
    const one = (port: string) =>
      model.check(`circuit('C', { inputs: { a: bit }, outputs: { y: ${port} }, eval: ({ a }) => ({ y: a === 1 }) })`)
    expect(one('bit')).toEqual([])
    const [problem] = one('bus(8)')
    expect(problem?.message).not.toContain('overload')
    expect(problem?.message).toContain("Type 'boolean' is not assignable")
  })

  it('D100 a factory that is not called is an error', () => {
    expect(model.check("circuit('C', { nodes: { r: Register } })")).toHaveLength(1)
    expect(model.check("circuit('C', { nodes: { r: Register(), s: Switch, t: Switch({ value: 1 }) } })")).toEqual([])
  })

  it('D101 knows the names of the library without an import, and with one', () => {
    expect(model.check("circuit('C', { nodes: { g: And, s: Screen() } })")).toEqual([])
    expect(model.check("import { And } from '@simten/core/std'\ncircuit('C', { nodes: { g: And } })")).toEqual([])
  })

  it('leaves packages to the engine, which fetches them', () => {
    expect(model.check("import fc from 'fast-check'\nfc.sample(fc.nat())")).toEqual([])
  })

  it('takes factories whose options have no type', () => {
    const text = `const Plus = circuit('Plus', ({ by = 1 } = {}) => ({
  inputs: { a: bus(8) },
  outputs: { y: bus(8) },
  eval: ({ a }) => ({ y: a + by, z: 1 }),
}))
circuit('C', { nodes: { p: Plus({ by: 2 }) }, outputs: { y: bus(8) }, connect: ({ nodes, outputs }) => [nodes.p.yy.to(outputs.y)] })`
    expect(model.check(text).map((p) => text.slice(p.from, p.to))).toEqual(['yy'])
  })

  it('has nothing to say about the examples', () => {
    const folder = new URL('../../../examples/', import.meta.url)
    const names = readdirSync(folder, { withFileTypes: true }).flatMap((e) =>
      e.isDirectory() && existsSync(new URL(`${e.name}/circuit.ts`, folder)) ? [e.name] : [],
    )
    expect(names).toContain('half-adder')
    const steps = readdirSync(new URL('learn/', folder)).map((name) => `learn/${name}/`)
    const files = [
      ...names.filter((name) => name !== 'learn').map((name) => `${name}/circuit.ts`),
      ...steps.flatMap((step) => [`${step}starter.ts`, `${step}solution.ts`]),
    ]
    for (const file of files) expect(model.check(readFileSync(new URL(file, folder), 'utf8')), file).toEqual([])
  }, 60_000)

  // They are the largest texts there are, and most of their nodes are made in loops.
  it('has nothing to say about the circuits of the benchmark, nor about them without their types', () => {
    const folder = new URL('../../../bench/', import.meta.url)
    const texts = readdirSync(folder).flatMap((name) => {
      const file = new URL(`${name}/circuit.ts`, folder)
      return existsSync(file) ? [{ name, text: readFileSync(file, 'utf8') }] : []
    })
    expect(texts.map((t) => t.name)).toContain('gates')
    const plain = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext }
    for (const { name, text } of texts) {
      const { outputText } = ts.transpileModule(text, { compilerOptions: plain })
      expect(model.check(outputText), name).toEqual([])
      // 256 bits are a bigint, but their number is no constant there
      if (name !== 'wide') expect(model.check(text), name).toEqual([])
    }
  }, 120_000)

  it.each([
    ['a list that is filled', 'const list = []\nlist.push(1, bit)\nlist[0].x'],
    ['parameters without types', 'const twice = (x) => x + x\nfunction three(x, ...more) { return [x, more] }'],
    ['an object that is filled by name', 'const o = {}\no.a = 1\no.b = o.a'],
    ['an object that is filled by index', "const o = { a: 1 }\nfor (const k of ['x', 'y']) o[k] = 2\no.x"],
    ['a variable without a first value', 'let last\nlast = And\nlast.foo'],
    ['what may be undefined', 'const n: number = [1, 2].find((x) => x > 1)\nnew Map([[1, { a: 1 }]]).get(1).a'],
    [
      'nodes that are made in a loop',
      `const nodes = { first: And }
for (let i = 0; i < 4; i++) nodes['g' + i] = Or
nodes.last = Register({ width: 4 })
circuit('C', { inputs: { a: bit }, nodes, connect: ({ inputs, nodes: n }) => {
  const list = [inputs.a.to(n.g0.a, n.first.a)]
  for (let i = 0; i < 4; i++) list.push(n['g' + i].out.to(n.last.we))
  return list
} })`,
    ],
    [
      'ports that are made in a loop',
      `const inputs = {}, outputs = Object.fromEntries([0, 1].map((i) => ['y' + i, bit]))
for (let i = 0; i < 4; i++) inputs['a' + i] = bit
circuit('C', { inputs, outputs, nodes: { g: And }, connect: ({ inputs: x, outputs: y, nodes: { g } }) =>
  [x.a0.to(g.a), x['a' + 1].to(g.b), g.out.to(y.y0, y.y1)] })`,
    ],
    [
      'ports of which some are made in a loop',
      `circuit('C', { inputs: { a: bit, ...Object.fromEntries([0, 1].map((i) => ['v' + i, bit])) }, outputs: { y: bit },
  eval: (v) => ({ y: v.a & v.v0 & v.v1 }) })`,
    ],
    [
      'results that are put together',
      `circuit('C', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => { const r = {}; r.y = a; return r } })`,
    ],
    [
      'a next state without the fields that stay',
      `circuit('C', { outputs: { y: bit }, state: { a: reg(1), b: reg(8) }, eval: ({ a }) => ({ y: a }),
  onTick: ({ a, b }) => (b < 9 ? { b: b + 1 } : { a: 1 - a, b: 0 }) })`,
    ],
  ])('takes JavaScript as it is: %s', (_, text) => {
    expect(model.check(text)).toEqual([])
  })

  it('still finds what is wrong in an object that is complete', () => {
    const at = (text: string) => model.check(text).map((p) => text.slice(p.from, p.to))
    expect(at('const o = { a: 1 }\no.a = 2\no.b')).toEqual(['b'])
    expect(at('const o = {}\nfunction f(o) { o.a = 1 }\no.b')).toEqual(['b'])
    expect(at('const o: { a?: number } = {}\no.a = 2\no.b = 3')).toEqual(['b'])
    expect(at("circuit('C', { state: { n: reg(4) }, eval: () => ({}), onTick: ({ n }) => ({ m: n }) })")).not.toEqual(
      [],
    )
  })

  it('offers library names apart from those of JavaScript', () => {
    const { text, at } = marked("circuit('C', { nodes: { g: X‸ } })")
    const list = model.complete(text, at)?.list ?? []
    expect(list.find((s) => s.label === 'Xor')).toMatchObject({ foreign: false })
    expect(list.find((s) => s.label === 'parseInt')).toMatchObject({ foreign: true })
    expect(list.some((s) => s.label === 'window' || s.label === 'document')).toBe(false)
    expect(model.describe(text, at, 'Xor')?.documentation).toContain('1 when the inputs differ')
  })

  it('offers the keys of a circuit, ready to be filled in', () => {
    const { text, at } = marked("circuit('C', { inp‸ })")
    expect(model.complete(text, at)).toMatchObject({ from: at - 3, members: true })
    expect(model.complete(text, at)?.list.find((s) => s.label === 'inputs')?.insert).toBe('inputs: ')
    // They are those of the declarations.
    const start = declarations.indexOf('interface Config<')
    const config = declarations.slice(start, declarations.indexOf('\n  }', start))
    const declared = [...config.matchAll(/^ {4}readonly (\w+)\?:/gm)].map((m) => m[1])
    expect(labels("circuit('C', { inp‸ })").sort()).toEqual(declared.sort())
  })

  it('describes what stands at a place', () => {
    const { text, at } = marked("circuit('C', { nodes: { r: Reg‸ister({ width: 4 }) } })")
    const found = model.hover(text, at)
    expect(text.slice(found?.from, found?.to)).toBe('Register')
    expect(found?.documentation).toContain('Stores a word when told to.')
    expect(found?.signature).not.toContain('Simten.')
    expect(model.hover(text, text.length)).toBeUndefined()
  })
})

describe('annotating the calls of circuit()', () => {
  it.each([
    ["circuit('A', ({ by = 1 } = {}) => ({}))", "circuit.factory('A', ({ by = 1 }: any = {}) => ({}))"],
    ["circuit('A', o => ({}))", "circuit.factory('A', (o: any) => ({}))"],
    ["circuit('A', (o) => ({}))", "circuit.factory('A', (o: any) => ({}))"],
    ["component('A', function (o?) { return {} })", "component.factory('A', function (o?: any) { return {} })"],
    [
      "circuit('A', ({ by }: { by?: number } = {}) => ({}))",
      "circuit.factory('A', ({ by }: { by?: number } = {}) => ({}))",
    ],
    ["circuit('A', () => ({}))", "circuit.factory('A', () => ({}))"],
    ["circuit('A', { inputs: {} })", "circuit.config('A', { inputs: {} })"],
    ["circuit('A', config)", "circuit('A', config)"],
    ["circuit('A')", "circuit('A')"],
    ['const n = {}, m = {}\nn.a = 1', 'const n: any = {}, m = {}\nn.a = 1'],
    ['const n = {}\n{ const n = {}; n[0] = 1 }', 'const n = {}\n{ const n: any = {}; n[0] = 1 }'],
    ["other('A', (o) => ({}))", "other('A', (o) => ({}))"],
  ])('%s', (from, to) => {
    const annotated = annotateCircuits(from)
    expect(annotated.text).toBe(to)
    for (let i = 0; i <= from.length; i++) expect(annotated.back(annotated.forth(i))).toBe(i)
    for (let i = 0; i < from.length; i++) expect(annotated.text[annotated.forth(i + 1) - 1]).toBe(from[i])
  })

  it('knows what files of tests import', () => {
    const file = (check: string) => `import { simulate } from '@simten/core/sim'
import { expect, test } from '@simten/test'
import { verify } from '@simten/core/verify'
const Half = circuit('Half', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a }) })
test('half', () => {
  const sim = simulate(Half)
  ${check}
})
verify.run()
`
    expect(model.check(file('expect(sim.get("y")).toBe(0)'))).toEqual([])
    expect(model.check(file('expect(sim.read().z).toBe(0)'))[0]?.message).toContain("'z'")
    expect(labels(file('sim.‸'))).toEqual(expect.arrayContaining(['set', 'tickN', 'stepBack', 'watchPort']))
    expect(labels(file('expect(1).toBeG‸'))).toContain('toBeGreaterThan')
    expect(labels('‸')).not.toContain('simulate')
  })

  it('tells every mistake in the syntax, and no types of a text that cannot be read', () => {
    const text = 'const a = ;\nconst b: string = 5\nconst c = ;\n'
    const problems = model.check(text)
    expect(problems.map((p) => text.slice(0, p.from).split('\n').length)).toEqual([1, 3])
    expect(problems.every((p) => p.syntax)).toBe(true)
  })

  it('tells what is wrong after the place where the program would stop', () => {
    const text = 'const wide = bus(0)\nconst sum = nothing + 1\nconst name: string = 5\n'
    expect(model.check(text).map((p) => text.slice(0, p.from).split('\n').length)).toEqual([2, 3])
  })
})

describe('the declarations of the language', () => {
  const table = readFileSync(new URL('../../../engine/source/features.go', import.meta.url), 'utf8')
  const [lackingPart = '', newerPart = ''] = table.split('var Newer')
  const newer = [...newerPart.matchAll(/Name: "([\w.]+)"/g)].map(([, name = '']) => name)
  const lacking = [...lackingPart.matchAll(/\{"([\w.]+)", \d{4}/g)].map(([, name = '']) => name)
  const used = (name: string) => `void ${name.replace('Iterator.prototype', '[1].values()')};`

  it('have what the engine has of newer versions', () => {
    expect(newer.length).toBeGreaterThan(30)
    for (const name of newer) expect([name, model.check(used(name)).map((p) => p.message)]).toEqual([name, []])
    expect(model.check('{ using held = { [Symbol.dispose]() {} }; void held }')).toEqual([])
  })

  it('do not have what it lacks', () => {
    expect(lacking.length).toBeGreaterThan(15)
    for (const name of lacking) {
      expect([name, model.check(used(name)).length]).toEqual([name, 1])
    }
    expect(
      model.check("const n: string = (5).toLocaleString('de'); const d: string = new Date().toLocaleString()"),
    ).toEqual([])
  })
})

describe('a project of several files', () => {
  const main = `import { Half } from './parts'\nimport table from './table.json'\nimport { x } from 'my/lib'\nconst n: string = table[0]\nHalf; x.length\n`
  const others = {
    'parts/index.ts': `export * from './half.ts'\n`,
    'parts/half.ts': `export const Half = circuit('Half', { inputs: { a: bit }, outputs: { q: bit }, eval: ({ a }) => ({ q: a }) })\nconst wrong: number = 'x'\n`,
    'my/lib.ts': 'export const x = [1]\n',
    'table.json': '[1, 2]',
  }

  it('is checked whole, and hover and completion know the other files', { timeout: 30_000 }, () => {
    model.show('main.ts', others)
    const found = model.check(main).map(({ file, message }) => `${file}: ${message}`)
    expect(found).toEqual([
      "undefined: Type 'number' is not assignable to type 'string'.",
      "parts/half.ts: Type 'string' is not assignable to type 'number'.",
    ])
    expect(model.hover(main, main.indexOf('Half; x'))?.signature).toContain('Half')
    expect(model.complete(main, main.indexOf('x.length') + 2)?.list.map((s) => s.label)).toContain('push')
    model.show('parts/half.ts', { ...others, 'main.ts': main })
    expect(model.check(others['parts/half.ts']).map(({ file }) => file)).toEqual([undefined, 'main.ts'])
    model.show('circuit.ts', {})
    expect(model.check('const a: number = 1')).toEqual([])
  })
})

describe('names', () => {
  const text = `const Half = circuit('Half', {
  inputs: { left: bit, b: bit },
  outputs: { sum: bit },
  nodes: { xor: Xor },
  connect: ({ inputs, outputs, nodes: { xor } }) => [inputs.left.to(xor.a), inputs.b.to(xor.b), xor.out.to(outputs.sum)],
})
circuit('Two', { inputs: { p: bit }, outputs: { q: bit }, nodes: { half: Half }, connect: ({ inputs, outputs, nodes }) => [
  inputs.p.to(nodes.half.left, nodes.half.b), nodes.half.sum.to(outputs.q),
] })
`
  /** The text with every occurrence of the name at a mark replaced. */
  const renamed = (source: string, at: number, to: string) => {
    const found = model.occurrences(source, at)
    if (!found || 'refused' in found) return found?.refused
    const places = [...found.places].sort((a, b) => b.from - a.from)
    return places.reduce((all, p) => all.slice(0, p.from) + p.before + to + p.after + all.slice(p.to), source)
  }

  it('are found where they are defined, also in the library and in another file', () => {
    model.show('circuit.ts', { 'parts.ts': "export const Part = circuit('Part', { inputs: { a: bit } })\n" })
    expect(model.definition(text, text.indexOf('Half }') + 1)).toEqual({ file: 'circuit.ts', from: 6, to: 10 })
    expect(model.definition(text, text.indexOf('left.to'))).toMatchObject({ from: text.indexOf('left: bit') })
    expect(model.definition(text, text.indexOf('half.left') + 5)).toMatchObject({ from: text.indexOf('left: bit') })
    expect(model.definition(text, text.indexOf('Xor }'))).toEqual({ library: 'Xor' })
    const importing = "import { Part } from './parts'\nPart"
    expect(model.definition(importing, importing.length - 1)).toEqual({ file: 'parts.ts', from: 13, to: 17 })
    model.show('circuit.ts', {})
  })

  it('change everywhere: ports, nodes that are taken apart, circuits', () => {
    expect(renamed(text, text.indexOf('left.to'), 'west')).toBe(text.replaceAll('left', 'west'))
    expect(renamed(text, text.indexOf('xor: Xor'), 'gate')).toBe(
      text.replace('xor: Xor', 'gate: Xor').replace('nodes: { xor }', 'nodes: { gate: xor }'),
    )
    expect(renamed(text, 6, 'Sum')).toBe(text.replace('const Half', 'const Sum').replace('half: Half', 'half: Sum'))
  })

  it('of the library stay as they are', () => {
    expect(renamed(text, text.indexOf('Xor }'), 'Exor')).toContain('library')
    expect(model.occurrences(text, text.indexOf('=>'))).toHaveProperty('refused')
  })
})
