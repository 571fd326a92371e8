package sandbox

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// Arithmetic in which the interpreter of the language is wrong by itself. The values are those of ECMAScript.
func TestArithmeticOfTheLanguage(t *testing.T) {
	for _, c := range [][2]string{ // expression, text of its value
		{"Number(2n ** 64n - 1n)", "18446744073709552000"},
		{"Number(-(2n ** 70n))", "-1.1805916207174113e+21"},
		{"Number(9007199254740993n)", "9007199254740992"},
		{"Number(9007199254740995n)", "9007199254740996"},
		{"Number(-9223372036854775809n)", "-9223372036854776000"},
		{"Number(2n ** 2000n)", "Infinity"},
		{"Number(2n ** 64n - 1n) | 0", "0"},
		{"new Number(2n ** 70n).valueOf()", "1.1805916207174113e+21"},
		{"[2n ** 64n, '7', true].map(Number).join()", "18446744073709552000,7,1"},
		{"Number() + Number(null) + Number('0x10')", "16"},
		{"Number(5n) instanceof Number", "false"},
		{"new Number(5) instanceof Number", "true"},
		{"(5).constructor === Number", "true"},
		{"new (class K extends Number { twice() { return this * 2 } })(4).twice()", "8"},
		{"[[-0].includes(0), [5, -0].includes(-0), [0, 1].includes(-0), [-0, 1].includes(0, 1), [NaN].includes(NaN), [, 1].includes(undefined), ['0'].includes(0)].join()", "true,true,true,false,true,true,false"},
		{"[(-0.5).toString(2), (-0.0625).toString(16), (-1.5).toString(2), (-0).toString(2), (-0.5).toString(), (-0.25).toString(10), new Number(-0.5).toString(4)].join()", "-0.1,-0.1,-1.1,0,-0.5,-0.25,-0.2"},
		{"[parseInt('99999999999999999999'), parseInt(12662169864446148608), parseInt('-123456789123456789 x'), Number.parseInt === parseInt, parseInt('7fffffffffffffff', 16), parseInt('9'.repeat(400))].join()", "100000000000000000000,12662169864446149000,-123456789123456780,true,9223372036854776000,Infinity"},
		{"[new Uint32Array(1).fill(2 ** 63 + 2 ** 31)[0], new Float64Array(1).fill(2 ** 63)[0], new Uint8ClampedArray(1).fill(2 ** 64)[0], [0].fill(2 ** 64)[0]].join()", "2147483648,9223372036854776000,255,18446744073709552000"},
		{"(() => { const h = 2 ** 63 + 2 ** 31, u = new Uint32Array(2); u.set([1, h]); const f = new Float64Array([h, 3]); return [u[1], u.map((x, i) => h + i)[1], u.with(0, h)[0], Uint32Array.from([h])[0], Uint32Array.from(f)[0], Int32Array.from([1, 2], (x) => h * x)[0], Float64Array.from([h])[0] === h, Uint32Array.from(new Set([5]))[0], Uint32Array.from('12').length, Uint32Array.from({ length: 2, 0: 7 })[0]] })().join()", "2147483648,2147483648,2147483648,2147483648,2147483648,-2147483648,true,5,2,7"},
		{"(() => { const h = 2 ** 63 + 2 ** 31, l = [1, h], n = 3, f = (v) => new Uint32Array(v); return [new Uint32Array(l)[1], new Int16Array(new Float64Array([h / 2 ** 16]))[0], new Float64Array(l)[1] === h, new Uint8Array(n).length, f('12').length, f(l)[1], f(new ArrayBuffer(8)).length, f(new Set([4]))[0], new Uint16Array(new Uint8Array([1, 2]).buffer, 0)[0], f(undefined).length] })().join()", "2147483648,-32768,true,3,12,2147483648,2,4,513,0"},
		{"[1 / parseInt('-0'), 1 / parseInt(' \\t\\uFEFF-0'), 1 / parseInt('0'), 1 / parseInt('-0x0'), parseInt('-'), 1 / parseInt('-0.9'), 1 / Number.parseInt('-00', 8), 1 / parseInt(-0)].join()", "-Infinity,-Infinity,Infinity,-Infinity,NaN,-Infinity,-Infinity,Infinity"},
		{"[0, 1].map(() => String.fromCharCode(2 ** 64 + 2 ** 15).charCodeAt(0)).join()", "32768,32768"},
		{"(() => { const d = new DataView(new ArrayBuffer(4)); d.setUint32(0, 2 ** 63 + 2 ** 31); const a = d.getUint32(0); d.setInt16(0, -(2 ** 66) - 2 ** 14, true); return [a, d.getInt16(0, true)] })().join()", "2147483648,-16384"},
		{"[[1, 6].reduce((p, q) => p ^ q, 2 ** 63 + 2048), [].reduce((p, q) => p ^ q, 2 ** 63 + 2048) | 0, [3].reduceRight((p, q) => p | q, Number(2n ** 64n + 4096n))].join()", "2055,2048,4099"},
		{"(() => { const h = new Array(3).map((q) => q), g = [1, , 2].map((q) => q * 2); return [h.includes(undefined), new Set(h).size, [...new Set(g)].join('/'), g.length, 1 in g, Object.keys(h).length, g.indexOf(4), [1, undefined].map((q) => q).includes(undefined)] })().join()", "true,1,2//4,3,false,0,2,true"},
		{"(() => { class L extends Array { k() { return 7 } } const l = new L(3); return l.map((q) => 1).k() + l.map((q) => 1).length })()", "10"},
		{"[Math.log10(1e15), Math.floor(Math.log10(1e29)), Math.log10('1e3'), Math.log10(0), Math.log10(-1), Math.log10(1e-5), Math.log10(2 ** 60) < 18.07, Math.log10()].join()", "15,29,3,-Infinity,NaN,-5,true,NaN"},
		{"Number.isInteger(Number(3n)) && Number.MAX_SAFE_INTEGER", "9007199254740991"},
	} {
		expression, want := c[0], c[1]
		compiled, err := Compile(context.Background(), Source{Text: "console.log(String(" + expression + "))", Grants: circuit.AllGrants()}, Limits{})
		require.NoError(t, err)
		require.Equal(t, []string{want}, compiled.Console, "%s %v", expression, compiled.Diagnostics)
		compiled.Close()
	}
}
