package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/invariants/thorough"
)

// familyCircuit writes circuits of one text that differ in two numbers, and in which of their inputs are connected,
// with random lambdas that read these.
func familyCircuit(g *generator) string {
	g.vars, g.bigs = []string{"a", "b", "s", "x", "y", "x", "y"}, nil
	width := []int{8, 16, 32}[g.IntN(3)]
	text := fmt.Sprintf("const f = (x, y) => { const g = (n) => (n + x) ^ y; return circuit('Part', { inputs: { a: bus(8), b: bus(32) }, outputs: { o: bus(%d), p: bus(32) }, state: { s: reg(16), m: mem(8, %d) }, "+
		"eval: ({ a, b, s, m }) => ({ o: %s, p: g(%s) + (m[%s & 7] ?? 0) }), onTick: ({ a, b, s, m }) => { let v0 = %s, v1 = x, v2 = y; %sm[(x + %s) & 7] = v1; return { s: %s, m } } }) }\n",
		width, width, g.number(3), g.number(1), g.pick("a", "(a + x)", "y", "(s - y)"), g.number(2), withoutReturns(g), g.pick("a", "s", "v0 & 7", "y"), g.number(3))
	small := func() string { return fmt.Sprint(g.IntN(6) - g.IntN(2)) }
	large := func() string {
		return g.pick("0", "1", "3", "255", "65536", "0x80000000", "4294967295", "-1", "-70000", "31", "0.5", "-0")
	}
	number := small
	if g.IntN(3) == 0 {
		number = large
	}
	var nodes, wires []string
	x := number()
	open := g.IntN(2) == 0 // inputs of some are connected to nothing
	for i := range 5 + g.IntN(4) {
		if g.IntN(3) > 0 {
			x = number()
		}
		nodes = append(nodes, fmt.Sprintf("f(%s, %s)", x, number()))
		for _, pin := range []string{"a", "b"} {
			if !open || g.IntN(3) > 0 {
				wires = append(wires, fmt.Sprintf("inputs.%s.to(n[%d].%s)", pin, i, pin))
			}
		}
	}
	return text + fmt.Sprintf("circuit('Only', { inputs: { a: bus(8), b: bus(32) }, nodes: { n: [%s] }, connect: ({ inputs, nodes: { n } }) => [%s] })", strings.Join(nodes, ", "), strings.Join(wires, ", "))
}

// withoutReturns are statements of which none is a return.
func withoutReturns(g *generator) string {
	g.vars = append(g.vars, "v0", "v1", "v2")
	for {
		if text := g.statements(3, 1, false); !strings.Contains(text, "return") {
			return text
		}
	}
}

// TestRandomFamilies compares circuits that differ in numbers and in connected inputs only, most of which are copies of
// one, with the closures they are.
func TestRandomFamilies(t *testing.T) {
	count := thorough.Count(150)
	compiled := 0
	for seed := range uint64(count) {
		if checkFamily(t, seed) {
			compiled++
		}
	}
	if compiled < count/2 {
		t.Errorf("only %d of %d families were compiled", compiled, count)
	}
}

// checkFamily compares one, and reports whether all of it was compiled.
func checkFamily(t *testing.T, seed uint64) (compiled bool) {
	t.Helper()
	text := familyCircuit(&generator{Rand: rand.New(rand.NewPCG(seed, 7))})
	t.Run(fmt.Sprint(seed), func(t *testing.T) {
		defer func() {
			if t.Failed() {
				t.Log(text)
			}
		}()
		p := lowertest.Compile(t, text)
		compiled = len(p.Hints) == 0
		lowertest.Agree(t, p, 12, seed)
	})
	return compiled
}

func FuzzFamily(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed + 1000)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkFamily(t, seed) })
}

// TestFieldsThatSomeHave: onTick has no field of an input that is connected to nothing, whatever it asks its argument
// for.
func TestFieldsThatSomeHave(t *testing.T) {
	for name, result := range map[string]string{
		"how many":      "Object.keys(p).length",
		"in":            "('b' in p ? 1 : 0) + ('a' in p ? 2 : 0) + (Object.hasOwn(p, 'c') ? 4 : 0)",
		"a default":     "(({ a, b = 5, c = k }) => (a ?? 100) + b * 3 + c)(p)",
		"the rest":      "(({ a, ...rest }) => Object.keys(rest).length * 50 + (rest.b ?? 9))(p)",
		"a copy":        "(() => { const q = { b: 77, ...p }; return q.b + Object.keys(q).length })()",
		"entries":       "Object.entries(p).reduce((sum, [name, v]) => sum * 3 + (name === 's' ? 0 : Number(v)), 0)",
		"its type":      "typeof p.b === 'undefined' ? 1 : typeof p.b === 'number' ? p.b : 3",
		"arithmetic":    "(p.a * 2 + p.b) | p.c << 4",
		"no number":     "p.a + k > p.b ? 1 : p.a + k <= p.b ? 2 : 3",
		"itself":        "p === undefined ? 1 : p.a === p.b ? 2 : p.a == null ? 3 : 4",
		"put in":        "(() => { p.b = k; return Object.keys(p).length * 10 + p.b + (p.a ?? 5) })()",
		"taken away":    "(() => { delete p.b; return Object.keys(p).length * 10 + (p.b ?? 3) })()",
		"names":         "Object.keys(p).join().length",
		"in rounds":     "(() => { let n = 0; for (const name in p) n = n * 5 + name.charCodeAt(0) % 7; return n })()",
		"the last":      "Object.values(p).at(-1)",
		"a list of all": "[p.a, p.b, p.c].filter((x) => x !== undefined).length",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const f = (k) => circuit('F', { inputs: { a: bus(8), b: bus(8), c: bit }, outputs: { o: bus(8) }, state: { s: reg(8) }, eval: ({ s, a }) => ({ o: s ^ a }), onTick: (p) => ({ s: ("+result+") & 255 }) })\n"+
				"circuit('Only', { inputs: { a: bus(8), b: bus(8), c: bit }, outputs: { o: bus(40) }, nodes: { n: [f(1), f(1), f(2), f(3), f(3)] }, "+
				"connect: ({ inputs, nodes: { n } }) => ['abc', 'ab', 'c', '', 'bc'].flatMap((pins, i) => [...pins].map((p) => inputs[p].to(n[i][p]))) })")
			lowertest.Agree(t, p, 60, 3)
		})
	}
}
