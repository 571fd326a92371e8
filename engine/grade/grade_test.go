package grade

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/limits"
	"simten.dev/engine/sandbox"
)

const xorTests = `
test.each([[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]])('a = %d, b = %d', (a, b, y) => {
  const sim = simulate(submission)
  sim.set({ a, b })
  expect(sim.get('y')).toBe(y)
})`

var xorLevel = Level{Tests: xorTests, Parts: []string{"Nand"}}

// xor is a circuit of four NAND gates.
const xor = `circuit('MyXor', {
  inputs: { a: bit, b: bit }, outputs: { y: bit },
  nodes: { n: [Nand, Nand, Nand, Nand] },
  connect: ({ inputs, outputs, nodes: { n } }) => [
    inputs.a.to(n[0].a, n[1].a), inputs.b.to(n[0].b, n[2].b),
    n[0].out.to(n[1].b, n[2].a), n[1].out.to(n[3].a), n[2].out.to(n[3].b), n[3].out.to(outputs.y),
  ],
})`

// wrong is a circuit that passes its input.
const wrong = `circuit('MyXor', { inputs: { a: bit, b: bit }, outputs: { y: bit },
  connect: ({ inputs, outputs }) => [inputs.a.to(outputs.y)] })`

func grade(t *testing.T, l Level, text string) *Report {
	t.Helper()
	r, err := Grade(t.Context(), l, text, sandbox.LimitsOf(limits.Default), nil)
	require.NoError(t, err)
	return r
}

func TestPassing(t *testing.T) {
	r := grade(t, xorLevel, xor)
	require.Equal(t, Passed, r.Verdict, "%+v", r)
	require.Len(t, r.Tests, 4)
	require.Equal(t, sandbox.Measures{Gates: 4, Depth: 3}, r.Measures)
}

func TestFailingShowsTheCase(t *testing.T) {
	r := grade(t, xorLevel, wrong)
	require.Equal(t, Failed, r.Verdict, "%+v", r)
	c := r.Tests[1].Failure.Case
	require.Equal(t, "a", c.Inputs[0].Name)
	require.Equal(t, "0", c.Inputs[0].Value.String())
	require.Equal(t, "1", c.Inputs[1].Value.String())
	require.Equal(t, [3]string{"y", "1", "0"}, [3]string{c.Port, c.Expected, c.Got})
}

func TestPartsThatAreNotAllowed(t *testing.T) {
	library := `circuit('MyXor', { inputs: { a: bit, b: bit }, outputs: { y: bit }, nodes: { x: Xor },
  connect: ({ inputs, outputs, nodes: { x } }) => [inputs.a.to(x.a), inputs.b.to(x.b), x.out.to(outputs.y)] })`
	r := grade(t, xorLevel, library)
	require.Equal(t, Refused, r.Verdict)
	require.Contains(t, r.Diagnostics[0].Message, "Xor")
	require.Equal(t, Passed, grade(t, Level{Tests: xorTests}, library).Verdict, "without a list every part is allowed")

	lambda := `circuit('MyXor', { inputs: { a: bit, b: bit }, outputs: { y: bit }, eval: ({ a, b }) => ({ y: a ^ b }) })`
	require.Equal(t, Refused, grade(t, xorLevel, lambda).Verdict)
	require.Equal(t, Passed, grade(t, Level{Tests: xorTests, Parts: []string{"Nand"}, Lambdas: true}, lambda).Verdict)

	// A primitive of one's own under the name of an allowed part is still one's own.
	named := `const Nand = circuit('Nand', { inputs: { a: bit, b: bit }, outputs: { out: bit }, eval: ({ a, b }) => ({ out: a ^ b }) })
circuit('MyXor', { inputs: { a: bit, b: bit }, outputs: { y: bit }, nodes: { n: Nand },
  connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n.a), inputs.b.to(n.b), n.out.to(outputs.y)] })`
	require.Equal(t, Refused, grade(t, xorLevel, named).Verdict)
	hidden := `const Inner = circuit('Inner', { inputs: { a: bit, b: bit }, outputs: { y: bit }, nodes: { x: Xor },
  connect: ({ inputs, outputs, nodes: { x } }) => [inputs.a.to(x.a), inputs.b.to(x.b), x.out.to(outputs.y)] })
circuit('MyXor', { inputs: { a: bit, b: bit }, outputs: { y: bit }, nodes: { i: Inner },
  connect: ({ inputs, outputs, nodes: { i } }) => [inputs.a.to(i.a), inputs.b.to(i.b), i.y.to(outputs.y)] })`
	require.Equal(t, Refused, grade(t, xorLevel, hidden).Verdict)
}

// Nothing that a submission does to its own realm reaches the tests.
func TestASubmissionCannotForgeAPass(t *testing.T) {
	for name, prefix := range map[string]string{
		"prototypes":       "try { Object.prototype.passed = 1; Array.prototype.every = () => true } catch {}\n",
		"Object.is":        "try { Object.is = () => true } catch {}\n",
		"expect":           "globalThis.expect = () => new Proxy({}, { get: () => () => {} })\n",
		"test":             "globalThis.test = () => {}; globalThis.submission = {}; globalThis.simulate = () => ({ set() {}, get: () => 1 })\n",
		"defineProperty":   "for (const n of ['expect', 'test', 'simulate']) try { Object.defineProperty(globalThis, n, { value: () => ({ toBe() {} }), writable: false }) } catch {}\n",
		"a timer":          "setTimeout(() => { globalThis.expect = () => ({ toBe() {} }) }, 0)\n",
		"valueOf":          "Number.prototype.valueOf = function () { return 1 }\n",
		"Promise":          "try { Promise.prototype.then = () => {} } catch {}\n",
		"an own tests run": "try { test('mine', () => {}) } catch {}\n",
	} {
		t.Run(name, func(t *testing.T) {
			r := grade(t, xorLevel, prefix+wrong)
			require.NotEqual(t, Passed, r.Verdict)
			require.Contains(t, []Verdict{Failed, Broken}, r.Verdict, "%+v", r)
		})
	}
	for name, body := range map[string]string{
		"a thrown fake":        "const e = new Error('passed'); e.name = 'AssertionError'; e.expected = e.got = 1; throw e",
		"a thrown record":      "throw { message: '', status: 'passed', toString() { return 'passed' } }",
		"an object as value":   "return { y: { valueOf: () => 1, toString: () => '1' } }",
		"a proxy as result":    "return new Proxy({}, { get: () => 1, has: () => true, ownKeys: () => ['y'] })",
		"a getter":             "return { get y() { throw new Error('passed') } }",
		"nothing":              "return undefined",
		"one for everything":   "return { y: 1 }",
		"a promise":            "return Promise.resolve({ y: 1 })",
		"the constructor":      "return { y: (() => {}).constructor('return 1')() }",
		"a lambda of a lambda": "return { y: () => 1 }",
	} {
		t.Run(name, func(t *testing.T) {
			text := "circuit('MyXor', { inputs: { a: bit, b: bit }, outputs: { y: bit }, eval: ({ a, b }) => { " + body + " } })"
			r := grade(t, Level{Tests: xorTests, Lambdas: true}, text)
			require.NotEqual(t, Passed, r.Verdict, "%+v", r)
		})
	}
}

func TestAnEndlessSubmissionEndsWithAnAnswer(t *testing.T) {
	short := sandbox.LimitsOf(limits.Limits{RunMilliseconds: 500})
	began := time.Now()
	r, err := Grade(t.Context(), xorLevel, "while (true) {}", short, nil)
	require.NoError(t, err)
	require.Equal(t, Stopped, r.Verdict, "%+v", r)
	require.NotEmpty(t, r.Diagnostics[0].Message)
	r, err = Grade(t.Context(), Level{Tests: xorTests, Lambdas: true}, `circuit('MyXor', { inputs: { a: bit, b: bit }, outputs: { y: bit },
  eval: ({ a, b }) => { let y = 0; while (a | b) { y++; if (y < 0) break } return { y } } })`, short, nil)
	require.NoError(t, err)
	require.Equal(t, Stopped, r.Verdict, "%+v", r)
	require.Less(t, time.Since(began), 20*time.Second)
}

func TestALevelThatIsWrong(t *testing.T) {
	require.Equal(t, Invalid, grade(t, Level{Tests: "test('x', () => {"}, xor).Verdict)
	require.Equal(t, Invalid, grade(t, Level{Tests: "const x = 1"}, xor).Verdict)
	require.Equal(t, Invalid, grade(t, Level{Tests: "import { y } from './y'\ntest('x', () => { y() })"}, xor).Verdict)
	require.Equal(t, Stopped, mustGrade(t, Level{Tests: "test('x', () => { while (true) {} })"}, xor).Verdict)
}

func mustGrade(t *testing.T, l Level, text string) *Report {
	t.Helper()
	r, err := Grade(t.Context(), l, text, sandbox.LimitsOf(limits.Limits{RunMilliseconds: 300}), nil)
	require.NoError(t, err)
	return r
}

func TestBroken(t *testing.T) {
	r := grade(t, xorLevel, "circuit('X', { inputs: { a: bit } ")
	require.Equal(t, Broken, r.Verdict)
	require.NotZero(t, r.Diagnostics[0].Line)
	r = grade(t, xorLevel, strings.ReplaceAll(xor, "y: bit", "z: bit"))
	require.Equal(t, Broken, r.Verdict)
}

func TestStateAndCycles(t *testing.T) {
	l := Level{Parts: []string{"Register", "Incrementer"}, Tests: `
test('counts', () => {
  const sim = simulate(submission)
  for (let i = 0; i < 20; i++) { expect(sim.get('y')).toBe(i); sim.tick() }
  expect(() => sim.set({ r: 3 })).toThrow('cannot be set')
})`}
	r := grade(t, l, `circuit('Count', { outputs: { y: bus(8) }, nodes: { r: Register({ width: 8 }), i: Incrementer({ width: 8 }), one: Constant({ value: 1, width: 1 }) },
  connect: ({ outputs, nodes: { r, i, one } }) => [r.q.to(outputs.y, i.in), i.out.to(r.data), one.out.to(r.we)] })`)
	require.Equal(t, Passed, r.Verdict, "%+v", r)
	require.Equal(t, 20, r.Cycles)
	require.Equal(t, sandbox.Measures{Gates: 2, Depth: 1}, r.Measures)
}
