package source

import (
	"testing"

	"github.com/dop251/goja"
	"github.com/stretchr/testify/require"
)

// The first argument of a built-in class goes through the host, and nothing else.
func TestArgumentsOfBuiltinClasses(t *testing.T) {
	r := newRealmStub(10)
	var seen []string
	require.NoError(t, r.vm.Set(HookMade, func(call goja.FunctionCall) goja.Value {
		seen = append(seen, call.Argument(0).String())
		return call.Argument(0)
	}))
	text := `class A { constructor(public x: any) {} }
const l = [1, 2], n = 2
log(new Set(l).size, new (Map)([[1, 2]]).size, new Uint8Array((n)).length, new A(l).x.length, new Array(...l).length, new Set().size, new Error('x').message)`
	require.Equal(t, []string{"2 1 2 2 2 0 x"}, r.run(prepare(t, text).Program))
	require.Equal(t, []string{"1,2", "1,2", "2"}, seen)
}

// A shift distance, an exponent or a spread list goes through the host when it could be large, and the program computes
// the same.
func TestBoundedOperands(t *testing.T) {
	for _, test := range []struct {
		text string
		want string
		seen []string
	}{
		{"const n = 3; log(1 << n, 1 << 4, (1 << (n + (1))))", "8 16 16", nil},
		{"const n = 3n; log(1n << n, (2n ** 100n).toString().length, 2n ** (n))", "8 31 8", []string{"3", "100", "3"}},
		{"let x: any = 2n; x <<= 2n; x **= 2n; log(x)", "64", []string{"2", "2"}},
		{"let x = 5, s = 2; x <<= s; x **= 2; log(x, 2 ** 3 ** 2, (2 ** 3) ** 2, 2 ** -s)", "400 512 64 0.25", nil},
		{"const a = [1, 2]; log(Math.max(...a, ...([3])), [...a, ...'xy'].join(''))", "3 12xy", []string{"1,2", "3", "1,2", "xy"}},
		{"const f = (n: any) => n << (n << (n)); log(f(1), ((f)(2)))", "4 512", nil},
		{"const o = { a: 1, ...{ b: 2 } }, g = (...r: any[]) => r.length; log(o.b, g(...[1, 2]))", "2 2", []string{"[object Object]", "1,2"}},
		{"const k = 3n; let y = 2n; y *= k; log(y * k, 7n / k, 7n % (k), 9n >> k, 2 * 3, 7 % 4)", "18 2 1 1 6 3", []string{"3", "3", "3", "3", "3"}},
		{"const n = 3, f = (a: number, b: number) => a * (a / b) >> n % b; log(f(8, 2), 7 * -n)", "16 -21", nil},
		{"const n = 3, b = 5n, j = (x: number, k: number) => (x >>> 1) * k % n << n; log(j(7, 2), 2 ** n, (n & 1) << n, -1 * n, (n > 2 ? 1 : 2) * n, '7' % n)", "0 8 8 -3 3 1", nil},
		{"const b = 5n, no = (f: () => any) => { try { return f() } catch (e) { return (e as Error).name } }; log(no(() => 2 ** b), no(() => '2' * b), no(() => (1 + b) << b), no(() => (b >>> 1n) * b), no(() => +b % b), no(() => -b * b), no(() => (b & 7n) * b), no(() => `${b}` % b))", "TypeError TypeError TypeError TypeError TypeError -25 25 TypeError", []string{"5", "5"}},
		{"const d = [1n, 2n].map((v) => v << v); log(d.join())", "2,8", []string{"1", "2"}},
	} {
		t.Run(test.text, func(t *testing.T) {
			r := newRealmStub(10)
			var seen []string
			require.NoError(t, r.vm.Set(HookBound, func(call goja.FunctionCall) goja.Value {
				seen = append(seen, call.Argument(0).String())
				return call.Argument(0)
			}))
			require.Equal(t, []string{test.want}, r.run(prepare(t, test.text).Program))
			require.Equal(t, test.seen, seen)
		})
	}
}
