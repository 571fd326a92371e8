package sandbox_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
)

func TestNamesThatLambdasReturn(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string
	}{
		"all right": {`circuit('A', { inputs: { a: bit }, outputs: { y: bit, z: bit }, eval: ({ a }) => {
  if (a) return { y: 1, z: 0 }
  return a === 2 ? { y: 0, z: 0 } : { z: 1, y: 1 }
} })`, nil},
		"misspelled": {
			`circuit('A', { outputs: { carry: bit }, eval: () => ({ cary: 1 }) })`,
			[]string{
				"eval of A never returns 'carry', which therefore stays 0.",
				"eval of A returns 'cary', which is no output. There are: carry. Did you mean 'carry'?",
			},
		},
		"a spread may bring anything": {`const rest = { y: 1 }
circuit('A', { outputs: { y: bit }, eval: () => ({ ...rest }) })`, nil},
		"another value may be anything": {`const make = () => ({ y: 1 })
circuit('A', { outputs: { y: bit }, eval: () => make() })`, nil},
		"functions inside return their own": {`circuit('A', { outputs: { y: bit }, eval: () => {
  const f = () => { return { q: 1 } }
  return { y: f().q }
} })`, nil},
		"a state field that is not there": {
			`circuit('A', { outputs: { y: bit }, state: { n: reg(1) }, eval: ({ n }) => ({ y: n }), onTick: ({ n }) => ({ m: 1 - n }) })`,
			[]string{"onTick of A returns 'm', which is no state field. There are: n. Did you mean 'n'?"},
		},
		"a state field that is kept": {
			`circuit('A', { outputs: { y: bit }, state: { n: reg(1), m: reg(1) }, eval: ({ n }) => ({ y: n }), onTick: ({ n }) => ({ n: 1 - n }) })`,
			nil,
		},
		"a factory": {
			`const F = circuit('F', () => ({ outputs: { out: bit, two: bit }, state: { n: reg(1) }, eval: ({ n }) => ({ ot: n }), onTick: ({ n }) => ({ m: n }) }))
circuit('A', { outputs: { y: bit }, nodes: { f: F(), g: F() }, connect: ({ outputs, nodes }) => [nodes.f.out.to(outputs.y)] })`,
			[]string{
				"eval of F never returns 'out', which therefore stays 0.",
				"eval of F never returns 'two', which therefore stays 0.",
				"eval of F returns 'ot', which is no output. There are: out, two. Did you mean 'out'?",
				"onTick of F returns 'm', which is no state field. There are: n. Did you mean 'n'?",
			},
		},
		"a factory whose outputs depend on its options": {
			`const F = circuit('F', ({ n = 1 } = {}) => ({ outputs: n > 1 ? { a: bit, b: bit } : { a: bit, c: bit }, eval: () => ({ a: 1, b: 0, d: 1 }) }))
circuit('A', { outputs: { y: bit }, nodes: { f: F(), g: F({ n: 2 }) }, connect: ({ outputs, nodes }) => [nodes.f.a.to(outputs.y)] })`,
			[]string{"eval of F returns 'd', which is no output. There are: a, c, b."},
		},
		"an output from onTick, and a state field from eval": {
			`circuit('A', { outputs: { q: bit }, state: { n: reg(1) }, eval: ({ n }) => ({ q: n, n }), onTick: ({ n }) => ({ n: 1 - n, q: n }) })`,
			[]string{
				"eval of A returns 'n', which is no output. There are: q. It is a state field, and those come from onTick.",
				"onTick of A returns 'q', which is no state field. There are: n. It is an output, and those come from eval: keep the value in a state field, and return it from there, eval: ({ … }) => ({ q: … }).",
			},
		},
		"names of Object.prototype": {
			`circuit('A', { outputs: { constructor: bit }, eval: () => ({ constructor: 1, toString: 0 }) })`,
			[]string{"eval of A returns 'toString', which is no output. There are: constructor."},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: test.text}, sandbox.Limits{})
			require.NoError(t, err)
			defer compiled.Close()
			var got []string
			for _, d := range compiled.Diagnostics {
				if d.Code == circuit.CodeResultNames {
					got = append(got, d.Text())
				}
			}
			require.Equal(t, test.want, got)
		})
	}
}

func TestAddressesOutsideOfAMemory(t *testing.T) {
	tests := map[string]struct {
		text  string
		lines []int
	}{
		"inside": {`circuit('A', { outputs: { y: bus(8) }, state: { m: mem(4, 8, new Map([[3, 1]])) }, eval: (s) => ({ y: s.m[3] + s.m.get(0) }) })`, nil},
		"written, read and asked for": {`circuit('A', { outputs: { y: bus(8) }, state: { m: mem(4, 8) }, eval: (s) => ({
  y: s.m[4] }),
  onTick: ({ m }) => {
    m.set(5, 1)
    if (m.has(9)) m[3] = 2
    return { m }
  } })`, []int{2, 4, 5}},
		"given at the start": {`circuit('A', { outputs: { y: bus(8) },
  state: { m: mem(4, 8, new Map([[7, 1]])) },
  eval: ({ m }) => ({ y: m[0] }) })`, []int{2}},
		"another array of that name": {`const m = [1, 2, 3, 4, 5, 6]
circuit('A', { outputs: { y: bus(8) }, state: { n: mem(4, 8) }, eval: ({ n }) => ({ y: m[5] + n[1] }) })`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: test.text}, sandbox.Limits{})
			require.NoError(t, err)
			defer compiled.Close()
			var lines []int
			for _, d := range compiled.Diagnostics {
				require.NotEqual(t, circuit.Error, d.Severity, d.Message)
				if d.Code == circuit.CodeOutOfRange {
					lines = append(lines, d.Line)
				}
			}
			require.Equal(t, test.lines, lines)
		})
	}
}

func TestWritesThatAreLost(t *testing.T) {
	const head = `circuit('A', { outputs: { y: bus(8) }, state: { m: mem(4, 8), k: mem(4, 8), n: reg(2) }, eval: ({ m, k, n }) => ({ y: m[n] + k[n] }), onTick: `
	tests := map[string]struct {
		text  string
		wants []string // memories
	}{
		"counted":                    {head + `({ m, n }) => { m[n]++; return { n: n + 1 } } })`, []string{"m"}},
		"assigned, added to and set": {head + `({ m, k, n }) => { m[n] = 1; m[0] += 2; k.set(n, 3); return { n } } })`, []string{"m", "k"}},
		"a field of the argument":    {head + `(s) => { s.m[s.n] = 1; return { n: s.n } } })`, []string{"m"}},
		"cleared, deleted":           {head + `({ m, k, n }) => { m.clear(); k.delete(n); return { n } } })`, []string{"m", "k"}},
		"another one is cleared":     {head + `({ m, n }) => { const seen = new Set([n]); seen.delete(1); seen.clear(); return { n: seen.size + m[n] } } })`, nil},
		"returned":                   {head + `({ m, n }) => { m[n]++; return { m, n: n + 1 } } })`, nil},
		"returned on one of the ways": {head + `({ m, n }) => {
  m[n]++
  return n ? { m } : { n: 1 }
} })`, nil},
		"a spread may bring it":   {head + `(s) => { s.m[s.n]++; return { ...s } } })`, nil},
		"read only":               {head + `({ m, n }) => ({ n: n + m[n] }) })`, nil},
		"an array of the program": {`const m = [1, 2]; ` + head + `({ n }) => { const list = [...m]; list[0] = 2; return { n: list[n] } } })`, nil},
		"of a factory": {`const F = circuit('F', () => ({ outputs: { y: bus(8) }, state: { m: mem(4, 8), n: reg(2) }, eval: ({ m, n }) => ({ y: m[n] }), onTick: ({ m, n }) => { m[n]++; return { n: n + 1 } } }))
circuit('A', { outputs: { y: bus(8) }, nodes: { f: F(), g: F() }, connect: ({ outputs, nodes }) => [nodes.f.y.to(outputs.y)] })`, []string{"m"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			compiled, err := sandbox.Compile(t.Context(), sandbox.Source{Text: test.text}, sandbox.Limits{})
			require.NoError(t, err)
			defer compiled.Close()
			var wants []string
			for _, m := range test.wants {
				name := "A"
				if strings.Contains(test.text, "'F'") {
					name = "F"
				}
				wants = append(wants, "onTick of "+name+" writes to the memory '"+m+"' and does not return it: what it writes is lost. Return it with the rest: return { …, "+m+" }.")
			}
			var got []string
			for _, d := range compiled.Diagnostics {
				require.NotEqual(t, circuit.Error, d.Severity, d.Message)
				if d.Code == circuit.CodeLostWrites {
					got = append(got, d.Text())
				}
			}
			require.Equal(t, wants, got)
		})
	}
}
