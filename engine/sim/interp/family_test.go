package interp_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// familyCircuit writes circuits of one text that differ in two numbers, with random lambdas that read these.
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
	var nodes []string
	x := number()
	for range 5 + g.IntN(4) {
		if g.IntN(3) > 0 {
			x = number()
		}
		nodes = append(nodes, fmt.Sprintf("f(%s, %s)", x, number()))
	}
	return text + fmt.Sprintf("circuit('Only', { inputs: { a: bus(8), b: bus(32) }, nodes: { n: [%s] }, connect: ({ inputs, nodes: { n } }) => n.flatMap((x) => [inputs.a.to(x.a), inputs.b.to(x.b)]) })", strings.Join(nodes, ", "))
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

// TestRandomFamilies compares circuits that differ in numbers only, most of which are copies of one with other numbers, with the closures they are.
func TestRandomFamilies(t *testing.T) {
	const count = 150
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
		p := compile(t, text)
		compiled = len(p.hints) == 0
		agree(t, p, 12, seed)
	})
	return compiled
}

func FuzzFamily(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed + 1000)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkFamily(t, seed) })
}
