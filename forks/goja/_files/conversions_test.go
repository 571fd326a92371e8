package goja

import (
	"strings"
	"testing"
)

func evaluate(t *testing.T, program, want string) {
	t.Helper()
	v, err := New().RunString(program)
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	if got := v.String(); got != want {
		t.Errorf("%s gives %s instead of %s", program, got, want)
	}
}

// TestLowBits: the lowest 32 bits of numbers that an int64 does not hold.
func TestLowBits(t *testing.T) {
	for program, want := range map[string]string{
		"[1 << 1e21, 1 << 2 ** 63, +'1e21' & 7, '1e21' | 0, ~1e21, ~-1e21, 2 ** 63 + 2 ** 31 + 2048 | 0, 1e21 >>> 0, -1e300 | 0, Infinity | 0, NaN >>> 0].join()": "1,1,0,-559939584,559939583,-559939585,-2147481600,3735027712,0,0,0",
		"[Math.imul(2 ** 63 + 2048, 3), Math.clz32(2 ** 63 + 2048), String.fromCharCode(2 ** 64 + 2 ** 16 * 4096 + 65536 * 65536).charCodeAt(0)].join()":          "6144,20,0",
		"[new Int8Array([2 ** 63 + 2048])[0], new Uint32Array([1e21])[0], new Int16Array([-(2 ** 63) - 2048])[0], new Uint8Array(1).fill(2 ** 63)[0]].join()":     "0,3735027712,-2048,0",
		"var d = new DataView(new ArrayBuffer(8)); d.setUint32(0, 1e21); d.setInt32(4, -1e21); d.getUint32(0) + ',' + d.getInt32(4)":                              "3735027712,559939584",
		"['abc'.split('', 2 ** 32 + 1).length, 'a,b,c'.split(',', 1e19).length, 'abc'.slice('1e21'), 'abc'.slice('-1e21')].join()":                                "1,3,,abc",
		"[isNaN('\\u20035'), Math.abs('\\uFEFF-5'), '\\u2003 7' * 2, 'abc'.at('\\u20031')].join()":                                                                "false,5,14,b",
	} {
		evaluate(t, program, want)
	}
}

// TestNegativeZero: products of integers show the sign of a zero.
func TestNegativeZero(t *testing.T) {
	evaluate(t, "var a = 0, b = -5, o = { v: 0 }; o.v *= -3; [1 / (a * b), 1 / (b * a), 1 / (0 * -1), 1 / o.v, 1 / (a * 5), 1 / (a * a)].join()",
		"-Infinity,-Infinity,-Infinity,-Infinity,Infinity,Infinity")
	evaluate(t, "var f = (a, b) => 1 / (a * b + 0 * b), s = 0; for (var i = -2000; i < 2000; i++) s += 1 / (i * 0) < 0 ? 1 : 0; s", "2000")
}

// TestCatchIsDisarmed: what finally throws goes to the statement around.
func TestCatchIsDisarmed(t *testing.T) {
	evaluate(t, "var t = ''; try { try { t += 1 } catch (e) { t += 'inner' } finally { throw 2 } } catch (e) { t += 'outer' } t", "1outer")
	for program, want := range map[string]string{
		"function* g() { try { try { yield 1 } catch (e) { t += 'in' } finally { throw 2 } } catch (e) { t += 'c' + e } return 4 } var t = '', i = g(); i.next(); var r = i.return(5); [r.value, r.done, i.next().done, t].join()": "4,true,true,c2",
		"function* g() { try { try { yield 1 } finally { throw 2 } } finally { t += 'x' } } var t = '', i = g(); i.next(); try { i.return(5) } catch (e) { t += e } [t, i.next().done].join()":                                     "x2,true",
		"function* g() { try { try { yield 1 } finally { null.x } } catch (e) { t += 'c'; yield 7 } finally { t += 'f' } return 4 } var t = '', i = g(); i.next(); [i.return(5).value, i.next().value, i.next().done, t].join()":   "7,4,true,cf",
		"function* g() { for (;;) { try { yield 1 } catch (e) { } finally { break } } return 8 } var i = g(); i.next(); [i.return(5).value, i.next().done].join()":                                                                 "8,true",
		"function* g() { try { yield 1 } finally { throw 3 } } var i = g(), t = ''; i.next(); try { i.return(1) } catch (e) { t += e } t += i.next().done; try { i.throw(4) } catch (e) { t += e } t":                              "3true4",
	} {
		evaluate(t, program, want)
	}
	// Frames of try are kept in a list that grows: the frame that is left must be the one that is in it.
	var deep strings.Builder
	for range 40 {
		deep.WriteString("try { for (var x of [1]) { for (var y of it) throw 1 } } catch (e) { n++; ")
	}
	deep.WriteString("null.x")
	for range 40 {
		deep.WriteString("}")
	}
	evaluate(t, "var n = 0, it = { [Symbol.iterator]() { return { next() { return { value: 1 } }, return() { return {} } } } };\ntry {"+deep.String()+"} catch (e) { n += 1000 } n", "1040")
}

// TestNoAddressesInMessages: messages hold nothing that the program did not determine.
func TestNoAddressesInMessages(t *testing.T) {
	for _, expression := range []string{
		"Number(Object.create(null))", "String(Object.create(null))", "`${Object.create(null)}`", "+{ valueOf: 1, toString: 2 }", "Object.create(null) + 1",
		"Reflect.set({}, 'a', 1, 5)", "new Proxy(5, {})", "Symbol() + ''", "({}).x.y", "null[Object.create(null)]", "new (class { #a; static m(o) { o.#a } }).constructor.m({})",
		"[].reduce((a) => a)", "new Map([1])", "Object.defineProperty(5, 'a', {})", "Object.setPrototypeOf({}, 5)", "JSON.parse('{a}')", "new WeakMap().set(1, 2)", "BigInt({})",
		"({}) instanceof ({})", "Object.defineProperty({}, 'a', 5)", "new Uint8Array(-1)", "[...{}]", "1n + 1", "Reflect.construct(1)", "new Promise(5)", "super_()",
		"null[{ toString() { throw 1 } }]", "[1].map({ toString() { throw 1 } })", "new Map().forEach(1)", "new Set().forEach(1)", "Map.prototype.get.call([], 1)",
		"(void 0)[Symbol('x')]", "Object.setPrototypeOf({}, Symbol())", "({})()", "(class {})()", "new (() => 1)", "null.a", "[].at.call(null)", "(5)[Symbol.iterator]()",
	} {
		v, err := New().RunString("var m = 'nothing thrown'; try { " + expression + " } catch (e) { m = e.name + ': ' + e.message } m")
		if err != nil {
			t.Fatal(expression, err)
		}
		if m := v.String(); strings.Contains(m, "0x") || strings.Contains(m, "&{") || strings.Contains(m, "%!") || strings.Contains(m, "goja.") {
			t.Errorf("%s throws %q", expression, m)
		}
	}
}

// TestTextsWithABase: numbers in base 16, 8 and 2 of any length.
func TestTextsWithABase(t *testing.T) {
	evaluate(t, "[Number('0x' + 'f'.repeat(16)), +('0X' + 'f'.repeat(30)), '0x20000000000001' * 1, '0x20000000000003' * 1, '0x40000000000002000000001' * 1 > '0x40000000000002' * 2 ** 36, +('0b' + '1'.repeat(64)), '0o' + '7'.repeat(30) - 0, '0x' + 'f'.repeat(300) | 0, +('0x' + '0'.repeat(50) + '7')].join()",
		"18446744073709552000,1.329227995784916e+36,9007199254740992,9007199254740996,true,18446744073709552000,1.2379400392853803e+27,0,7")
	evaluate(t, "['0x-5', '0x+5', '-0x5', '0b2', '0x', '0xg', '0b-1', '0x1.8', '0x1p3', '0o8', '0x1_0'].map(Number).join()", "NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN")
	evaluate(t, "[isNaN('0x1fffffffffffffffff'), Math.max('0b11', ' 0o17 '), '0xFf' | 0].join()", "false,15,255")
}
