package conformance

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/invariants/thorough"
)

// generator writes random lambdas from a grammar, biased to the corners: mixed signs, large shifts,
// divisions by zero, -0, NaN, overflow.
type generator struct {
	*rand.Rand
	vars []string // numbers
	bigs []string
	next int
}

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *generator) number(depth int) string {
	if depth == 0 || g.IntN(8) == 0 {
		if g.IntN(3) == 0 {
			return g.pick("0", "1", "-1", "2", "3", "7", "31", "32", "33", "255", "256", "65535", "-128", "0x7fffffff", "0x80000000", "0xffffffff",
				"4294967296", "0.5", "-0.5", "1.5", "-0", "NaN", "Infinity", "9007199254740991", "1e10", "true", "false")
		}
		return g.pick(g.vars...)
	}
	a := func() string { return g.number(depth - 1) }
	switch g.IntN(16) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("+", "-", "*"), a())
	case 3:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("/", "%"), a())
	case 4, 5, 6:
		// huge doubles go through % first: goja's ToInt32 differs from JavaScript's beyond 2^63
		return fmt.Sprintf("(%s %s %s)", g.small(depth-1), g.pick("&", "|", "^", "<<", ">>", ">>>"), g.small(depth-1))
	case 7:
		return fmt.Sprintf("%s(%s)", g.pick("-", "+", "Math.floor", "Math.trunc", "Math.ceil", "Math.round", "Math.abs"), a())
	case 8:
		return fmt.Sprintf("%s(%s)", g.pick("~", "Math.clz32"), g.small(depth-1))
	case 9:
		return fmt.Sprintf("Math.%s(%s, %s)", g.pick("min", "max"), a(), a())
	case 10:
		return fmt.Sprintf("Math.imul(%s, %s)", g.small(depth-1), g.small(depth-1))
	case 11:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(depth-1), a(), a())
	case 12:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("&&", "||", "??"), a())
	case 13:
		return fmt.Sprintf("Number(%s)", g.condition(depth-1))
	case 14:
		return fmt.Sprintf("[%s, %s, %s][%s & 3]", a(), a(), a(), g.small(depth-1))
	}
	if len(g.bigs) == 0 {
		return a()
	}
	return fmt.Sprintf("Number(BigInt.as%s(%d, %s))", g.pick("UintN", "IntN"), 1+g.IntN(53), g.big(depth-1)) // beyond 53 bits goja does not round
}

// small is a number that is no huge double.
func (g *generator) small(depth int) string {
	return fmt.Sprintf("(%s %% 4611686018427387904)", g.number(depth))
}

func (g *generator) big(depth int) string {
	if depth <= 0 || g.IntN(8) == 0 {
		return g.pick(append(g.bigs, "0n", "1n", "(-1n)", "255n", "0xffffffffffffffffn", "7n")...)
	}
	a := func() string { return g.big(depth - 1) }
	switch g.IntN(8) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("+", "-", "*"), a())
	case 2, 3:
		return fmt.Sprintf("(%s %s %s)", a(), g.pick("&", "|", "^"), a())
	case 4:
		return fmt.Sprintf("(%s %s %dn)", a(), g.pick("<<", ">>"), g.IntN(70))
	case 5:
		return fmt.Sprintf("(%s >> BigInt.asUintN(6, %s))", a(), a())
	case 6:
		return fmt.Sprintf("BigInt.as%s(%d, %s)", g.pick("UintN", "IntN"), 1+g.IntN(90), a())
	}
	if g.IntN(2) == 0 { // never 0, which the lowering cannot know
		return fmt.Sprintf("(%s %s (%s | 1n))", a(), g.pick("/", "%"), a())
	}
	return fmt.Sprintf("(%s ? %s : %s%s)", g.condition(depth-1), a(), g.pick("-", "~", "0n + "), a())
}

func (g *generator) condition(depth int) string {
	if depth <= 0 {
		return g.pick(g.vars...)
	}
	switch g.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", g.number(depth-1), g.pick("===", "!==", "==", "!="), g.number(depth-1))
	case 1:
		return fmt.Sprintf("(%s %s %s)", g.condition(depth-1), g.pick("&&", "||"), g.condition(depth-1))
	case 2:
		return fmt.Sprintf("!(%s)", g.condition(depth-1))
	case 3:
		if len(g.bigs) > 0 {
			return fmt.Sprintf("(%s %s %s)", g.big(depth-1), g.pick("<", "<=", ">", ">=", "===", "=="), g.big(depth-1))
		}
	}
	return fmt.Sprintf("(%s %s %s)", g.number(depth-1), g.pick("<", "<=", ">", ">="), g.number(depth-1))
}

// statements writes statements that change the variables v0 … and may return or break.
func (g *generator) statements(n, depth int, inLoop bool) string {
	var b strings.Builder
	for range n {
		v := fmt.Sprintf("v%d", g.IntN(3))
		switch g.IntN(9) {
		case 0, 1, 2:
			fmt.Fprintf(&b, "%s %s %s; ", v, g.pick("=", "=", "+=", "-="), g.number(2))
		case 3:
			fmt.Fprintf(&b, "%s%s; ", v, g.pick("++", "--"))
		case 4:
			if depth > 0 {
				fmt.Fprintf(&b, "if (%s) { %s} else { %s} ", g.condition(2), g.statements(2, depth-1, inLoop), g.statements(1, depth-1, inLoop))
			}
		case 5:
			if depth > 0 {
				i := fmt.Sprintf("i%d", g.next)
				g.next++
				g.vars = append(g.vars, i)
				fmt.Fprintf(&b, "for (let %s = 0; %s < %d; %s++) { %s} ", i, i, g.IntN(4), i, g.statements(2, depth-1, true))
				g.vars = g.vars[:len(g.vars)-1]
			}
		case 6:
			if inLoop {
				fmt.Fprintf(&b, "if (%s) %s; ", g.condition(1), g.pick("break", "continue"))
			}
		case 7:
			fmt.Fprintf(&b, "if (%s) return { o: %s, p: v1 }; ", g.condition(2), g.number(2))
		case 8:
			if depth > 0 {
				fmt.Fprintf(&b, "switch (%s & 3) { case 0: %s case 1: %sbreak; case 2: %sdefault: %s} ", g.small(1),
					g.statements(1, 0, false), g.statements(1, 0, false), g.statements(1, 0, false), g.statements(1, 0, false))
			}
		}
	}
	return b.String()
}

func (g *generator) lambda() string {
	g.vars = []string{"a", "b", "c", "e", "d"}
	g.bigs = []string{"w"}
	if g.IntN(2) == 0 {
		return fmt.Sprintf("({ a, b, c, d, e, w }) => ({ o: %s, p: %s })", g.number(4), g.big(4))
	}
	init := fmt.Sprintf("let v0 = %s, v1 = %s, v2 = %s; ", g.number(2), g.number(1), g.number(1))
	g.vars = append(g.vars, "v0", "v1", "v2")
	return fmt.Sprintf("({ a, b, c, d, e, w }) => { %s%sreturn { o: %s, p: v0 } }", init, g.statements(5, 2, false), g.number(2))
}

func lambdaCircuit(lambda string) string {
	return "const Only = circuit('Only', { inputs: { a: bus(8), b: bus(16), c: bus(32), d: bit, e: bus(32), w: bus(64) }, outputs: { o: bus(32), p: bus(64) }, eval: " + lambda + " })"
}

// TestRandomLambdas compares random lambdas with the closures they are.
func TestRandomLambdas(t *testing.T) {
	lowered := 0
	count := thorough.Count(300)
	for seed := range uint64(count) {
		if checkLambda(t, seed) {
			lowered++
		}
	}
	t.Logf("%d of %d lambdas were lowered", lowered, count)
	if lowered < count*3/4 {
		t.Errorf("only %d of %d lambdas were lowered", lowered, count)
	}
}

func checkLambda(t *testing.T, seed uint64) bool {
	t.Helper()
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 99))}
	text := g.lambda()
	ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
		defer func() {
			if t.Failed() {
				t.Logf("lambda: %s", text)
			}
		}()
		p := lowertest.Compile(t, lambdaCircuit(text))
		for _, h := range p.Hints {
			t.Skip(h.Message)
		}
		lowertest.Agree(t, p, 12, seed)
		t.Log("lowered")
	})
	if !ok {
		return true
	}
	p := lowertest.Compile(t, lambdaCircuit(text))
	return len(p.Hints) == 0
}

func FuzzLambda(f *testing.F) {
	for seed := range thorough.Count(uint64(20)) {
		f.Add(seed + 1000)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkLambda(t, seed) })
}
