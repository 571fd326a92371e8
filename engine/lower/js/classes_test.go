package js_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/invariants/thorough"
)

// TestRandomClasses compares lambdas that use random classes with their closures: three that extend each other,
// instances made in the lambda and outside, methods and getters that change something, private fields, super,
// instanceof and generators.
func TestRandomClasses(t *testing.T) {
	lowered := 0
	seeds := thorough.Count(80)
	for seed := range uint64(seeds) {
		if lowertest.AgreesWithSeed(t, everyClass(rand.New(rand.NewPCG(seed, 31))), 25, seed) {
			lowered++
		}
	}
	require.Greater(t, lowered, seeds/2)
}

// everyClass is a circuit with random classes.
func everyClass(rnd *rand.Rand) string {
	pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
	// value is an expression of what a method sees.
	var value func(depth int, names ...string) string
	value = func(depth int, names ...string) string {
		if depth == 0 || rnd.IntN(4) == 0 {
			return pick(append(names, "3", "K")...)
		}
		x, y := value(depth-1, names...), value(depth-1, names...)
		switch rnd.IntN(5) {
		case 0:
			return fmt.Sprintf("(%s & 1 ? %s : %s)", pick(names...), x, y)
		case 1:
			return fmt.Sprintf("((%s + %s) & 0xffff)", x, y)
		case 2:
			return fmt.Sprintf("(%s ^ %s)", x, y)
		case 3:
			return fmt.Sprintf("(%s >>> (%s & 7))", x, y)
		}
		return fmt.Sprintf("mix(%s, %s)", x, y)
	}
	classes := ""
	for i, name := range []string{"A", "B", "C"} {
		own := []string{"this.p", "this.n", "this.#h"}
		body, extends, create := "", "", "constructor(p) { this.p = p & 255; this.n = this.#h & 3 }"
		if i > 0 {
			extends = " extends " + string("AB"[i-1])
			create = "constructor(p) { super(p ^ " + fmt.Sprint(rnd.IntN(9)) + "); this.#" + strings.ToLower(name) + " = this.p + 1 }"
			own[2] = "this.#" + strings.ToLower(name)
			body = "#" + strings.ToLower(name) + " = " + fmt.Sprint(rnd.IntN(9)) + "; "
			if rnd.IntN(3) == 0 {
				create = ""
			}
		} else {
			body = "#h = " + fmt.Sprint(rnd.IntN(99)) + "; "
		}
		if i > 0 {
			own = append(own, "super.m(x)", "super.g")
		}
		if i == 0 || rnd.IntN(3) > 0 {
			body += fmt.Sprintf("m(x) { return %s } ", value(2, append(own, "x", "this.g")...))
		}
		if i == 0 || rnd.IntN(3) > 0 {
			part := own
			if i > 0 {
				part = append(own[:3:3], "super.g")
			}
			body += fmt.Sprintf("get g() { return %s } ", value(2, part...))
		}
		if i == 0 || rnd.IntN(2) == 0 {
			body += fmt.Sprintf("bump(x) { this.n = %s; %s return this } ", value(1, own[0], own[1], "x"), pick("", own[2]+"++;", "if (x & 1) this.p ^= 5;"))
		}
		if i == 0 {
			body += "set w(x) { this.p = x & 127 } get w() { return this.p } *each(x) { for (let i = 0; i < 4; i++) if ((x >> i) & 1) yield this.p + i } static of(x) { return new this(x) } "
		}
		classes += "class " + name + extends + " { " + body + create + " }\n"
	}
	instances := ""
	for i := range 4 {
		instances += fmt.Sprintf("%snew %s(%d)", []string{"", ", "}[min(i, 1)], pick("A", "B", "C"), rnd.IntN(300))
	}
	statements := ""
	for range 6 {
		u := pick("u[0]", "u[1]", "u[2]", "u[a % 3]", "v", "v")
		x := pick("a", "b & 255", "s", "s & 15")
		outside := pick("OUT[0]", "OUT[a & 3]", "OUT[s & 3]", "OUT[2]")
		statements += pick(
			"s = (s * 3 + "+outside+".m("+x+")) & 0xffffff; ",
			"s ^= "+outside+".g; ",
			"s = (s + "+u+".m("+x+")) & 0xffffff; ",
			u+".bump("+x+"); ",
			"if (b & "+pick("1", "2", "4")+") "+u+".bump("+x+").w = s; ",
			u+".w += "+x+"; ",
			"v = "+pick("a & 1 ? u[0] : u[2]", pick("A", "B", "C")+".of("+x+")", "u[1]")+"; ",
			"s += "+pick(u, outside)+" instanceof "+pick("A", "B", "C")+" ? 5 : 0; ",
			"for (const k of "+pick(u, outside)+".each("+x+")) s = (s * 5 + k) & 0xffffff; ",
			"s = (s + OUT.reduce((t, o) => t * 3 + o.g, 0)) & 0xffffff; ",
			"s = (s + u.map((o) => o.m("+x+") + o.g).reduce((p, q) => p * 3 + q)) & 0xffffff; ",
			"s ^= "+u+"."+pick("n", "p", "g", "w")+"; ",
		)
	}
	return "const K = 41, mix = (x, y) => (Math.imul(x, 31) + y) & 0xffff\n" + classes + "const OUT = [" + instances + "]\n" +
		lowertest.Eval("let s = c & 0xffff; const u = [new "+pick("A", "B", "C")+"(a), "+pick("A", "B", "C")+".of(b), new "+pick("A", "B", "C")+"(d ? 3 : 9)]; let v = u[0]; "+statements+"return { o: s >>> 0 }")
}
