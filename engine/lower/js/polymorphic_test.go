package js_test

import (
	"testing"

	"simten.dev/engine/lower/lowertest"
)

// TestMethodsOfOneOfSeveralObjects: a method that some classes have from the one that they extend is called on
// instances of these only.
func TestMethodsOfOneOfSeveralObjects(t *testing.T) {
	const prelude = `
class Step { name() { return 1 } get size() { return 2 } }
class Lit extends Step { constructor(v) { super(); this.v = v } run(m) { m.x = (m.x + this.v) & 0xffff } }
class Two extends Step { run(m) { m.x = this.compute(m.x, m.y) & 0xffff; m.y = this.name() } }
class Add extends Two { compute(a, b) { return a + b } }
class Xor extends Two { compute(a, b) { return a ^ b } name() { return super.name() + 4 } }
class Mul extends Two { #k = 3; compute(a, b) { return this.#scaled(a) + b } #scaled(a) { return a * this.#k } get size() { return 5 } }
class Own extends Two { compute(a, b) { return a * 2 + b } }
const CODE = [new Lit(5), new Add(), new Xor(), new Mul(), new Lit(7), new Own(), new Add(), new Mul()], FEW = [new Xor(), new Lit(9), new Mul()]
class When { constructor(to, when) { this.to = to; this.when = when } run(m) { if (this.when(m.x)) m.y = this.to } }
const WHEN = [new When(2, (x) => x % 3 === 0), new When(1, (x) => x > 100), new When(3, (x) => x > 1000)]
const lit = (v) => ({ v, run(m) { m.x += this.v } }), neg = () => ({ compute(a) { return a ^ 255 }, run(m) { m.x = this.compute(m.x) } })
const PLAIN = [lit(5), neg(), lit(3), neg()], named = {}
named.add = (m) => { m.x += 3 }
named['sub'] = (m) => { m.x -= 3 }
const Only = circuit('Only', `
	lowertest.AgreeInEach(t, [2]string{prelude + lowertest.Ports + "eval: ({ a, b, c, d, w }) => { const m = { x: b, y: c & 255 }; ", " return { o: m.x * 256 + m.y } } })"}, map[string]string{
		"by an index":         "CODE[a & 7].run(m);",
		"among few":           "FEW[a % 3].run(m);",
		"one of two":          "(d ? FEW[0] : FEW[1]).run(m);",
		"one after the other": "for (let i = 0; i < 4; i++) CODE[(a >> i) & 7].run(m);",
		"by its name":         "CODE[a & 7]['run'](m);",
		"perhaps":             "CODE[a & 15]?.run(m);",
		"a getter":            "m.x += CODE[a & 7].size; m.y = CODE[b & 7].name();",
		"made in it":          "const l = d ? new Lit(a) : new Mul(); l.run(m); const k = [new Add(), l, new Xor()][a % 3]; k.run(m);",
		"found":               "const s = CODE.find((s, i) => i === (a & 7)); s.run(m);",
		"functions of fields": "WHEN[a % 3].run(m);",
		"plain objects":       "PLAIN[a & 3].run(m);",
		"plain, made in it":   "const l = [{ k: a, run(m) { m.y = this.k } }, { two() { return 2 }, run(m) { m.y = this.two() } }]; l[b & 1].run(m);",
		"assigned":            "named[d ? 'add' : 'sub'](m);",
		"for each":            "FEW.forEach((s, i) => { if ((a >> i) & 1) s.run(m) });",
	})
}
