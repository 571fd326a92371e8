package goja

import "testing"

// TestEqualElements: indexOf, lastIndexOf and includes compare values.
func TestEqualElements(t *testing.T) {
	for program, want := range map[string]string{
		"const a = new BigInt64Array(2); [a.indexOf(1n << 64n), a.lastIndexOf(-(1n << 64n)), a.includes(1n << 64n), a.indexOf(0n), a.includes(0)].join()":                                  "-1,-1,false,0,false",
		"const a = new Float32Array([1, -0, NaN]); [a.indexOf(0), a.lastIndexOf(-0), a.includes(0), a.includes(NaN), a.indexOf(NaN), a.indexOf(1), a.indexOf(1.1), a.indexOf('1')].join()": "1,1,true,true,-1,0,-1,-1",
		"const a = new Uint8Array([1, 255]); [a.indexOf(255), a.indexOf(-1), a.indexOf(257), a.includes(1), a.lastIndexOf(1), a.indexOf(1.5)].join()":                                      "1,-1,-1,true,0,-1",
	} {
		evaluate(t, program, want)
	}
}

// TestHolesOfCopies: with, toSpliced and their kin give arrays without holes.
func TestHolesOfCopies(t *testing.T) {
	for _, call := range []string{"with(1, 5)", "toSpliced(1, 1, 5)", "toSpliced(1, 1, 5, 6)", "toSpliced(3)", "toSpliced(2, 1)", "toReversed()", "toSorted()"} {
		evaluate(t, "const a = [, 1, , 2], b = a."+call+"; let n = 0; for (let i = 0; i < b.length; i++) if (!Object.hasOwn(b, i)) n++; n + Object.keys(a).join()", "01,3")
	}
}

// TestConcatFromTheStart: concat counts from 0.
func TestConcatFromTheStart(t *testing.T) {
	for program, want := range map[string]string{
		"class A extends Array { 1 = 'x' } const b = new A('', '').concat([1]); [b.length, b.join('-')].join()": "3,-x-1",
		"[1].concat([2, , 3], 4, [[5]]).length":                                                        "6",
		"[].concat().length + [, ].concat([, ]).length":                                                "2",
		"const o = { length: 2, 0: 1, [Symbol.isConcatSpreadable]: true }; [0].concat(o, 7).join('-')": "0-1--7",
	} {
		evaluate(t, program, want)
	}
}

// TestPropertiesThatChangeTheirKind: values become accessors and accessors values.
func TestPropertiesThatChangeTheirKind(t *testing.T) {
	for program, want := range map[string]string{
		"const o = { 1: 1, a: 1 }; for (const k of [1, 'a']) Object.defineProperty(o, k, { get() { return 5 } }); [Reflect.set(o, 1, 2), Reflect.set(o, 'a', 2), o.a].join()":                                                                                                             "false,false,5",
		"const o = { get a() { return 1 } }; Object.defineProperty(o, 'a', { value: 2 }); JSON.stringify(Object.getOwnPropertyDescriptor(o, 'a'))":                                                                                                                                        `{"value":2,"writable":false,"enumerable":true,"configurable":true}`,
		"const o = { get a() { return 1 } }; Object.defineProperty(o, 'a', { writable: true }); JSON.stringify(Object.getOwnPropertyDescriptor(o, 'a'))":                                                                                                                                  `{"writable":true,"enumerable":true,"configurable":true}`,
		"const o = { a: 1 }; Object.defineProperty(o, 'a', { value: 2 }); JSON.stringify(Object.getOwnPropertyDescriptor(o, 'a'))":                                                                                                                                                        `{"value":2,"writable":true,"enumerable":true,"configurable":true}`,
		"const o = Object.freeze(new Proxy({ get b() { return 1 } }, { getOwnPropertyDescriptor: Reflect.getOwnPropertyDescriptor })); const d = Object.getOwnPropertyDescriptor(o, 'b'); [typeof d.get, d.set, d.configurable].join()":                                                   "function,,false",
		"const f = () => 1, g = () => 2, o = Object.defineProperty({}, 'b', { get: f }); const p = new Proxy(o, { getOwnPropertyDescriptor: () => ({ get: g, configurable: false, enumerable: false }) }); try { Object.getOwnPropertyDescriptor(p, 'b'); 'taken' } catch (e) { e.name }": "TypeError",
	} {
		evaluate(t, program, want)
	}
}

// TestMatchesOfNothing: an empty match stands where the one before has ended.
func TestMatchesOfNothing(t *testing.T) {
	for program, want := range map[string]string{
		`'a'.replace(/\w*/g, '-')`:                             "--",
		`'ab'.replace(/a*/g, '[$&]')`:                          "[a][]b[]",
		`'ab c'.match(/\w*/g).join('|')`:                       "ab||c|",
		`'aab'.replace(/(a)*?/g, '-')`:                         "-a-a-b-",
		`'a1b'.replace(/\d|\b/g, '-')`:                         "-a-b-",
		`[...'xy'.matchAll(/x?/g)].length`:                     "3",
		"'a'.match(/b*/gy).length + 'aab'.match(/a/gy).length": "4",

		// letters of more than a byte
		`"\u0130xy".replace(/[^a](?!b)/u, '-') + "\u0130xy".replace(/[^a](?!b)/gu, '-')`: "-xy---",
		`/(?<n>.)/u.exec("\u00e9").groups.n`:                                             "\u00e9",
		`'\u00e4a'.replace(/a*/gu, '-') + 'aa'.replace(/a|$/g, '-')`:                     "-\u00e4-----",
		`'a,b'.split(/,*/).join('|')`:                                                    "a|b",
	} {
		evaluate(t, program, want)
	}
}

// TestLongTextsAsBigInts: long texts are read as bigints, or refused.
func TestLongTextsAsBigInts(t *testing.T) {
	for _, text := range []string{"123456789012345678901x", "123456789012345678901[object Object]", "1_23456789012345678901", "-0x123456789012345678901", "0x12345678901234567890g"} {
		evaluate(t, "try { BigInt('"+text+"') } catch (e) { e.name }", "SyntaxError")
	}
	evaluate(t, "[BigInt('0123456789012345678901'), BigInt('-123456789012345678901'), BigInt('0XFFFFFFFFFFFFFFFFF'), BigInt(' 99999999999999999999 ')].join()", "123456789012345678901,-123456789012345678901,295147905179352825855,99999999999999999999")
}

// TestNoCodeForMessages: the message of an error runs no code of the program.
func TestNoCodeForMessages(t *testing.T) {
	for _, call := range []string{"o()", "o.x()", "[].map(o)", "[1].forEach(o)", "[...o]", "new Map(o)", "o``", "Reflect.apply(o)"} {
		evaluate(t, "let n = 0; const o = { toString() { n++; return '' } }; try { "+call+" } catch (e) { if (!(e instanceof TypeError)) n += 10 } n", "0")
	}
}

// TestOrderOfTheStack: elements of an error come before its stack.
func TestOrderOfTheStack(t *testing.T) {
	for program, want := range map[string]string{
		"const e = new Error('x'); e.z = 1; e[1] = 2; e[0] = 3; e[-1] = 4; Reflect.ownKeys(e).join()": "0,1,stack,message,z,-1",
		"const e = new Error('x'); e.stack; e[1] = 2; Reflect.ownKeys(e).join()":                      "1,stack,message",
		"const e = new Error('x'); delete e.stack; e[1] = 2; Reflect.ownKeys(e).join()":               "1,message",
		"class A extends Error { 1 = 2 } Reflect.ownKeys(new A()).join()":                             "1,stack",
	} {
		evaluate(t, program, want)
	}
}

// TestFillingTypedArrays: fill writes what an assignment writes.
func TestFillingTypedArrays(t *testing.T) {
	for program, want := range map[string]string{
		"const a = new BigInt64Array(2).fill(123456789012345678901234567890n); a[1] = 123456789012345678901234567890n; a.join()":     "-4362896299872285998,-4362896299872285998",
		"new BigUint64Array(1).fill(-1n)[0] + new BigInt64Array(1).fill(-5n)[0]":                                                     "18446744073709551610",
		"let l = ''; const told = (n) => ({ valueOf() { l += n; return 0 } }); new Uint8Array(2).fill(told(1), told(2), told(3)); l": "123",
	} {
		evaluate(t, program, want)
	}
}
