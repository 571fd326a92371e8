package loop_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
)

// TestVariablesOfRounds: a lambda that a for statement makes sees the variable of its round, which only the statement's
// own update moves on.
func TestVariablesOfRounds(t *testing.T) {
	for _, c := range []struct {
		name, loop string
		compiled   bool
	}{
		{"a counter", "for (let i = 0; i < 3; i++) parts.push(circuit('P' + (i), { ...ports, eval: ({ a }) => ({ y: a + i * 10 }) }))", true},
		{"two of them", "for (let i = 0, k = 9; i < 3; i++, k *= 2) parts.push(circuit('P' + (i), { ...ports, eval: ({ a }) => ({ y: a * k + i }) }))", true},
		{"a helper", "for (let i = 0; i < 3; i += 1) { const add = (x) => x + i; parts.push(circuit('P' + (i), { ...ports, eval: ({ a }) => ({ y: add(a) }) })) }", true},
		{"inside each other", "for (let i = 0; i < 2; i++) for (let k = 0; k < 2; k++) parts.push(circuit('P' + (i * 2 + k), { ...ports, eval: ({ a }) => ({ y: a * 4 + i * 2 + k }) }))", true},
		{"changed in the body", "for (let i = 0; i < 3; i++) { parts.push(circuit('P' + (i), { ...ports, eval: ({ a }) => ({ y: a + i }) })); i += 0 }", false},
		{"changed by the lambda's neighbour", "for (let i = 0; i < 3; i++) { const f = () => { i++ }; parts.push(circuit('P' + (i), { ...ports, eval: ({ a }) => ({ y: a + i }) })); f() }", false},
		{"var", "for (var i = 0; i < 3; i++) parts.push(circuit('P' + (i), { ...ports, eval: ({ a }) => ({ y: a + i }) }))", false},
		{"a function in the update", "for (let i = 0, f; i < 3; i++, f = () => i) parts.push(circuit('P' + (i), { ...ports, eval: ({ a }) => ({ y: a + i }) }))", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `const parts = [], ports = { inputs: { a: bus(8) }, outputs: { y: bus(16) } }
			` + c.loop + `
			circuit('Top', { inputs: { a: bus(8) }, outputs: { o: bus(16), p: bus(16) }, nodes: { m: parts[1], n: parts[parts.length - 1] },
				connect: ({ inputs, outputs, nodes: { m, n } }) => [inputs.a.to(m.a, n.a), m.y.to(outputs.o), n.y.to(outputs.p)] })`
			p := lowertest.Compile(t, text)
			require.Equal(t, c.compiled, len(p.Hints) == 0, "%v", p.Hints)
			lowertest.Agree(t, p, 50, 1)
		})
	}
}

// TestNamedBuiltIns: what the language has may be given another name.
func TestNamedBuiltIns(t *testing.T) {
	for name, c := range map[string]struct {
		text     string
		compiled bool
	}{
		"destructured": {"const { floor, min: least, PI } = Math, { asUintN } = BigInt\n" + lowertest.Only("eval: ({ a, b, w }) => ({ o: floor(a / 3) + least(a, b) + floor(PI * a) + Number(asUintN(9, w)) })"), true},
		"one":          {"const abs = Math.abs, whole = Number.isInteger\n" + lowertest.Only("eval: ({ a, b }) => ({ o: abs(a - b) + (whole(b) ? 1 : 0) })"), true},
		"in a helper":  {"const { max } = Math, f = (x) => max(x, 7)\n" + lowertest.Only("eval: ({ a }) => ({ o: f(a) })"), true},
		"not the same": {"const Math = { floor: (x) => x + 1 }\nconst { floor } = Math\n" + lowertest.Only("eval: ({ a }) => ({ o: floor(a) })"), true},
		"may change":   {"let { floor } = Math; floor = (x) => x + 1\n" + lowertest.Only("eval: ({ a }) => ({ o: floor(a) })"), false},
		"a default":    {"const { floer = (x) => x + 2 } = Math\n" + lowertest.Only("eval: ({ a }) => ({ o: floer(a) })"), true},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, c.text)
			require.Equal(t, c.compiled, len(p.Hints) == 0, "%v", p.Hints)
			lowertest.Agree(t, p, 100, 1)
		})
	}
}
