package source

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// captures lists what a function captures: name, with ! for a value that cannot change, @ for a
// global, () for a known function, [] with the names of a table's functions, and ? for a value out of reach.
func captures(f *Function) string {
	var out []string
	for _, c := range f.Captured {
		s := c.Name
		if c.Const {
			s += "!"
		}
		if c.Global {
			s += "@"
		}
		if c.Function != nil {
			s += "()"
		}
		if c.Table != nil {
			s += "[" + strings.Join(slices.Sorted(maps.Keys(c.Table.Functions)), ",") + "]"
		}
		if c.Index < 0 {
			s += "?"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// captureTest is a file with one behaviour function, and what that captures.
type captureTest struct{ name, text, captured string }

func requireCaptures(t *testing.T, tests []captureTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := prepare(t, "declare let o: any\n"+test.text)
			require.Len(t, behaviors(s), 1)
			require.Equal(t, test.captured, captures(behaviors(s)[0]), s.Code)
		})
	}
}

func TestCaptured(t *testing.T) {
	tests := []captureTest{
		{"nothing", "o = { eval: ({ a, b }) => ({ y: a & b }) }", ""},
		{"own names", "o = { eval: ({ a }) => { let x = 1; const { y, ...z } = a; function f(p = x) { return p } for (const i of [1]) x += i; try {} catch (e) { x = e } class K {} return f(y) + z + K } }", ""},
		{"own hoisted", "const v = 1; o = { eval: () => { v2 = 1; { var v2 } return v2 } }", ""},
		{"constant", "const k = 3; o = { eval: ({ a }) => ({ y: a + k }) }", "k!"},
		{"let never written", "let k = 3; o = { eval: () => k }", "k!"},
		{"let written later", "let k = 3; o = { eval: () => k }; k = 4", "k"},
		{"let written by a pattern", "let k = 3, l = 4, m = 5; o = { eval: () => k + l + m }; [k] = [1]; ({ l } = { l: 1 }); for (m of []);", "k l m"},
		{"let incremented", "let k = 3; o = { eval: () => k++ }", "k"},
		{"written in the lambda", "let k = 3; o = { eval: () => { k = 4; return {} } }", "k"},
		{"var", "var k = 3; o = { eval: () => k }", "k!"},
		{"var twice", "var k = 3; var k = 4; o = { eval: () => k }", "k"},
		{"var in a loop", "for (const i of [1, 2]) { var k = i; o = { eval: () => k } }", "k"},
		{"loop variable", "for (const i of [1, 2]) { o = { eval: () => i } }", "i!"},
		{"counting loop variable", "for (let i = 0; i < 2; i++) { o = { eval: () => i } }", "i!"},
		{"counting loop variable that the body changes", "for (let i = 0; i < 2; i++) { o = { eval: () => i }; i += 0 }", "i"},
		{"parameter", "function make(w: number) { return { eval: ({ a }) => a & w } }", "w!"},
		{"written parameter", "function make(w: number) { w |= 1; return { eval: ({ a }) => a & w } }", "w"},
		{"factory option", "circuit('X', ({ width = 8 } = {}) => ({ eval: ({ a }) => ({ y: a & width }) }))", "width!"},
		{"global", "o = { eval: ({ a }) => Math.min(a, And) }", "Math@ And@"},
		{"import", "import { And as G } from '@simten/core/std'; o = { eval: () => G }", "And!@"},
		{"namespace", "import * as std from '@simten/core/std'; o = { eval: () => std.And }", "And!@"},
		{"own library name", "const And = 1; o = { eval: () => And }", "And!"},
		{"shadowed", "const k = 1; function f(k) { return { eval: () => k } }", "k2!"}, // esbuild renames what shadows
		{"shadowed by the parameter", "const k = 1; o = { eval: ({ k }) => k }", ""},
		{"helper", "const f = (x) => x + 1; o = { eval: ({ a }) => f(a) }", "f!()"},
		{"helper declaration", "o = { eval: ({ a }) => f(a) }; function f(x) { return x }", "f!()"},
		{"helper function expression", "const f = function (x) { return x }; o = { eval: ({ a }) => f(a) }", "f!()"},
		{"helper that is reassigned", "let f = (x) => x; o = { eval: ({ a }) => f(a) }; f = null", "f"},
		{"helper declared twice", "o = { eval: ({ a }) => f(a) }; function f() {} function f(x) { return x }", "f"},
		{"helpers of helpers", "const k = 7; const g = (x) => x & k; const f = (x) => g(x) + Math.abs(x); o = { eval: ({ a }) => f(a) }", "f!() g!() Math@ k!"},
		{"recursive helper", "const f = (n) => n ? f(n - 1) : 0; o = { eval: ({ a }) => f(a) }", "f!()"},
		{"helper with names out of reach", "const f = (() => { const k = 1; const inner = (x) => x + k; o = { inner }; return inner })(); o = { eval: ({ a }) => f(a) }", "f!"},
		{"helper's variable out of reach", "{ const k = 1; var f = (x) => x + k } o = { eval: ({ a }) => f(a) }", "f!() k!?"},
		{"helper's variable shadowed", "const k = 1; const f = (x) => x + k; function m(k) { return { eval: ({ a }) => f(a) + k } }", "f!() k2! k!"},
		{"named function expression", "o = { eval: function self({ a }) { return a ? self({ a: 0 }) : 0 } }", "self!()?"},
		{"inner functions", "const k = 1; o = { eval: ({ a }) => [1].map((x) => x + k + a) }", "k!"},
		{"enum", "enum E { A, B }; const enum F { A = 5 }; o = { eval: ({ a }) => a === E.B ? F.A : 0 }", ""},
		{"enum object", "enum E { A, B } o = { eval: ({ a }) => E[a] }", "E!"},
		{"class", "class K { static x = 1 } o = { eval: () => K.x }", "K!"},
		{"default parameter", "const k = 1; o = { eval: ({ a = k }) => a }", "k!"},
		{"type only", "type T = number; interface I { x: T } o = { eval: ({ a }: { a: T }) => ({ y: a as unknown as I }) }", ""},
		{"eval in onTick's circuit", "const k = 1; o = { onTick: ({ n }) => ({ n: n + k }) }", "k!"},
		{"method", "const k = 1; o = { eval({ a }) { return { y: a + k } } }", "k!"},
		{"undefined", "o = { eval: ({ a }) => a === undefined }", ""},
	}
	requireCaptures(t, tests)
}

// TestTables has what makes an array or object of functions one that nothing can change.
func TestTables(t *testing.T) {
	const list, object = "const T = [(x) => x, (x) => -x]; ", "const T = { a: (x) => x, b(x) { return x }, c: 5 }; "
	const use = "o = { eval: ({ a }) => T[a](a) }"
	tests := []captureTest{
		{"array", list + use, "T![0,1]"},
		{"object", object + use, "T![a,b]"},
		{"used before it is there", use + "; " + list, "T![0,1]"},
		{"numbers as keys", "const T = { 0: (x) => x, 7: (x) => -x }; " + use, "T![0,7]"},
		{"frozen", "const T = Object.freeze([(x) => x] as const); " + use, "T![0]"},
		{"let never written", "let T = [(x) => x]; " + use, "T![0]"},
		{"named functions", "function f(x) { return x }; const g = (x) => -x; const T = [f, g]; " + use, "T![0,1]"},
		{"shorthand", "const f = (x) => x; const T = { f }; " + use, "T![f]"},
		{"what the functions capture", "const k = 3; const T = [(x) => x + k]; " + use, "T![0] k!"},
		{"tables of tables", "const U = [(x) => x]; const T = [(x) => U[0](x)]; " + use, "T![0] U![0]"},
		{"a helper has it", "const T = [(x) => x]; const f = (x) => T[x](x); o = { eval: ({ a }) => f(a) }", "f!() T![0]"},
		{"read elsewhere", list + use + "; T[0](1); T.length; T.map((f) => f(1)); for (let i = 0; i < T.length; i++) T[i](i)", "T![0,1]"},
		{"listed", object + use + "; Object.keys(T).length; Object.entries(T)", "T![a,b]"},
		{"own methods called", object + use + "; T.a(1); T['b'](2)", "T![a,b]"},
		{"in a factory", "circuit('X', ({ width = 8 } = {}) => { const T = [(x) => x & width]; return { eval: ({ a }) => T[a](a) } })", "T![0] width!"},

		{"an element is assigned", list + use + "; T[0] = null", "T!"},
		{"a property is assigned", object + use + "; T.a = null", "T!"},
		{"assigned by a pattern", list + use + "; [T[0]] = [null]", "T!"},
		{"assigned by a loop", list + use + "; for (T[0] of []);", "T!"},
		{"counted up", list + use + "; T[0]++", "T!"},
		{"deleted", object + use + "; delete T.a", "T!"},
		{"grown", list + use + "; T.push((x) => 1)", "T!"},
		{"sorted by a name that is written out", list + use + "; T['reverse']()", "T!"},
		{"another method of an object", object + use + "; T.c()", "T!"},
		{"changed by a callback", list + use + "; T.forEach((f, i, all) => { all[i] = null })", "T!"},
		{"a callback that may change it", "const g = (f, i, all) => { all[i] = null }; " + list + use + "; T.forEach(g)", "T!"},
		{"reduced", list + use + "; T.reduce((x, f, i) => f(x) + i, 0)", "T![0,1]"},
		{"a method that changes it", "const T = { a(x) { this.b = x; return x }, b: (x) => x }; " + use + "; T.a(1)", "T!"},
		{"given away", list + use + "; o = T", "T!"},
		{"given to a function", list + use + "; o(T)", "T!"},
		{"given to an Object that is not the language's", list + use + "; const Object = { keys: (t) => t.pop() }; Object.keys(T)", "T!"},
		{"written twice", "let T = [(x) => x]; T = [(x) => 1]; " + use, "T"},
		{"spread", "const U = [(x) => x]; const T = [...U]; " + use, "T!"},
		{"holes", "const T = [, (x) => x]; " + use, "T!"},
		{"a computed key", "const T = { ['a']: (x) => x, [o.k]: 1 }; " + use, "T!"},
		{"a getter", "const T = { get a() { return 1 }, b: (x) => x }; " + use, "T!"},
		{"a prototype", "const T = { __proto__: o, b: (x) => x }; " + use, "T!"},
		{"a key twice", "const T = { a: (x) => x, a: (x) => -x }; " + use, "T!"},
		{"no functions", "const T = [1, 2]; " + use, "T!"},
		{"made by a function", "const T = [1, 2].map((k) => (x) => x + k); " + use, "T!"},
	}
	requireCaptures(t, tests)
}

// The value function gives the run-time values, and errors of unready variables only when asked.
func TestCapturedValues(t *testing.T) {
	s := prepare(t, `import { And as G } from '@simten/core/std'
const k = 7, f = (x: number) => x + k
let n = 1
const make = (w: number) => ({ eval: ({ a }: any) => f(a) + w + n + G + later + nowhere })
const a = make(3)
n = 2
const later = 5
make(4)
declare const nowhere: any`)
	r := newRealmStub(100)
	var values []goja.Callable
	require.NoError(t, r.vm.Set(HookFunction, func(call goja.FunctionCall) goja.Value {
		if call.Argument(0).ToInteger() != int64(behaviors(s)[0].ID) {
			return call.Argument(1)
		}
		value, ok := goja.AssertFunction(call.Argument(2))
		require.True(t, ok)
		values = append(values, value)
		if len(values) == 1 {
			_, err := value(nil, r.vm.ToValue(capturedIndex(t, s, "later")))
			require.ErrorContains(t, err, "ReferenceError")
		}
		return call.Argument(1)
	}))
	_, err := r.vm.RunProgram(s.Program)
	require.NoError(t, err)
	require.Len(t, values, 2)
	get := func(i int, name string) string {
		v, err := values[i](nil, r.vm.ToValue(capturedIndex(t, s, name)))
		require.NoError(t, err)
		return v.String()
	}
	require.Equal(t, "3", get(0, "w"))
	require.Equal(t, "4", get(1, "w"))
	require.Equal(t, "2", get(0, "n"))
	require.Equal(t, "7", get(0, "k"))
	require.Equal(t, "5", get(0, "later"))
	require.Equal(t, r.vm.Get("And").String(), get(0, "And"))
	_, err = values[0](nil, r.vm.ToValue(capturedIndex(t, s, "nowhere")))
	require.ErrorContains(t, err, "nowhere is not defined")
	v, err := values[0](nil, r.vm.ToValue(99))
	require.NoError(t, err)
	require.True(t, goja.IsUndefined(v))
}

func capturedIndex(t *testing.T, s *Script, name string) int {
	for _, c := range behaviors(s)[0].Captured {
		if c.Name == name {
			return c.Index
		}
	}
	t.Fatalf("%s is not captured", name)
	return 0
}

// Which functions are wrapped, with which kind and place, and what they read.
func TestFunctions(t *testing.T) {
	tests := []struct{ text, want string }{
		{"o = { eval: ‹({ a, b: c, 'd': e = 1 }) => a }", "eval [a b d] false"},
		{"o = { ‹eval({ a }) { return a } }", "eval [a] false"},
		{"o = { onTick: ‹function ({ a, ...rest }) { return a } }", "onTick [] true"},
		{"o = { onTick: ‹function ({ a }) { return arguments[0].b } }", "onTick [] true"},
		{"o = { eval: (‹x) => x.a }", "eval [] true"},
		{"o = { eval: ‹() => ({ y: 1 }) }", "eval [] false"},
		{"o = { eval: ‹({ [k]: a }) => a }; declare const k: any", "eval [] true"},
		{"o = { eval: ‹(...x) => x }", "eval [] true"},
		{"o = { eval: ‹({ a }, b) => a }", "eval [] true"},
		{"o = { eval: ‹({ a } = {}) => a }", "eval [a] false"},
		{"o = { 'eval': ‹({ a }: any): any => (a, 1) }", "eval [a] false"},
		{"o = { eval: (‹({ a }) => (a)) }", "eval [a] false"},
	}
	for _, test := range tests {
		text, place := marked("declare let o: any\n" + test.text)
		s := prepare(t, text)
		require.Len(t, behaviors(s), 1, text)
		f := behaviors(s)[0]
		names, all := f.Reads()
		if names == nil {
			names = []string{}
		}
		require.Equal(t, test.want, fmt.Sprint(f.Kind, " ", names, " ", all), text)
		require.Equal(t, place, f.Place, text)
	}
	for _, text := range []string{
		"o = { eval: async () => 1 }", "o = { *eval() {} }", "o = { async onTick() {} }", "o = { get eval() { return 1 } }",
		"const eval2 = () => 1; o = { evaluate: eval2 }", "o = { ['eval']: () => 1, evaluate: () => 1 }", "o.eval = () => 1",
		"class A { eval() { return 1 } }",
	} {
		require.Empty(t, behaviors(prepare(t, "declare let o: any\n"+text)), text)
	}
	s := prepare(t, "const o = 1")
	require.Nil(t, s.Function(0))
	require.Nil(t, s.Function(1))
	require.Nil(t, s.Function(-1))
}

// The AST of a function has no inserted text, and its positions lead to the user's text.
func TestFunctionNodes(t *testing.T) {
	text, place := marked("import { And as G } from '@simten/core/std'\nconst f = (x: number) => { for (;;) return x }\nconst o = {\r\n  eval: ({ a }: any) => ({ y: f(a) + ‹G }),\n}")
	s := prepare(t, text)
	f := behaviors(s)[0]
	body := f.Node.(*ast.ArrowFunctionLiteral).Body.(*ast.ExpressionBody).Expression.(*ast.ObjectLiteral)
	sum := body.Value[0].(*ast.PropertyKeyed).Value.(*ast.BinaryExpression)
	call := sum.Left.(*ast.CallExpression).Callee.(*ast.Identifier)
	imported := sum.Right.(*ast.Identifier)
	require.EqualValues(t, "And", imported.Name)
	require.Equal(t, place, f.PlaceOf(imported.Idx))
	require.True(t, f.Lookup(imported).Global)
	helper := f.Lookup(call).Function
	require.NotNil(t, helper)
	require.Equal(t, KindHelper, helper.Kind)
	require.Equal(t, circuit.Place{Line: 2, Column: 12}, helper.Place)
	loop := helper.Node.(*ast.ArrowFunctionLiteral).Body.(*ast.BlockStatement).List
	require.Len(t, loop, 1)
	returned := loop[0].(*ast.ForStatement).Body.(*ast.ReturnStatement).Argument.(*ast.Identifier)
	require.Nil(t, f.Lookup(returned), "a parameter of the helper is not captured")
	require.Nil(t, f.Lookup(sum.Left.(*ast.CallExpression).ArgumentList[0].(*ast.Identifier)))
}

func TestUsesThisAndArguments(t *testing.T) {
	tests := map[string][2]bool{
		"o = { eval({ a }) { return this } }":                             {true, false},
		"o = { eval({ a }) { return () => this } }":                       {true, false},
		"o = { eval({ a }) { return super.x } }":                          {true, false},
		"o = { eval({ a }) { return function () { return this } } }":      {false, false},
		"o = { eval: () => this }":                                        {false, false},
		"o = { eval({ a }) { return (() => arguments)() } }":              {false, true},
		"o = { eval({ a }) { return function () { return arguments } } }": {false, false},
	}
	for text, want := range tests {
		s := prepare(t, "declare let o: any\n"+text)
		require.Len(t, behaviors(s), 1)
		f := behaviors(s)[0]
		require.Equal(t, want, [2]bool{f.UsesThis, f.UsesArguments}, text)
	}
}

// behaviors are the functions of a script that are marked as what eval or onTick may be.
func behaviors(s *Script) (list []*Function) {
	for _, f := range s.Functions() {
		if f.Kind != KindHelper {
			list = append(list, f)
		}
	}
	return list
}
