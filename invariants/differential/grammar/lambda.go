package grammar

import "math/rand/v2"

// The ports of the circuits whose lambdas NewLambda writes, with their widths. Those over 32 bits are bigints.
var (
	LambdaInputs  = []Port{{"a", 8}, {"b", 31}, {"c", 32}, {"d", 1}, {"e", 33}, {"f", 64}}
	LambdaOutputs = []Port{{"y", 32}, {"z", 64}, {"w", 8}}
)

// Port is a port of a circuit.
type Port struct {
	Name  string
	Width int
}

// NewLambda gives an eval of a circuit with LambdaInputs and LambdaOutputs: an arrow function that computes numbers and
// bigints, and uses no objects that outlive it, so that most can be compiled to operations on words.
func NewLambda(seed, index uint64) Program {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, index)), budget: 60} //nolint:gosec // repeatable on purpose
	for _, p := range LambdaInputs {
		t := number
		if p.Width > 32 {
			t = bigint
		}
		g.declare(p.Name, t, true)
	}
	var body []*Node
	for range g.IntN(4) {
		body = append(body, g.lambdaStatement(2))
	}
	result := g.plain("return { y: %s, z: %s, w: %s }", g.word(3), g.pick2(g.word(3), g.wide(3)), g.pick2(g.word(3), g.truth(3)))
	return Program{Seed: seed, Index: index, tree: g.plain("({ a, b, c, d, e, f }) => {\n%s%s\n}", g.join("", body), result)}
}

// lambdaStatement declares or changes a number, at the end of a branch or in a counted loop.
func (g *generator) lambdaStatement(depth int) *Node {
	v := g.known(number, true)
	if v == "" || g.one(4) {
		name := g.fresh("x")
		value := g.word(2)
		g.declare(name, number, false)
		return g.stmt("let %s = %s", name, value)
	}
	operator := g.pick("=", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=")
	if depth <= 0 {
		return g.stmt("%s %s %s", v, operator, g.word(2))
	}
	inner := func() *Node { return g.scoped(func() *Node { return g.lambdaStatement(depth - 1) }) }
	switch g.IntN(5) {
	case 0:
		return g.stmt("if (%s) {\n%s} else {\n%s}", g.truth(2), inner(), inner())
	case 1:
		i := g.fresh("i")
		body := g.scoped(func() *Node {
			g.declare(i, number, true)
			return g.lambdaStatement(depth - 1)
		})
		return g.stmt("for (let %s = 0; %s < %s; %s++) {\n%s%s}", i, i, 1+g.IntN(4), i, body, g.plain(g.pick("", "", "if ("+v+" > 100) break\n", "if ("+v+" & 1) continue\n")))
	case 2:
		return g.stmt("switch (%s & 3) {\ncase 0:\n%scase 1:\n%sbreak\ndefault:\n%s}", g.word(1), inner(), inner(), inner())
	}
	return g.stmt("%s %s %s", v, operator, g.word(2))
}

// word writes a number.
func (g *generator) word(depth int) *Node {
	if depth <= 0 || g.budget <= 0 || g.one(7) {
		if g.one(3) {
			return g.edge()
		}
		return g.expr("%s", g.known(number, false))
	}
	a := func() *Node { return g.word(depth - 1) }
	switch g.IntN(17) {
	case 0, 1, 2:
		return g.expr("(%s %s %s)", a(), g.pick("+", "-", "*", "/", "%"), a())
	case 3, 4, 5:
		return g.expr("(%s %s %s)", a(), g.pick("&", "|", "^", "<<", ">>", ">>>"), a())
	case 6:
		return g.expr("(%s %s)", g.pick("-", "~", "+"), a())
	case 7:
		return g.expr("Math.%s(%s)", g.pick("abs", "floor", "ceil", "round", "trunc", "sign", "clz32", "fround"), a())
	case 8:
		return g.expr("Math.%s(%s, %s)", g.pick("min", "max", "imul"), a(), a())
	case 9:
		return g.expr("(%s ? %s : %s)", g.truth(depth-1), a(), a())
	case 10:
		return g.expr("(%s %s %s)", a(), g.pick("&&", "||", "??"), a())
	case 11:
		return g.expr("Number(%s)", g.wide(depth-1))
	case 12:
		return g.expr("[%s, %s, %s][%s & 3]", a(), a(), a(), a())
	case 13:
		return g.expr("((%s) ** %s)", a(), g.pick("2", "3", "0", "0.5", "-1"))
	case 14:
		return g.expr("Number(%s)", g.truth(depth-1))
	case 15:
		return g.expr("(%s %s 1n ? %s : %s)", g.wide(depth-1), g.pick("<", ">=", "==="), a(), a())
	}
	return g.expr("((p, q = %s) => p %s q)(%s)", a(), g.pick("+", "-", "*", "|", ">>>"), a())
}

// wide writes a bigint.
func (g *generator) wide(depth int) *Node {
	if depth <= 0 || g.budget <= 0 || g.one(6) {
		if g.one(3) {
			return g.expr("%s", g.pick("0n", "1n", "(-1n)", "255n", "4294967296n", "9007199254740993n", "(1n << 63n)", "(1n << 64n)", "0xffffffffffffffffn"))
		}
		return g.expr("%s", g.known(bigint, false))
	}
	a := func() *Node { return g.wide(depth - 1) }
	switch g.IntN(8) {
	case 0, 1:
		return g.expr("(%s %s %s)", a(), g.pick("+", "-", "*"), a())
	case 2:
		return g.expr("(%s %s %s)", a(), g.pick("&", "|", "^"), a())
	case 3:
		return g.expr("(%s %s %sn)", a(), g.pick("<<", ">>"), g.IntN(70))
	case 4:
		return g.expr("(%s %s (%s | 1n))", a(), g.pick("/", "%"), a())
	case 5:
		return g.expr("BigInt.as%sN(%s, %s)", g.pick("Int", "Uint"), g.IntN(70), a())
	case 6:
		return g.expr("BigInt(%s | 0)", g.word(depth-1))
	}
	return g.expr("(%s%s)", g.pick("-", "~"), a())
}

// truth writes a boolean.
func (g *generator) truth(depth int) *Node {
	switch {
	case depth <= 0 || g.one(5):
		return g.expr("(%s %s %s)", g.word(0), g.pick("<", "===", ">"), g.word(0))
	case g.one(4):
		return g.expr("(%s %s %s)", g.truth(depth-1), g.pick("&&", "||", "===", "!=="), g.truth(depth-1))
	case g.one(4):
		return g.expr("(%s %s %s)", g.wide(depth-1), g.pick("<", ">=", "===", "==", "!="), g.wide(depth-1))
	case g.one(5):
		return g.expr("!%s", g.word(depth-1))
	}
	return g.expr("(%s %s %s)", g.word(depth-1), g.pick("<", "<=", ">", ">=", "===", "!==", "==", "!="), g.word(depth-1))
}
