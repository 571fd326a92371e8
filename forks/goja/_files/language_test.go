package goja

import "testing"

// TestArgumentsOfArrowFunctions: an arrow function has the arguments of the function around it.
func TestArgumentsOfArrowFunctions(t *testing.T) {
	for program, want := range map[string]string{
		"function f() { return (() => arguments.length)() } f(1, 2, 3)":                                                                           "3",
		"function f() { return [1].map(() => arguments[1]) } f(1, 2).join()":                                                                      "2",
		"function f(a, ...r) { return [1].map(() => arguments[1] + r[0]) } f(1, 2).join()":                                                        "4",
		"function f(a, b = 2) { return (() => arguments.length + b)() } f(1)":                                                                     "3",
		"function f(a, b = () => arguments.length) { return b() } f(1)":                                                                           "1",
		"function f(a) { const g = () => () => arguments[0] + a; return g()() } f(2)":                                                             "4",
		"function f() { let z = 1; return (() => { const w = () => z + arguments.length; return w() })() } f(1, 2, 3)":                            "4",
		"function f(x) { (() => { arguments[0] = 9 })(); return x } f(1)":                                                                         "9",
		"function f(x) { 'use strict'; (() => { arguments[0] = 9 })(); return x } f(1)":                                                           "1",
		"function f(arguments) { return (() => arguments)() } f(5)":                                                                               "5",
		"function f() { var arguments = 7; return (() => arguments)() } f(1)":                                                                     "7",
		"function f() { function arguments() {} return (() => typeof arguments)() } f(1)":                                                         "function",
		"function f() { return eval('(() => arguments.length)()') } f(1, 2)":                                                                      "2",
		"function* f() { yield* (() => arguments)() } [...f(1, 2)].join()":                                                                        "1,2",
		"const o = { m() { return (() => arguments.length)() }, get x() { return (() => arguments.length)() } }; o.m(1) + o.x":                    "1",
		"class A { constructor(...r) { this.r = r } } class B extends A { constructor() { (() => super(...arguments))() } } new B(1, 2).r.join()": "1,2",
	} {
		evaluate(t, program, want)
	}
}

// TestDefaultsInPatterns: patterns with a default have elements with defaults.
func TestDefaultsInPatterns(t *testing.T) {
	for program, want := range map[string]string{
		"const f = (p, [q, r = q] = []) => [p, q, r]; f(1, [2]).join()":                     "1,2,2",
		"const f = ({ q: [a, b = 1] = [], x = 1 } = {}) => [a, b, x]; f({ q: [2] }).join()": "2,1,1",
		"const f = (p, [q, [r = 2]] = [1, []]) => q * 10 + r; f(1) + f(0, [3, [4]])":        "46",
		"const f = (p, [q = 1, ...[r = 2]] = []) => q + r; f(1) + f(0, [3, 4])":             "10",
		"const f = async (p, [q = 1] = []) => q; typeof f":                                  "function",
		"let x, y; ({ x, r: [y = 8] = [] } = { x: 3 }); x + y":                              "11",
		"const f = (p, [q = () => { throw 1 }, r = q()] = it) => r, it = { [Symbol.iterator]() { return this }, n: 0, c: 0, next() { return { value: undefined, done: this.n++ > 5 } }, return() { this.c++; return {} } }; try { f() } catch (e) { }; it.n + ',' + it.c": "2,1",
	} {
		evaluate(t, program, want)
	}
	if _, err := New().RunString("(p, [q.x = 1] = []) => q"); err == nil {
		t.Error("a parameter that is no name is taken")
	}
}

// TestSuperInFields: the initializers of fields have the super of the class's methods.
func TestSuperInFields(t *testing.T) {
	const base = "class B { get x() { return 'b' } m(v) { return this.n + v } static m() { return this.name } } "
	for program, want := range map[string]string{
		"class A extends B { n = 1; y = super.x; z = super.m(3); w = () => super.x; ['q'] = super.x } const a = new A; [a.y, a.z, a.w(), a.q].join()":             "b,4,b,b",
		"class A extends B { static s = super.m(); static t = () => super.m(); static { this.u = super.m() } } [A.s, A.t(), A.u].join()":                          "A,A,A",
		"class A { h = super.toString === Object.prototype.toString; #p = super.x; f() { return [this.h, this.#p] } } new A().f().join()":                         "true,",
		"class A extends B { o = { m() { return super.toString === Object.prototype.toString } }; v = [1].map(() => super.x)[0] } const a = new A; a.v + a.o.m()": "btrue",
	} {
		evaluate(t, base+program, want)
	}
	for _, program := range []string{"class A { x = super() }", "class A { static x = super() }", "class A extends Object { x = super() }", "class A { [super.x] = 1 }", "class A { x = arguments }", "class A { x = () => arguments }"} {
		if _, err := New().RunString(program); err == nil {
			t.Errorf("%s is taken", program)
		}
	}
}

// TestNamesOfComputedKeys: a computed key names functions and classes that have no name.
func TestNamesOfComputedKeys(t *testing.T) {
	for program, want := range map[string]string{
		"const s = Symbol('d'), e = Symbol(), o = { ['h' + 1]: () => 1, [s]: function () {}, [e]: () => 1, [1 + 1]: class {}, ['a']: (0, () => 1), ['b']: (() => 1), ['c']: function x() {} }; [o.h1, o[s], o[e], o[2], o.a, o.b, o.c].map((f) => f.name).join()": "h1,[d],,2,,b,x",
		"const o = { ['__proto__']: 5, ['a']: class { static name = 'q' }, ['b']: class { static name() {} }, ['c']: class { static get name() { return 'g' } } }; [Object.keys(o), o.a.name, typeof o.b.name, o.c.name].join()":                                  "__proto__,a,b,c,q,function,g",
		"const s = Symbol('d'); class A { [s] = () => 1; static ['y' + 1] = class {}; static [s] = function () {}; ['q'] = class { static name = '' }; ['r'] = 7 } const a = new A; [a[s].name, A.y1.name, A[s].name, a.q.name, a.r].join()":                      "[d],y1,[d],,7",
		"const s = Symbol('d'), o = { get [s]() { return 1 }, set ['x'](v) {}, async ['m' + 1]() {}, *[Symbol.iterator]() {} }, d = Object.getOwnPropertyDescriptor; [d(o, s).get.name, d(o, 'x').set.name, o.m1.name, o[Symbol.iterator].name].join()":           "get [d],set x,m1,[Symbol.iterator]",
	} {
		evaluate(t, program, want)
	}
}

// TestNumbersInJSON: any number is read as in a program.
func TestNumbersInJSON(t *testing.T) {
	evaluate(t, "JSON.parse('[1E400, -1e400, 1e-400, 12, 1.5, -3e2]').join()", "Infinity,-Infinity,0,12,1.5,-300")
	evaluate(t, "[1 / JSON.parse('-0'), 1 / JSON.parse('-1e-400'), JSON.parse('9007199254740993') === 9007199254740992].join()", "-Infinity,-Infinity,true")
	for _, text := range []string{"01", "1.", ".5", "+1", "1e", "0x1", "NaN", "-", "1e400 1"} {
		if _, err := New().RunString("JSON.parse('" + text + "')"); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

// TestOrderOfAMatch: the properties of a match have their order.
func TestOrderOfAMatch(t *testing.T) {
	evaluate(t, "[Reflect.ownKeys(/(?<y>b)(c)/.exec('abc')), Object.keys('abc'.match(/b/)), Object.keys([...'abc'.matchAll(/b/g)][0])].join(';')",
		"0,1,2,length,index,input,groups;0,index,input,groups;0,index,input,groups")
}

// TestYearsOfSixDigits: years that four digits do not tell.
func TestYearsOfSixDigits(t *testing.T) {
	evaluate(t, "[-62198758800000, 253402300800000, 8.64e15, -8.64e15, 0, -62167219200000].map((x) => new Date(x).toISOString()).join()",
		"-000002-12-31T23:00:00.000Z,+010000-01-01T00:00:00.000Z,+275760-09-13T00:00:00.000Z,-271821-04-20T00:00:00.000Z,1970-01-01T00:00:00.000Z,0000-01-01T00:00:00.000Z")
}

// TestOneConversion: an argument is converted once, in errors, too.
func TestOneConversion(t *testing.T) {
	for _, call := range []string{"[1].with(o, 2)", "new DataView(new ArrayBuffer(1)).getInt8(o)", "new ArrayBuffer(o)", "'a'.repeat(o)", "(1).toFixed(o)", "BigInt.asIntN(o, 1n)", "new Uint8Array(1).with(o, 1)"} {
		evaluate(t, "var n = 0, o = { valueOf() { n++; return -5 } }; try { "+call+" } catch (e) { if (!(e instanceof RangeError)) n += 10 } n", "1")
	}
	evaluate(t, "var n = 0, o = { toString() { n++; return 'x' } }; [-o, n, +o, n, ~o, n, o * 1, n].join()", "NaN,1,NaN,2,-1,3,NaN,4")
}

// TestBigIntOfObjects: what an object stands for is read as a BigInt.
func TestBigIntOfObjects(t *testing.T) {
	evaluate(t, "[{}, [1.5], ['x'], { valueOf: () => 1.5 }, new Date(NaN), { valueOf: () => null, toString: null }].map((o) => { try { return BigInt(o) } catch (e) { return e.name } }).join()",
		"SyntaxError,SyntaxError,SyntaxError,RangeError,RangeError,TypeError")
	evaluate(t, "[BigInt(['0x10']), BigInt([]), BigInt(Object(5n)), BigInt({ valueOf: () => true }), BigInt(['9007199254740993'])].join()", "16,0,5,1,9007199254740993")
}

// TestSourceOfRegularExpressions: slashes stay in classes.
func TestSourceOfRegularExpressions(t *testing.T) {
	evaluate(t, `[RegExp('[/]\n').source, RegExp('a/b\\/').source, /[/]\//.source, RegExp('').source, RegExp('[\\]/]/').source, String(RegExp('\u2028/'))].join()`,
		`[/]\n,a\/b\/,[/]\/,(?:),[\]/]\/,/\u2028\//`)
}

// TestHalvesOfCharacters: white space is cut off texts that are no UTF-16.
func TestHalvesOfCharacters(t *testing.T) {
	evaluate(t, `['\ud83d '.trim() === '\ud83d', ' \ude00'.trimStart() === '\ude00', '\ud83d\ufeff'.trimEnd().length, ' \u2003 '.trim() === '', '\u180e'.trim().length, ' a b '.trim()].join()`, "true,true,1,true,1,a b")
	evaluate(t, `['a\ud83d\u00e4'.toUpperCase() === 'A\ud83d\u00c4', '\ude00\ud83dA\u0130'.toLowerCase() === '\ude00\ud83dai\u0307', '\u{10400}\ud801'.toLowerCase() === '\u{10428}\ud801', 'x\ud83d'.toLocaleUpperCase().charCodeAt(1)].join()`, "true,true,true,55357")
}

// TestPropertiesOfPrimitives: a property of a primitive value is read with the value as receiver, and cannot be set.
func TestPropertiesOfPrimitives(t *testing.T) {
	const define = "'use strict'; Object.defineProperty(String.prototype, 'kind', { get() { return typeof this }, set(v) { seen = typeof this } }); let seen = ''; const of = (f) => { try { return f() } catch (e) { return e.name } }; "
	for program, want := range map[string]string{
		"of(() => ''['x'] ||= 1)":                              "TypeError",
		"of(() => ''.x ||= 1)":                                 "TypeError",
		"of(() => (5)[0] ??= 1)":                               "TypeError",
		"of(() => 'a'[0] &&= 1)":                               "TypeError",
		"of(() => (5n).x ||= 1)":                               "TypeError",
		"of(() => 'a'[0] ||= 1)":                               "a",
		"of(() => 'a'.kind ||= 1)":                             "string",
		"of(() => 'a'['kind'] &&= 1); seen":                    "string",
		"of(() => { const o = {}; o.x ||= 2; return o.x })":    "2",
		"of(() => { const o = {}; o['x'] ??= 2; return o.x })": "2",
		"of(() => null.x ||= 1)":                               "TypeError",
		"[(5n).name, (5n).length, Reflect.ownKeys(BigInt.prototype).length].join()": ",,5",
	} {
		evaluate(t, define+program, want)
	}
}

// TestTimesBefore1970: the milliseconds of a time before 1970 count from the second before it.
func TestTimesBefore1970(t *testing.T) {
	for program, want := range map[string]string{
		"const d = new Date(-1); [d.setUTCMilliseconds(0), d.setUTCMilliseconds(5), d.setUTCMilliseconds(-1), d.setMilliseconds(1000)].join()": "-1000,-995,-1001,-1000",
		"new Date(-62135596800001).setUTCMilliseconds(7)": "-62135596800993",
	} {
		evaluate(t, program, want)
	}
}

// TestOneFormOfNaN: a NaN has the same bytes, however it came about.
func TestOneFormOfNaN(t *testing.T) {
	for _, nan := range []string{"NaN", "0 / 0", "-(0 / 0)", "Infinity - Infinity", "Math.sqrt(-1)", "0 * Infinity", "+'x'", "-NaN", "undefined"} {
		evaluate(t, "const z = 0; const a = new Float64Array(["+nan+"]), b = new Float64Array(1), c = new Float64Array(1).fill("+nan+"), d = new DataView(new ArrayBuffer(8)); b[0] = "+nan+"; d.setFloat64(0, "+nan+"); [a, b, c, d].map((x) => [...new Uint8Array(x.buffer)].map((y) => y.toString(16)).join('')).join()",
			"000000f87f,000000f87f,000000f87f,7ff8000000")
		evaluate(t, "const a = new Float32Array(["+nan+"]), b = new Float32Array(1).fill("+nan+"), d = new DataView(new ArrayBuffer(4)); d.setFloat32(0, "+nan+"); [a, b, d].map((x) => [...new Uint8Array(x.buffer)].join('.')).join()",
			"0.0.192.127,0.0.192.127,127.192.0.0")
	}
}

// TestSearchBehindTheEnd: the search for an empty text comes to an end in texts of all characters.
func TestSearchBehindTheEnd(t *testing.T) {
	for program, want := range map[string]string{
		"'\u00e4b'.replaceAll('', '-')":          "-\u00e4-b-",
		"'ab'.replaceAll('', '-')":               "-a-b-",
		"'\u00e4'.replaceAll('', (m, at) => at)": "0\u00e41",
		"['\u00e4b'.indexOf('', 9), '\u00e4b'.indexOf('b', 9), '\u00e4b'.indexOf('', 1), '\u00e4b'.includes('', 9)].join()": "2,-1,1,true",
		"'\u00e4b\u00e4'.replaceAll('\u00e4', 'x')": "xbx",
		"'\u00e4b'.split('').length":                "2",
	} {
		evaluate(t, program, want)
	}
}

// TestElementsThatAreNone: an assignment to an element that an array of numbers does not have converts the value.
func TestElementsThatAreNone(t *testing.T) {
	for _, key := range []string{"7", "1.5", "-1", "'-0'", "-Infinity", "NaN", "1e30"} {
		evaluate(t, "const t = new Uint16Array(2), b = new BigInt64Array(1); [() => t["+key+"] = 12n, () => b["+key+"] = 1, () => t["+key+"] = 1, () => b["+key+"] = '1', () => b["+key+"] = 'x'].map((f) => { try { f(); return '' } catch (e) { return e.name } }).join() + Object.keys(t)", "TypeError,TypeError,,,SyntaxError0,1")
	}
	evaluate(t, "const t = new Uint16Array(2); t['01'] = 12n; t['01']", "12")
}
