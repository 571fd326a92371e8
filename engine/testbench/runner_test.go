package testbench

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
)

func TestSuite(t *testing.T) {
	r := run(t, `
import { test, it, describe, expect, beforeEach, afterEach, beforeAll, afterAll } from 'vitest'
const log: string[] = []
describe('outer', () => {
  beforeAll(() => { log.push('A') })
  afterAll(async () => { await null; log.push('Z') })
  beforeEach(() => { log.push('b') })
  afterEach(() => { log.push('e') })
  test('one', () => { log.push('1') })
  describe('inner', () => {
    beforeEach(async () => { await new Promise((done) => setTimeout(done, 10)); log.push('c') })
    it('two', async () => { await null; log.push('2') })
    test.skip('left out', () => { log.push('no') })
    test.todo('later')
  })
})
test('order', () => expect(log.join('')).toBe('Ab1ebc2eZ'))
test.each([[1, 1, 2], [2, 3, 5]])('%i + %i = %i', (a, b, sum) => { expect(a + b).toBe(sum) })
test('fails', () => { expect([1, { a: 2n }]).toEqual([1, { a: 3n }]) })
test('throws something else', () => { throw 'a text' })
test('rejects', async () => { await Promise.reject(new Error('late')) })
test('counts', () => { expect.assertions(2); expect(1).toBe(1) })
test('never', () => new Promise(() => {}))
`)
	require.Empty(t, errorsOf(r))
	var names []string
	for _, test := range r.Tests {
		names = append(names, string(test.Status)+" "+test.Name)
	}
	require.Equal(t, []string{
		"passed outer > one", "passed outer > inner > two", "skipped outer > inner > left out", "todo outer > inner > later", "passed order",
		"passed 1 + 1 = 2", "passed 2 + 3 = 5", "failed fails", "failed throws something else", "failed rejects", "failed counts", "failed never",
	}, names)
	f := failures(r)
	require.Equal(t, "expected [1, { a: 2n }] to equal [1, { a: 3n }]", f["fails"].Message)
	require.Equal(t, circuit.Place{Line: 19, Column: 46}, f["fails"].Place)
	require.Equal(t, "a text", f["throws something else"].Message)
	require.Equal(t, "late", f["rejects"].Message)
	require.Equal(t, 21, f["rejects"].Place.Line)
	require.Contains(t, f["counts"].Message, "expected 2 checks, but 1 were made")
	require.Contains(t, f["never"].Message, "never happens")
}

func TestOnlyAndFilter(t *testing.T) {
	text := "test('a', () => {})\ntest.only('b', () => {})\ndescribe.only('g', () => { test('c', () => {}) })"
	r := run(t, text)
	require.Equal(t, []int{2, 0, 1}, []int{r.Passed, r.Failed, r.Skipped})
	r = with(t, Options{Filter: "g >"}, text, nil)
	require.Equal(t, []int{1, 0, 2}, []int{r.Passed, r.Failed, r.Skipped})
}

func TestProperties(t *testing.T) {
	text := `
import fc from 'fast-check'
import { assert, property, nat } from 'fast-check'
test('shrinks', () => {
  fc.assert(fc.property(fc.bigInt(), fc.string(), (n, s) => {
    expect(n < 1000n).toBe(true)
  }))
})
test('named imports, own seed', () => { assert(property(nat(), (n) => n < 5), { seed: 42 }) })
test('async', async () => { await fc.assert(fc.asyncProperty(fc.nat(), async (n) => { await null; return n < 7 })) })
test('holds', () => { fc.assert(fc.property(fc.integer(), (n) => n + 0 === n)) })
`
	r := run(t, text)
	f := failures(r)
	require.Len(t, f, 3)
	x := f["shrinks"].Counterexample
	require.Equal(t, `[1000n, ""]`, x.Text)
	require.JSONEq(t, `["1000n", ""]`, string(x.Inputs))
	require.EqualValues(t, 1, x.Seed)
	require.Positive(t, x.NumShrinks)
	require.Equal(t, 6, f["shrinks"].Place.Line, "the check that failed, not the assert around it")
	require.EqualValues(t, 42, f["named imports, own seed"].Counterexample.Seed)
	require.Equal(t, "[5]", f["named imports, own seed"].Counterexample.Text)
	require.Equal(t, "[7]", f["async"].Counterexample.Text)

	require.Equal(t, r, run(t, text), "a run can be repeated")
	other := with(t, Options{Seed: 2}, text, nil)
	require.EqualValues(t, 2, failures(other)["shrinks"].Counterexample.Seed)
}

func TestExpect(t *testing.T) {
	passes(t, "", `
		check(1).not.toBe(2); check({ a: [1, new Map([[1, 2]])] }).toEqual({ a: [1, new Map([[1, 2]])], b: undefined }); check({ a: 1 }).not.toStrictEqual({ a: 1, b: undefined })
		check(0.1 + 0.2).toBeCloseTo(0.3); check(5n).toBeGreaterThan(4); check(1).toBeLessThanOrEqual(1); check('abc').toContain('b'); check([{ a: 1 }]).toContainEqual({ a: 1 })
		check({ a: { b: 3 } }).toHaveProperty('a.b', 3); check('x1').toMatch(/\d/); check([1, 2]).toHaveLength(2); check(() => { throw new RangeError('far') }).toThrow(RangeError)
		check(() => {}).not.toThrow(); check(NaN).toBeNaN(); check(null).toBeNull(); check(1).toBeTruthy(); check(3).toBeOneOf([1, 3]); check({ a: 1, b: 2 }).toMatchObject({ a: 1 })
		await check(Promise.resolve(4)).resolves.toBe(4); await check(Promise.reject(new Error('no'))).rejects.toThrow('no'); await check(Promise.resolve(1)).resolves.not.toBe(2)
		for (const wrong of [() => expect(1).toBe(2), () => expect(1).not.toBe(1), () => expect([1]).toEqual([2]), () => expect(2).toBeGreaterThan(2), () => expect('a').toBeGreaterThan(1),
			() => expect(() => {}).toThrow(), () => expect(() => { throw new Error('a') }).toThrow('b'), () => expect([]).toContain(1), () => expect({}).toHaveProperty('a'), () => expect(1).toBeUndefined(),
			() => expect(1).toSatisfy(() => false), () => expect.fail('so'), () => expect(new Set([1])).toEqual(new Set([2])), () => expect(-0).toBe(0)]) check(wrong).toThrow()
		check(() => expect(5n).toBe(5)).toThrow('reads as a bigint')`)
}

func TestFiles(t *testing.T) {
	files := map[string]string{
		"counter.circuit.ts": "import { deep } from './lib'\nexport const One = circuit('One', { outputs: { y: bus(8) }, eval: () => ({ y: deep(1) }) })\nexport default One",
		"lib/index.ts":       "export function deep(n: number) {\n  if (n > 1) throw new Error('too deep')\n  return n + 1\n}",
		"data.json":          `{"rows": [1, 2]}`,
		"circle.ts":          "import './circle2'\nexport const c = 1", "circle2.ts": "import './circle'",
		"bad.ts": "export const Bad = circuit('Bad', {\n  inputs: { a: bit }, nodes: { g: Not }, connect: ({ inputs, nodes }) => [inputs.a.to(nodes.g.inn)] })",
	}
	r := with(t, Options{}, `
import One, { One as Again } from './counter.circuit'
import { deep } from './lib/index.js'
import data from './data.json'
test('other files', () => { expect(simulate(One).get('y')).toBe(2); expect(One).toBe(Again); expect(data.rows).toEqual([1, 2]) })
test('place in another file', () => { deep(2) })
`, files)
	require.Empty(t, errorsOf(r))
	f := failures(r)
	require.Len(t, f, 1)
	require.Equal(t, circuit.Place{File: "lib/index.ts", Line: 2, Column: 20}, f["place in another file"].Place)

	for text, says := range map[string]string{
		"import '../x'":                            "outside of the folder",
		"import './lib/../../x'":                   "outside of the folder",
		"import './gone'":                          "there is no file gone.ts or gone/index.ts",
		"import './circle'":                        "import each other in a circle",
		"import 'simten:host'":                     "cannot be imported",
		"import 'simten:runtime/x'":                "cannot be imported",
		"import fs from 'node:fs'\nfs.x()":         "cannot be imported",
		"import './lib'\nimport './lib/index.tsx'": "there is no file",
	} {
		r := with(t, Options{}, text, files)
		require.NotEmpty(t, errorsOf(r), text)
		require.Contains(t, errorsOf(r)[0].Message, says, text)
		require.Empty(t, r.Tests)
	}
	r = with(t, Options{}, "import './bad'\ntest('x', () => {})", files)
	require.Len(t, errorsOf(r), 1)
	require.Equal(t, "bad.ts", errorsOf(r)[0].File)
	require.Equal(t, 2, errorsOf(r)[0].Line)
	require.Empty(t, r.Tests, "no test runs on circuits with errors")
	r = with(t, Options{}, "import './x'\ntest('x', () => {})", map[string]string{"x.ts": "const = 1"})
	require.Equal(t, "x.ts", errorsOf(r)[0].File)
}

// Tests have the capabilities of circuits, and simulate().
func TestTestsAreSealedOff(t *testing.T) {
	r := run(t, `
import { expect as e } from 'vitest'
test('no way to run text', () => { for (const f of [() => (0, eval)('1'), () => new Function('1'), () => e(1).constructor.constructor('return 1')(), () => (async () => {}).constructor('1')]) expect(f).toThrow('not available') })
test('nothing of the host', () => { for (const name of ['require', 'process', 'fetch', 'Deno', 'Bun', 'module', '__simten_module', '__simten_exports', '__simten_refill', '__simten_function']) expect(name in globalThis).toBe(false) })
test('functions of the host give no way either', () => { for (const f of [simulate, simulate(And).get, test, expect]) expect(() => f.constructor('return 1')()).toThrow('not available') })
test('a snapshot is of its own circuit', () => { expect(() => simulate(And).restore(simulate(Register()).snapshot())).toThrow(); expect(() => simulate(And).restore({ state: 'x' })).toThrow('what snapshot() returned') })
test('time stands still', () => { expect(Date.now()).toBe(Date.UTC(2026, 0, 1)) })
`)
	require.Empty(t, failures(r))
	require.Equal(t, 5, r.Passed)
}

func TestLimits(t *testing.T) {
	short := Options{Limits: sandbox.Limits{RunTime: 200 * time.Millisecond}}
	r := with(t, short, `
import { verify } from '@simten/core/verify'
test('before', () => {})
test('endless', () => {
  try { for (;;) {} } catch { } finally { for (;;) {} }
})
test('endless timers', async () => { setInterval(() => {}, 1); await new Promise(() => {}) })
test('endless promises', async () => { for (;;) await null })
test('many ticks', () => { simulate(Register()).tickN(1e12) })
test('endless lambda', () => { const s = simulate(circuit('L', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => { while (a) {} return { y: [0].map((v) => v)[0] } } })); try { s.set({ a: 1 }) } catch { } for (;;) {} })
test('after', () => { expect(simulate(And).get('out')).toBe(0) })
`, nil)
	require.True(t, r.Limit)
	f := failures(r)
	for _, name := range []string{"endless", "endless promises", "many ticks", "endless lambda"} {
		require.NotNil(t, f[name], name)
		require.True(t, f[name].Limit, "%s: %s", name, f[name].Message)
		require.NotZero(t, f[name].Place.Line, name)
	}
	require.NotNil(t, f["endless timers"])
	require.Equal(t, 2, r.Passed, "the tests around them ran")
	require.Len(t, r.Tests, 7)

	r = with(t, short, "for (;;) {}", nil)
	require.True(t, r.Limit)
	require.Equal(t, circuit.CodeTimeLimit, errorsOf(r)[0].Code)
}

// A library that the host knows and does not have says why, at the import.
func TestMissingPackageSaysWhy(t *testing.T) {
	o := Options{
		Root: fstest.MapFS{"a.test.ts": {Data: []byte("import fc from 'fast-check'\ntest('a', () => { fc.nat() })")}},
		File: "a.test.ts", Packages: []Package{{Name: "fast-check", Missing: "it was left out"}},
	}
	r, err := Run(t.Context(), o)
	require.NoError(t, err)
	require.Len(t, r.Diagnostics, 1)
	require.Equal(t, "Cannot import 'fast-check': it was left out", r.Diagnostics[0].Message)
}
