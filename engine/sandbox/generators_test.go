package sandbox_test

import "testing"

const generators = `const Colour = { count: 0 }
function* range(from: number, to: number, by = 1) { for (let i = from; i < to; i += by) yield i }
function* bits(v: number, width = 8) { for (const i of range(0, width)) yield (v >> i) & 1 }
function* ones(v: number) { for (let i = 0; i < 8; i++) if ((v >> i) & 1) yield i }
function* pairs<T>(list: T[]) { for (let i = 0; i < list.length; i++) for (let j = i + 1; j < list.length; j++) yield [list[i], list[j]] as const }
function* both(v: number) { yield* ones(v); yield 100; yield* [1, 2] }
function* until(v: number) { for (const b of bits(v)) { if (b) return 5; yield b + 3 } }
function* naturals() { for (let i = 0; ; i++) yield i }
function* checked(v: number) { if (v > 200) throw new Error('too large'); yield v }
function* ask(v: number) { const y: number = yield v; yield y }
function* entries(list: number[]) { for (let i = 0; i < list.length; i++) yield { i, v: list[i] } }
function* nothing() {}
class Grid { constructor(private w: number, private h: number) {} *cells() { for (let y = 0; y < this.h; y++) for (let x = 0; x < this.w; x++) yield { x, y, n: y * this.w + x } } }
const grid = new Grid(3, 2), table = [5, 3, 8]
`

// TestGenerators has lambdas that go through what generators of the file yield. Lambdas that are not compiled give the
// same.
func TestGenerators(t *testing.T) {
	compareClasses(t, generators, []classCase{
		{"(() => { let n = 0; for (const i of range(0, 8)) n += ((x >> i) & 1) * i; return n })()", true},
		{"[...bits(x)].reduce((a, b) => a * 2 + b)", true},
		{"Array.from(bits(x, 4), (b) => b ^ 1).join('').length", true},
		{"(() => { let n = 0; for (const i of ones(x)) n = n * 8 + i; return n & 0xffff })()", true},
		{"[...ones(x)].length", true},
		{"(() => { let n = 0; for (const [a, b] of pairs(table)) n += a * b; return n })()", true},
		{"(() => { let n = 0; for (const [a, b] of pairs([x & 7, 3, 5])) n += a * b; return n })()", true},
		{"(() => { let n = 0; for (const i of both(x & 15)) n += i; return n })()", true},
		{"(() => { let n = 0; for (const i of until(x)) n += i; return n })()", true},
		{"Math.max(...range(0, 5))", true},
		{"(() => { const [a, b] = range(3, 9); return a * 10 + b })()", true},
		{"(() => { let n = 0; for (const { x: c, y, n: k } of grid.cells()) n += c * y + k; return n })()", true},
		{"(() => { let n = 0; for (const c of new Grid(2, 3).cells()) n += c.x + c.n * (x & 3); return n })()", true},
		{"(() => { let n = 0; for (const i of range(0, 20)) { if (i > (x & 7)) break; if (i === 2) continue; n += i } return n })()", true},
		{"(() => { for (const i of range(0, 20)) if (i * i > (x & 63)) return i; return 99 })()", true},
		{"new Set(bits(x)).size", true},
		{"[...nothing()].length", true},
		{"(() => { const l = [1, 2, 3]; let n = 0; for (const { i, v } of entries(l)) n += i * v; l[0] = 9; return n + l[0] })()", true},
		{"(() => { const l = [1, 2, 3]; let n = 0; for (const { i, v } of entries(l)) { l[2] = x & 7; n += i * v } return n })()", false},
		{"(() => { const l = [1, 2, 3], g = entries(l); l[1] = 7; let n = 0; for (const { i, v } of g) n += i * v; return n })()", false},
		{"(() => { const g = range(0, 4); let n = 0; for (const i of g) n += i; for (const i of g) n += i * 100; return n })()", false},
		{"(() => { for (const i of naturals()) if (i > (x & 3)) return i; return 0 })()", false},
		{"(() => { let n = 0; for (const i of checked(x)) n += i; return n })()", false},
		{"[...ask(x & 7)].length", true},
		{"range(0, 4).next().value as number", false},
		{"((range(0, 4) as any)[1] ?? 7) as number", false},
		{"(() => { function* inner() { yield x } let n = 0; for (const i of inner()) n += i; return n })()", false},
	})
}
