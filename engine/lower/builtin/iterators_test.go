package builtin_test

import (
	"testing"

	"simten.dev/engine/lower/lowertest"
)

// TestClassesThatAreGoneThrough: instances of a class with [Symbol.iterator] give what that gives, wherever a list can
// stand.
func TestClassesThatAreGoneThrough(t *testing.T) {
	const prelude = `
class Taps { #list = [3, 5, 7]; n = 0; get size() { return this.#list.length } at(i) { return this.#list[i] } *[Symbol.iterator]() { for (const t of this.#list) yield t + this.n } }
class More extends Taps { *[Symbol.iterator]() { yield 1; yield* [2, 3] } }
class Same extends Taps { constructor() { super(); this.n = 10 } }
class Listed { constructor(list) { this.list = list } [Symbol.iterator]() { return this.list.values() } get [Symbol.toStringTag]() { return 'Listed' } twice() { return this.list.length * 2 } }
class Pairs { *[Symbol.iterator]() { yield [1, 5]; yield [2, 6] } }
const taps = new Taps(), more = new More(), same = new Same(), listed = new Listed([4, 6, 8])
const Only = circuit('Only', `
	lowertest.AgreeInEach(t, [2]string{prelude + lowertest.Ports + "eval: ({ a, b, c, d, w }) => { let s = a; ", " return { o: s } } })"}, map[string]string{
		"for":                "for (const t of taps) s = s * 3 + t;",
		"other methods":      "for (let i = 0; i < taps.size; i++) s = s * 3 + taps.at(i);",
		"spread":             "s += [...taps, ...more].reduce((x, y) => x * 3 + y, 0) + Math.max(...more);",
		"a pattern":          "const [x, , y = 3, z = 4] = taps; s += x * 100 + y * 10 + z;",
		"with a rest":        "const [x, ...y] = more; s += x * 100 + y.length * 10 + y[1];",
		"Array.from":         "s += Array.from(taps, (t, i) => t * i).reduce((x, y) => x * 3 + y, 0) + Array.from(more).length;",
		"a Set":              "const m = new Set(taps); s += m.size * 100 + (m.has(a & 7) ? 1 : 0);",
		"a Map":              "const m = new Map(new Pairs()); s += m.get(1) * 100 + (m.get(a & 3) ?? 9);",
		"overridden":         "for (const t of more) s = s * 3 + t;",
		"inherited":          "for (const t of same) s = s * 3 + t;",
		"made in it":         "for (const t of new Taps()) s = s * 3 + t; const k = new Same(); k.n = b & 7; for (const t of k) s = s * 3 + t;",
		"of values":          "for (const t of new Listed([a, b, c & 15])) s = (s * 3 + t) | 0;",
		"another's iterator": "for (const t of listed) s = s * 3 + t + listed.twice();",
		"one of two":         "for (const t of d ? listed : new Listed([1, a, 3])) s = s * 3 + t;",
		"entries":            "for (const [k, v] of new Pairs()) s = s * 3 + k * v;",
	})
}
