package source

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Our fork of esbuild leaves its runtime out where a text has none of the words that could need it (helpers.go in
// forks/esbuild). With such a word in a comment at its end a text must become the same script.
const needsHelpers = "\n// import"

// withoutHelpers is syntax that is written without those words.
var withoutHelpers = []string{
	"let a = 1, b = a ** 2; b **= a; a ??= b; a ||= b; a &&= b; log(a >>> 1, a?.b?.[1]?.(2), a ?? b)",
	"var { a, ...rest } = { a: 1, b: 2, c: 3 }; var [x, , y = 4, ...z] = [1, 2, 3, 5]; log(a, rest, x, y, z)",
	"const f = ({ a, ...rest }, [b, ...more] = [1, 2]) => ({ ...rest, a, b, more, [`k${a}`]: 1, get v() { return 1 }, set v(x) {} }); log(f({ a: 1 }))",
	"function g(...list) { return [...list, ...'ab', new.target] } log(g(1, 2), Math.max(...[1, 2]), new Date(...[0]))",
	"outer: for (const a of [1, 2]) { for (let i = 0; i < 3; i++) { if (i === a) continue outer; if (i > 1) break outer } } for (var k in { a: 1 }) log(k)",
	"switch (1) { case 1: { const x = 2; log(x) } break; default: log('d') } do { log(1) } while (false); while (0);",
	"try { throw new Error('x') } catch { log('c') } finally { log('f') } try { throw [1] } catch ([e]) { log(e) }",
	"log`a${1}b`, log(`a${`b${1}`}`), log(String.raw`n`)",
	"const r = /[a-z]+(?<n>x)/giu; log(r.test('x'), 0x10, 1_000, 1n << 70n, .5, 1e21, 'it is \"so\"', \"it's\")",
	"const n: number = 1 as number; let m!: string; log(<any>n, n!, n satisfies number, [1] as const)",
	"enum Color { Red, Green = 'g', Blue = 1 << 3 } const enum Small { A = 1, B = A + 1 } log(Color.Red, Color[0], Small.B)",
	"namespace N { const a = 1; log(a) } interface I<T> { a: T; b?: (x: T) => void } type U = I<number> | 'x'; log(1)",
	"function over(a: string): void; function over(a: unknown) { log(a) } over('x'); const id = <T,>(x: T): T => x; log(id<number>(1))",
	"declare const q: number; declare function d(): void; abstractly: log(1)",
	"function* one() { return 1 } log([...one()], typeof one, void 0, delete [].length, 'a' in { a: 1 }, [] instanceof Array)",
	"if (1) log(1); else log(2); { let x = 1; { let x = 2; log(x) } log(x) } ; ; debugger",
	"const o = { f() { return 1 }, 'a b': 1, 1: 2, [Symbol.iterator]: 3, __proto__: null }; log(o.f(), o['a b'], o[1], (0, o.f)())",
	"const x = (a) => (b) => a < b > (a), s = a => a?.b.c(1)?.[0]; log(x, s); log(1 < 2, (1, 2), -0, !0, ~1, +'1', 1 - -1, 1 + +1)",
	"circuit('A', { inputs: { a: bit }, outputs: { y: bit }, eval: ({ a }) => ({ y: a ? 0 : 1 }) })",
}

// withHelpers is syntax that needs them.
var withHelpers = []string{
	"export const a = 1; export default a",
	"import { And } from '@simten/core/std'; import * as all from '@simten/core/std'; log(And, all)",
	"async function* f() { for await (const x of [1]) yield x } log(f)",
	"const o = { async *f() { yield* [1] } }; log(o)",
	"class A { @log x = 1; accessor y = 2; static #z = 3; @log m() { return #z in A } } log(A)",
	"{ using x = null; log(x) } async function f() { await using y = null }",
	"log(typeof require, typeof module, typeof exports, eval('1'))",
	"log(this, () => this)",
	`log(typeof r\u0065quire)`,
	"log(1); return",
	"{ return 1 }",
}

func TestScriptsAreTheSameWithoutHelpers(t *testing.T) {
	texts := corpus(t)
	for _, text := range withoutHelpers {
		texts[text] = text
	}
	for name, text := range texts {
		require.True(t, sameWithHelpers(t, text), name)
	}
	for _, text := range withHelpers {
		sameWithHelpers(t, text)
	}
}

// sameWithHelpers reports that there is a script.
func sameWithHelpers(t *testing.T, text string) bool {
	o := Options{Library: testLibrary, MaxBytes: 1 << 16}
	without, problems := Prepare("helpers.ts", text, o)
	with, _ := Prepare("helpers.ts", text+needsHelpers, o)
	if without == nil || with == nil {
		require.Equal(t, with == nil, without == nil, "%s\n%v", text, problems)
		return false
	}
	require.Equal(t, with.Code, without.Code, text)
	require.Equal(t, with.segments, without.segments, text)
	return true
}

// FuzzHelpers: what any text becomes does not depend on the runtime being there.
func FuzzHelpers(f *testing.F) {
	for _, text := range slices.Concat(withoutHelpers, withHelpers) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if list := scan(text + needsHelpers); len(list) > 0 && list[len(list)-1].end > len(text) {
			return // the comment became part of something
		}
		sameWithHelpers(t, text)
	})
}
