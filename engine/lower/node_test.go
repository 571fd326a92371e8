package lower_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower"
	"simten.dev/engine/realm"
	"simten.dev/engine/source"
)

// lower lowers the only node of a primitive circuit.
func lowered(t *testing.T, text string) *lower.Node {
	t.Helper()
	lowerer, parts := nodesOf(t, text)
	n, err := lowerer.Node(context.Background(), parts[0])
	require.NoError(t, err)
	again, err := lowerer.Node(context.Background(), parts[0])
	require.NoError(t, err)
	require.Same(t, n, again, "equal work is done once")
	return n
}

// nodesOf is the nodes of the last circuit, and what lowers them.
func nodesOf(t *testing.T, text string) (*lower.Lowerer, []elaborate.Part) {
	t.Helper()
	r, err := realm.New(realm.Options{})
	require.NoError(t, err)
	script, problems := source.Prepare("circuit.ts", text, source.Options{Library: r.LibraryNames()})
	require.NotNil(t, script, "%v", problems)
	problems = r.Run(context.Background(), script, nil)
	require.False(t, circuit.HasErrors(problems), "%v", problems)
	design, problems := elaborate.Elaborate(r.Circuits()[len(r.Circuits())-1].Circuit, r, elaborate.Limits{})
	require.NotNil(t, design, "%v", problems)
	var parts []elaborate.Part
	for _, part := range design.Each() {
		parts = append(parts, part)
	}
	return lower.NewLowerer(r, true), parts
}

// TestTwins: circuits of one text have one behaviour where what their lambdas capture is the same, whether
// they are compiled or not.
func TestTwins(t *testing.T) {
	const list = "const list = [1, 2], other = [1, 2]\n"
	for name, c := range map[string]struct {
		factory, calls string
		same           bool
	}{
		"nothing":              {"const f = () => circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a }) => ({ o: a + 1 }) })", "[f(), f()]", true},
		"the same number":      {"const f = (k) => circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a }) => ({ o: a + k }) })", "[f(3), f(3)]", true},
		"another number":       {"const f = (k) => circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a }) => ({ o: a + k }) })", "[f(3), f(4)]", false},
		"-0":                   {"const f = (k) => circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a }) => ({ o: 1 / (a * k) < 0 ? 1 : 2 }) })", "[f(0), f(-0)]", false},
		"not compiled":         {"const f = (k) => circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a }) => { try { return { o: a + k } } catch { return { o: 1 } } } })", "[f(3), f(3)]", true},
		"a list":               {list + "const f = (k) => circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a }) => ({ o: k[a & 1] }) })", "[f(list), f(list)]", true},
		"another list":         {list + "const f = (k) => circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a }) => ({ o: k[a & 1] }) })", "[f(list), f(other)]", false},
		"a function":           {"const mk = (n) => (x) => x + n, f = (k) => circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a }) => ({ o: k(a) }) })", "[f(mk(1)), f(mk(2))]", false},
		"in a helper":          {"const f = (k) => { const g = (x) => x + k; return circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, eval: ({ a }) => ({ o: g(a) }) }) }", "[f(3), f(4)]", false},
		"another width":        {"const f = (k) => circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(k) }, eval: ({ a }) => ({ o: a }) })", "[f(8), f(9)]", false},
		"other names":          {"const f = (p) => circuit('F', { inputs: { a: bus(8), [p]: bus(8) }, outputs: { o: bus(8) }, eval: ({ a, b, c }) => ({ o: (b ?? 0) + (c ?? 0) }) })", "[f('b'), f('c')]", false},
		"other names of state": {"const f = (p) => circuit('F', { inputs: { a: bus(8) }, outputs: { o: bus(8) }, state: { [p]: reg(8) }, eval: ({ b, c }) => ({ o: b ?? 9 }), onTick: () => ({ b: 1, c: 2 }) })", "[f('b'), f('c')]", false},
	} {
		t.Run(name, func(t *testing.T) {
			lowerer, parts := nodesOf(t, c.factory+"\ncircuit('Top', { inputs: { a: bus(8) }, outputs: { x: bus(16), y: bus(16) }, nodes: { n: "+c.calls+" }, "+
				"connect: ({ inputs, outputs, nodes: { n } }) => [inputs.a.to(n[0].a, n[1].a), n[0].o.to(outputs.x), n[1].o.to(outputs.y)] })")
			require.Len(t, parts, 2)
			first, err := lowerer.Node(context.Background(), parts[0])
			require.NoError(t, err)
			second, err := lowerer.Node(context.Background(), parts[1])
			require.NoError(t, err)
			require.Equal(t, c.same, first == second)
		})
	}
}

// TestRefusals has what is outside the lowered language, and what is said about it.
func TestRefusals(t *testing.T) {
	for body, reason := range map[string]string{
		"throw new Error('no')": "it always throws",
		"if (a) throw new Error(`${a}`.padStart(a)); return { o: 1 }":     "no small whole number",
		"if (a) throw a; return { o: 1 }":                                 "something else than an Error",
		"try { return { o: a } } finally { list.at(0) }":                  "finally after a jump",
		"class K {}; return { o: a }":                                     "a class in the lambda; write it beside the lambda",
		"return { o: BigInt(a) > 1 / a ? 1 : 0 }":                         "a bigint is compared with a number that may be large, or no number",
		"for (const k in new Set([a])) return { o: +k }; return { o: 1 }": "for … in over a Map or Set, which has no properties",
		"const seen = new Set(); let n = a; while (!seen.has(n)) { seen.add(n); n = (n * 5 + 3) & 255 } return { o: seen.size & 7 }": "a Set or Map in it that grows",
		"return { o: (a * 1e9).toString(36).length }": "toString(36) of a number of which there are many",
		"return { o: Math.random() }":                 "it calls Math.random",
		"return { o: Math.atan2(a, 3) }":              "it calls Math.atan2",
		"return { o: parseInt('7', a) }":              "parseInt with a base",
		"return { o: /x/.test('x') ? 1 : 0 }":         "a regular expression",
		"return { o: [a, 5, a].sort((x, y) => { if (x === 7) throw new Error('x'); return x - y })[0] }": "a comparison that may throw; how often it is called is not fixed",
		"return { o: 'copyWithin' in [1] ? 1 : 0 }":                                                      "whether an array has the property 'copyWithin'",
		"if (a > 3) return { o: nosuch }; return { o: a }":                                               "'nosuch' is used, which is not declared anywhere",
		"count++; return { o: count }":                                                                   "the variable 'count' outside the lambda is changed",
		"return { o: count }":                                                                            "the variable 'count' may change; make it a const",
		"list[0] = a; return { o: list[0] }":                                                             "an object outside the lambda is changed",
		"let n = 0; out: for (let i = 0; i < 2; i++) while (n < a * 1e9) { if (n++ === 5) continue out } return { o: n }": "a loop whose end depends on values, and which is left for one around it; a bound such as `n < 40 &&` in its test",
		"let n = 0, l = [1]; while (n < a * 1e9) { n++; l = [n] } return { o: n + l[0] }":                                 "a loop whose end depends on values, in which something else than numbers changes; a bound such as `n < 40 &&` in its test",
		"let n = 0, l = [1]; while (n < 1e9) { n += 1; l = [n] } return { o: n }":                                         "a loop with more than 20000 rounds",
		"const f = (n) => f(n + 1); return { o: f(0) }":                                                                   "calls itself",
		"const q = { a }; for (const k in q) q[k + 'x'] = 1; return { o: 1 }":                                             "gets another property meanwhile",
		"for (const k in a ? { a } : { b: 1 }) return { o: 1 }; return {}":                                                "no plain object",
		"return a":                         "does not always return an object",
		"return { o: 1n + a }":             "a bigint is mixed with numbers",
		"return { o: 7n / BigInt(a & 0) }": "division by 0",
		"const q = [1, 2, 3]; q[a & 7] = 5; return { o: q[0] }": "it has 3 items, and the index may be any number from 0 to 7; ask before whether it is below 3",
		"return { o: new Array(a * 2).fill(1).length }":         "write Array.from({ length: n }, () => 0)",
		"const q = [a & 3], d = [-1, -1, -1, -1]; while (q.length > 0) { const u = q.shift(); for (let v = 0; v < 4; v++) if (((a * 7 + u) >> v) & 1 && d[v] === -1) { d[v] = d[u] + 1; q.push(v) } } return { o: d[3] & 15 }": "a typed array with a number for its begin and its end",
		"return { o: `${a * 999}`.length }":                                             "a text that depends on values",
		"return { o: [...list, a / 3].sort()[0] }":                                      "sort by texts",
		"return { o: list.filter((x) => x > a).reduce((x, y) => x + y) }":               "reduce without a start",
		"return { o: list.map((x) => x / (a + 1)).filter((x) => x > a).toSorted()[0] }": "sort by texts",
		"return { o: new Uint8Array(list).slice(a).length }":                            "slice of a typed array with a position that depends on values",
		"return { o: [3, 1, undefined].sort((x, y) => x - y)[0] }":                      "may hold undefined",
		"return { o: [3, 1].indexOf(1, a) }":                                            "indexOf from a position on",
		"return { o: x.y.z }; const x = { y: { z: 1 } }":                                "used before it has a value",
		"const q = [1, 2]; q[a / 2] = 1; return { o: q[0] }":                            "may not be a whole number",
		"const q = [a]; delete q[0]; return { o: 1 }":                                   "delete",
		"throw new Error(`bad ${a}`)":                                                   "it always throws",
		"return { o: 1 / (-a) }":                                                        "a zero whose sign is not known; put the divisor into a variable and test it first, as in `d ? a / d : 0`",
		"return { o: Math.floor(9 / ((a & 3) * (a - 8))) }":                             "as in `d ? a / d : 0`",
		"return { o: BigInt(a).toString().length }":                                     "the method toString of a bigint",
		"return { o: (a > 3).toString().length }":                                       "the method toString of a boolean",
		"return { o: (a / 3).toFixed().length }":                                        "the method toFixed of a number",
	} {
		t.Run(body, func(t *testing.T) {
			n := lowered(t, fmt.Sprintf("let count = 0\nconst list = [3, 1, 2]\nconst bump = () => { count = 1 }\nconst C = circuit('C', { inputs: { a: bus(8) }, outputs: { o: bus(8) },\n\teval: ({ a }) => { %s } })", body))
			why := n.Opaque
			if n.Partly != nil {
				require.Nil(t, why)
				why = n.Partly
			}
			require.NotNil(t, why)
			require.Contains(t, why.Reason, reason)
			require.Equal(t, 5, why.Place.Line)
			require.False(t, n.OpaqueTick)
		})
	}
}

// TestViews checks which 32-bit fields need a bit for the sign.
func TestViews(t *testing.T) {
	for _, c := range []struct {
		state, next string
		view        lower.View
	}{
		{"reg(32)", "d", lower.AsInt32},
		{"reg(32)", "(v + d) | 0", lower.AsInt32},
		{"reg(32)", "(v + d) >>> 0", lower.AsUint32},
		{"reg(32)", "v + 1", lower.AsUint32},
		{"reg(32)", "v + d", lower.WithSign},
		{"reg(32)", "d >>> 0 > 5 ? d : d >>> 0", lower.WithSign},
		{"reg(32, -1)", "d", lower.AsInt32},
		{"reg(32, -1)", "d >>> 0", lower.WithSign},
		{"reg(32, 0xffffffff)", "d", lower.WithSign},
		{"reg(32)", "d & 255", lower.AsInt32},
	} {
		t.Run(c.state+" "+c.next, func(t *testing.T) {
			lowered := func(output string) lower.View {
				n := lowered(t, "const C = circuit('C', { inputs: { d: bus(32) }, outputs: { o: bus(32) }, state: { v: "+c.state+" }, eval: ({ v }) => ({ o: "+output+" }), onTick: ({ d, v }) => ({ v: "+c.next+" }) })")
				require.Nil(t, n.Opaque)
				return n.Fields[0].View
			}
			require.Equal(t, c.view, lowered("v < 0"))
			require.Equal(t, c.view, lowered("v % 7"))
			if c.view == lower.WithSign { // where nobody can tell, no bit is kept
				require.Equal(t, lower.AsUint32, lowered("v"))
				require.Equal(t, lower.AsUint32, lowered("v >> 3 ^ v >>> 3"))
			}
		})
	}
}

// TestSignsOfSigns checks that a sign is kept for the sake of another one only when that one matters.
func TestSignsOfSigns(t *testing.T) {
	for output, view := range map[string]lower.View{"w | 0": lower.AsUint32, "w > 0": lower.WithSign} {
		n := lowered(t, "const C = circuit('C', { inputs: { d: bus(32), c: bit }, outputs: { o: bus(32) }, state: { v: reg(32, 0xffffffff), w: reg(32, 0xfffffffe), m: mem(4, 32) }, eval: ({ w }) => ({ o: "+output+" }), onTick: ({ c, d, v, w, m }) => { if (c) m[d & 3] = v; return { v: c ? d : v, w: m[d & 3], m } } })")
		require.Nil(t, n.Opaque)
		for i, f := range n.Fields {
			require.Equal(t, view, f.View, i)
		}
		reads := slices.ContainsFunc(n.Tick.Params, func(p lower.Param) bool { return p.Kind == lower.SignParam })
		require.Equal(t, view == lower.WithSign, reads)
	}
}

// TestReadsOnly checks that only what the result depends on is a parameter: a wire that is read but
// does not matter makes no combinational loop.
func TestReadsOnly(t *testing.T) {
	n := lowered(t, "const C = circuit('C', { inputs: { a: bus(8), b: bus(8), c: bus(8) }, outputs: { o: bus(8) }, eval: (p) => ({ o: p.a + (p.b & 0) }) })")
	require.Nil(t, n.Opaque)
	require.Equal(t, []lower.Param{{Kind: lower.InputParam, Index: 0, Width: 8}}, n.Eval.Params)
}
