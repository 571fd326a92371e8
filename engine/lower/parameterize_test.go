package lower_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower"
)

// TestCopiesAtEdges: so are circuits that differ in which of their inputs are connected.
func TestCopiesAtEdges(t *testing.T) {
	const ports = "inputs: { a: bus(8), b: bus(8), c: bit }, outputs: { o: bus(8) }"
	tick := func(result string) string {
		return "const f = (k) => circuit('F', { " + ports + ", state: { s: reg(8) }, eval: ({ s, a }) => ({ o: s ^ a }), onTick: (p) => ({ s: " + result + " }) })"
	}
	for name, c := range map[string]struct {
		before, calls, wires string
		tried, copies        int
	}{
		"in eval":               {"const f = () => circuit('F', { " + ports + ", eval: ({ a, b, c }) => ({ o: c ? a : b }) })", "f(), f(), f(), f()", "['abc', 'ab', 'c', '']", 1, 3},
		"in onTick":             {tick("p.c ? p.a : (p.b ?? 7) + 1"), "f(), f(), f(), f()", "['abc', 'ab', 'ac', 'b']", 1, 3},
		"with a number":         {tick("p.c ? p.a + k : p.b >>> 1"), "f(1), f(1), f(2), f(3), f(5)", "['abc', 'ab', 'ac', 'b', 'ac']", 2, 4},
		"the same":              {tick("p.a"), "f(), f(), f()", "['a', 'a', 'a']", 0, 0},
		"all fields":            {tick("Object.keys(p).length"), "f(), f(), f()", "['abc', 'a', 'b']", 1, 2},
		"the name of an option": {"const F = circuit('F', ({ a }) => ({ " + ports + ", eval: ({ a, b }) => ({ o: a ^ b }) }))", "F({ a: 3 }), F({ a: 3 }), F({ a: 3 })", "['ab', 'b', 'a']", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			lowerer, parts := nodesOf(t, c.before+"\ncircuit('Top', { inputs: { a: bus(8), b: bus(8), c: bit }, nodes: { n: ["+c.calls+"] }, connect: ({ inputs, nodes: { n } }) => "+
				c.wires+".flatMap((pins, i) => [...pins].map((p) => inputs[p].to(n[i][p]))) })")
			for _, part := range parts {
				_, err := lowerer.Node(context.Background(), part)
				require.NoError(t, err)
			}
			tried, copies := lowerer.Varied()
			require.Equal(t, fmt.Sprint(c.tried, " tried, ", c.copies, " copies"), fmt.Sprint(tried, " tried, ", copies, " copies"))
		})
	}
}

// TestCopiesWithOtherNumbers: of circuits whose lambdas differ in numbers only, one is lowered, then all of them
// together, and the others are copies. Their results are compared in engine/sim/interp (TestRandomFamilies).
func TestCopiesWithOtherNumbers(t *testing.T) {
	const ports = "circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, "
	for name, c := range map[string]struct {
		before, calls string
		tried, copies int
	}{
		"numbers":               {"const f = (k) => " + ports + "eval: ({ a }) => ({ o: a > k ? a - k : k }) })", "f(3), f(4), f(9), f(15)", 1, 3},
		"far apart":             {"const f = (k) => " + ports + "eval: ({ a }) => ({ o: a > k ? a - k : k }) })", "f(3), f(4), f(90), f(25)", 2, 2},
		"always larger":         {"const f = (k) => " + ports + "eval: ({ a }) => ({ o: (a ^ k) & 255 }) })", "f(1), f(20), f(300), f(5000), f(60000), f(900000), f(80000000), f(4000000000)", 6, 6},
		"below zero":            {"const f = (k) => " + ports + "eval: ({ a }) => ({ o: (a + k) & 255 }) })", "f(-3), f(4), f(-9), f(15)", 1, 3},
		"large":                 {"const f = (k) => " + ports + "eval: ({ a }) => ({ o: (a ^ k) >>> 3 }) })", "f(0xdeadbeef), f(0xcafebabe), f(4)", 1, 2},
		"two of them":           {"const f = (k, j) => " + ports + "eval: ({ a }) => ({ o: a * k + j }) })", "f(1, 2), f(1, 3), f(1, 7), f(2, 7)", 2, 3},
		"in a helper":           {"const f = (k) => { const g = (x) => x + k; return " + ports + "eval: ({ a }) => ({ o: g(a) }) }) }", "f(3), f(4), f(5)", 1, 2},
		"an index":              {"const l = [3, 5, 9, 1]; const f = (k) => " + ports + "eval: ({ a }) => ({ o: a + l[k] }) })", "f(0), f(1), f(2)", 1, 2},
		"an index within":       {"const l = [3, 5, 9, 1]; const f = (k) => " + ports + "eval: ({ a }) => ({ o: a + l[k & 3] }) })", "f(0), f(1), f(2)", 1, 2},
		"rounds":                {"const f = (k) => " + ports + "eval: ({ a }) => { let s = 0; for (let i = 0; i < k; i++) s = s * 3 + a; return { o: s } } })", "f(2), f(3), f(4)", 1, 0},
		"fractions":             {"const f = (k) => " + ports + "eval: ({ a }) => ({ o: a * k }) })", "f(0.5), f(1.5), f(2.5)", 0, 0},
		"-0":                    {"const f = (k) => " + ports + "eval: ({ a }) => ({ o: 1 / (a * k) < 0 ? 1 : 2 }) })", "f(0), f(-0), f(-0)", 0, 0},
		"texts":                 {"const f = (k) => " + ports + "eval: ({ a }) => ({ o: a + k.length }) })", "f('a'), f('bb'), f('ccc')", 0, 0},
		"an object of its own":  {"const f = (k) => { const l = [k, 1]; return " + ports + "eval: ({ a }) => ({ o: a + l[a & 1] }) }) }", "f(1), f(2), f(3)", 0, 0},
		"not compiled":          {"const f = (k) => " + ports + "eval: ({ a }) => ({ o: /(.)\\1/.test(String(a + k)) ? 1 : 0 }) })", "f(1), f(2), f(3)", 0, 0},
		"of a tick":             {"const f = (k) => circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, state: { s: reg(8) }, eval: ({ s }) => ({ o: s }), onTick: ({ a, s }) => ({ s: s + a * k }) })", "f(1), f(2), f(3)", 1, 2},
		"an option":             {"const F = circuit('F', (k) => ({ inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a }) => ({ o: a ^ k }) }))", "F(1), F(2), F(3)", 1, 2},
		"an option is missing":  {"const F = circuit('F', ({ k }) => ({ inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a, k }) => ({ o: a ^ (k ?? 0) }) }))", "F({ k: 1 }), F({ k: null }), F({}), F({ k: undefined }), F({ k: 3 })", 1, 1},
		"another option":        {"const F = circuit('F', ({ k, j }) => ({ inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a, k, j }) => ({ o: (a ^ (k ?? 9)) + (j ?? 7) }) }))", "F({ k: 1, j: null }), F({ k: null, j: 1 })", 0, 0},
		"an option of a lambda": {"const F = circuit('F', ({ k }) => ({ inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a, k }) => ({ o: a ^ k }) }))", "F({ k: 1 }), F({ k: 2 }), F({ k: 3 })", 1, 2},
	} {
		t.Run(name, func(t *testing.T) {
			lowerer, parts := nodesOf(t, c.before+"\ncircuit('Top', { inputs: { a: bus(8) }, nodes: { n: ["+c.calls+"] }, connect: ({ inputs, nodes: { n } }) => n.map((x) => inputs.a.to(x.a)) })")
			var nodes []*lower.Node
			for _, part := range parts {
				n, err := lowerer.Node(context.Background(), part)
				require.NoError(t, err)
				nodes = append(nodes, n)
			}
			tried, copies := lowerer.Varied()
			require.Equal(t, fmt.Sprint(c.tried, " tried, ", c.copies, " copies"), fmt.Sprint(tried, " tried, ", copies, " copies"))
			for _, n := range nodes {
				for _, l := range [2]*lower.Lowered{n.Eval, n.Tick} {
					if l == nil {
						continue
					}
					for _, p := range l.Params {
						require.NotEqual(t, lower.VaryingParam, p.Kind)
					}
				}
			}
		})
	}
}
