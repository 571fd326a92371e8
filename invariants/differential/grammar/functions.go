package grammar

// parameters writes a list of parameters with defaults, patterns and a rest, and declares their names.
func (g *generator) parameters() *Node {
	n := g.IntN(4)
	var parts []*Node
	for range n {
		name := g.fresh("q")
		switch g.IntN(6) {
		case 0:
			parts = append(parts, g.plain("%s = %s", name, g.anything(1)))
		case 1:
			parts = append(parts, g.plain("{ a: %s = 1, ...%sr } = {}", name, name))
		case 2:
			parts = append(parts, g.plain("[%s, %sb = %s] = []", name, name, name))
		default:
			parts = append(parts, g.plain("%s", name))
		}
		g.declare(name, number, false)
	}
	if g.one(4) {
		name := g.fresh("r")
		parts = append(parts, g.plain("...%s", name))
		g.declare(name, list, false)
	}
	return g.join(", ", parts)
}

func (g *generator) functionDeclaration(depth int) *Node {
	name := g.fresh("f")
	var parameters, body, result *Node
	g.body(func() *Node {
		parameters = g.parameters()
		body = g.block(depth)
		result = g.anything(2)
		return nil
	})
	format := g.pick("function %s(%s) { $t()\n%sreturn %s\n}", "const %s = (%s) => { $t()\n%sreturn %s\n}", "const %s = function (%s) { $t()\n%sreturn %s\n}")
	n := g.plain("%s\n%s", g.plain(format, name, parameters, body, result), g.stmt("log('%s', %s.length, %s(%s))", name, name, name, g.several(0, 4, ", ", func() *Node { return g.anything(2) })))
	g.functions = append(g.functions[:len(g.functions):len(g.functions)], name)
	return n
}

// closures collects functions in a loop and calls them afterwards.
func (g *generator) closures(depth int) *Node {
	fs, i := g.fresh("fs"), g.fresh("i")
	var change, value *Node
	g.body(func() *Node {
		g.declare(i, number, false)
		change = g.several(0, 1, "", func() *Node { return g.assignment(1) })
		value = g.anything(2)
		return nil
	})
	head := g.pick("for (let %s = 0; %s < 3; %s++)", "for (var %s = 0; %s < 3; %s++)", "for (let %s = 0, $h = () => %s; %s < 3; %s++, log($h()))")
	var loop *Node
	if len(head) > 50 {
		loop = g.plain(head, i, i, i, i)
	} else {
		loop = g.plain(head, i, i, i)
	}
	return g.stmt("{ const %s = []\n%s { $t(); %s.push(() => { $t()\n%sreturn [%s++, %s]\n}) }\nlog(%s.map((f) => f()), %s.map((f) => f())) }", fs, loop, fs, change, i, value, fs, fs)
}

func (g *generator) argumentsObject(depth int) *Node {
	f := g.fresh("f")
	use := g.pick("arguments[0] = 9; log(a, arguments)", "a = 9; log(a, arguments[0], arguments.length)", "log([...arguments], Array.from(arguments))", "log(typeof arguments, Object.prototype.toString.call(arguments))",
		"log((() => arguments.length)(), Array.prototype.slice.call(arguments, 1))", "delete arguments[0]; log(arguments, Object.keys(arguments))", "log(arguments.callee)", "log(Math.max(...arguments), Math.max.apply(null, arguments))",
		"log(this, new.target)", "arguments.length = 1; log(Array.from(arguments))")
	return g.stmt("try { const %s = function (a, b%s) { $t(); %s }\n%s(%s)\n%s.%s } catch (e) { log(e) }", f, g.pick("", " = 2", ", ...c"), use, f,
		g.several(0, 3, ", ", func() *Node { return g.anything(1) }), f, g.pick("call(1, 2, 3)", "apply(null, [4])", "bind({}, 7)(8)", "apply({}, { length: 2, 0: 'x' })", "call()"))
}

func (g *generator) generatorFunction(depth int) *Node {
	name := g.fresh("g")
	body := g.body(func() *Node {
		g.generates = true
		return g.several(1, 3, "", func() *Node {
			switch g.IntN(5) {
			case 0:
				return g.statement(depth)
			case 1:
				return g.stmt("log('got', yield* %s)", g.pick2(g.iterable(), g.list(1)))
			case 2:
				return g.stmt("try { log('got', yield %s)\n%s} %s", g.anything(1), g.block(depth-1), g.pick("finally { log('f') }", "catch (e) { log('c', e); yield 'c' }", "finally { yield 'f' }", "catch (e) { log(e); return 'r' } finally { log('f') }", "finally { return 'r' }"))
			case 3:
				return g.stmt("%s = yield", "var y"+name)
			}
			return g.stmt("log('got', yield %s)", g.anything(1))
		})
	})
	define := g.plain("function* %s(p = log('start')) { $t()\n%sreturn 'end' }\n", name, body)
	if g.one(3) {
		use := g.pick("log([...%s()].slice(0, 9))", "for (const x of %s()) { $t(); log(x); break }", "const [a, b] = %s(); log(a, b)", "log(Array.from(%s(), (x) => x))", "const [a, ...b] = %s(); log(a, b)",
			"l: for (const x of %s()) { $t(); for (;;) { $t(); continue l } }", "try { for (const x of %s()) { $t(); throw x } } catch (e) { log(e) }", "log(new Map([[%s().next(), 1]]).size)", "log((() => { for (const x of %s()) { $t(); return x } })())")
		return g.plain("%s%s", define, g.stmt("{ "+use+" }", name))
	}
	steps := g.several(2, 5, "", func() *Node {
		return g.stmt("try { log(i.%s) } catch (e) { log('thrown', e) }", g.pick2(g.plain("next(%s)", g.anything(1)), g.plain("%s", g.pick("return(7)", "throw(new Error('m:t'))", "next()", "next()", "throw(5)", "return()"))))
	})
	return g.plain("%s%s", define, g.stmt("{ const i = %s()\n%s}", name, steps))
}

// iterator uses something iterable in a place that may close it early.
func (g *generator) iterator(depth int) *Node {
	i := g.iterable
	switch g.IntN(12) {
	case 0:
		return g.stmt("{ const [a, b = %s] = %s\nlog(a, b) }", g.anything(1), i())
	case 1:
		return g.stmt("{ const [a, ...b] = %s\nlog(a, b) }", i())
	case 2:
		return g.stmt("{ const [] = %s }", i())
	case 3:
		return g.stmt("log([...%s, ...%s])", i(), i())
	case 4:
		return g.stmt("log(Math.max(...%s))", i())
	case 5:
		return g.stmt("log(new %s(%s))", g.pick("Set", "Map", "WeakSet", "Uint8Array", "Float64Array"), i())
	case 6:
		return g.stmt("log(Array.from(%s, (x) => { $t(); if (x === %s) throw new Error('m:x'); return x }))", i(), g.IntN(4))
	case 7:
		return g.stmt("{ let o = {}\n[o.a, o[%s], [o.c] = %s] = %s\nlog(o) }", g.key(), i(), i())
	case 8:
		return g.stmt("{ let a\n[a = (() => { throw new RangeError('m:d') })()] = %s }", g.expr("$i(log, 1, 'undefined')"))
	case 9:
		return g.stmt("for (const [a] of [%s, %s]) { $t(); log(a) }", i(), g.anything(1))
	case 10:
		return g.stmt("log(Object.fromEntries(%s))", i())
	}
	body := g.scoped(func() *Node {
		g.loop, g.breakable = true, true
		return g.plain("%s%s", g.block(depth), g.jump(depth))
	})
	return g.stmt("for (const x of %s) { $t(); log(x)\n%s}", i(), body)
}

// target writes a pattern for a declaration and declares its names.
func (g *generator) target(depth int, names *[]string) *Node {
	if depth <= 0 || g.one(3) {
		name := g.fresh("d")
		*names = append(*names, name)
		return g.plain("%s", name)
	}
	inner := func() *Node {
		t := g.target(depth-1, names)
		if g.one(3) {
			return g.plain("%s = %s", t, g.anything(1))
		}
		return t
	}
	if g.one(2) {
		parts := []*Node{}
		for range g.IntN(4) {
			if g.one(6) {
				parts = append(parts, g.plain(""))
				continue
			}
			parts = append(parts, inner())
		}
		if g.one(3) {
			parts = append(parts, g.plain("...%s", g.target(depth-1, names)))
		}
		return g.plain("[%s]", g.join(", ", parts))
	}
	parts := []*Node{}
	for range g.IntN(4) {
		if g.one(4) {
			name := g.fresh("d")
			*names = append(*names, name)
			parts = append(parts, g.plain("%s%s", name, g.pick("", " = 4")))
			continue
		}
		parts = append(parts, g.plain("%s: %s", g.pick("a", "b", "0", "'c'", "length", "['a' + '']", "[Symbol.iterator]", "1.5"), inner()))
	}
	if g.one(3) {
		name := g.fresh("d")
		*names = append(*names, name)
		parts = append(parts, g.plain("...%s", name))
	}
	return g.plain("{ %s }", g.join(", ", parts))
}

func (g *generator) destructuring(depth int) *Node {
	var names []string
	pattern := g.target(3, &names)
	var shown []*Node
	for _, n := range names {
		shown = append(shown, g.plain("%s", n))
	}
	all := g.join(", ", shown)
	value := g.pick2(g.anything(3), g.pick2(g.object(3), g.list(3)))
	switch g.IntN(5) {
	case 0:
		return g.stmt("try { const %s = %s\nlog(%s) } catch (e) { log(e) }", pattern, value, all)
	case 1:
		if len(names) == 0 {
			break
		}
		return g.stmt("{ let %s\ntry { log((%s = %s)) } catch (e) { log(e) }\nlog(%s) }", all, pattern, value, all)
	case 2:
		return g.stmt("try { ((%s) => log(%s))(%s) } catch (e) { log(e) }", pattern, all, value)
	case 3:
		return g.stmt("try { for (const %s of [%s, %s]) { $t(); log(%s) } } catch (e) { log(e) }", pattern, value, g.anything(2), all)
	case 4:
		return g.stmt("try { throw %s } catch (%s) { log(%s) }", value, pattern, all)
	}
	return g.stmt("try { const { a, ...r } = %s; log(a, r) } catch (e) { log(e) }", value)
}

func (g *generator) class(depth int) *Node {
	base := ""
	if g.one(2) {
		base = " extends " + g.pick("Array", "Error", "Map", "Object", "$B", "$B", "$B", "(class { constructor() { log(new.target.name) } })", "null", "Set", "Uint8Array")
	}
	value := func() *Node { return g.body(func() *Node { return g.anything(2) }) }
	members := g.several(1, 6, "", func() *Node {
		switch g.IntN(17) {
		case 0:
			return g.member("%s = %s", g.pick("a", "b", "'c d'", "['e' + 1]", "1"), value())
		case 1:
			return g.member("static %s = %s", g.pick("s", "t", "['u']"), value())
		case 2:
			return g.member("get %s() { $t(); log('get'); return %s }", g.pick("x", "y", "['z']"), value())
		case 3:
			return g.member("set %s(v) { $t(); log('set', v) }", g.pick("x", "y", "w"))
		case 4:
			return g.member("static { log('static', this.name); %s }", g.pick("this.k = 1", "", "this.s ??= 2"))
		case 5:
			return g.member("%s(p = 1) { $t(); return %s }", g.pick("m", "n", "toString", "[Symbol.toPrimitive]", "valueOf", "['q']"), value())
		case 6:
			return g.member("static %s(p) { $t(); return %s }", g.pick("m", "of", "from"), value())
		case 7:
			return g.member("f = () => [typeof this, %s]", value())
		case 8:
			return g.member("*[Symbol.iterator]() { $t(); yield 1; yield %s }", value())
		case 9:
			return g.member("get [Symbol.toStringTag]() { return %s }", g.pick("'T'", "5", "'x y'"))
		case 10:
			return g.member("async am() { $t(); return %s }", value())
		case 11:
			return g.member("h = super.toString === Object.prototype.toString")
		case 12:
			return g.member("static [Symbol.hasInstance](v) { $t(); return %s }", g.pick("true", "false", "0", "'x'"))
		case 13:
			return g.member("sm() { return super.m?.() }")
		case 14:
			return g.member("static get [Symbol.species]() { return %s }", g.pick("Array", "undefined", "Map", "null"))
		}
		return g.member("%s = %s", g.fresh("p"), value())
	})
	private := g.pick("", "", "#p = 1\nhas(o) { return #p in o }\nbump() { return this.#p++ + this.#p }\nof(o) { return o.#p }\n", "#m(x) { return [x, this.#v] }\nget #v() { return 7 }\nset #w(v) { log('w', v) }\ngo() { this.#w = 5; return this.#m(3) }\nbad() { this.#v = 1 }\nbad2() { return this.#w }\n",
		"static #c = 0\nstatic next() { return ++this.#c }\nstatic #h() { return 'h' }\nstatic go() { return this.#h() }\n", "#a = 1\nswap(o) { [this.#a, o.#a] = [o.#a, this.#a]; return [this.#a, o.#a] }\nor() { this.#a ??= 3; this.#a &&= 4; this.#a **= 2; return this.#a }\n")
	constructor := ""
	if base != "" && g.one(2) {
		constructor = g.pick("constructor(...r) { log('before'); super(...r); log('after') }\n", "constructor() { super(); return { own: 1 } }\n", "constructor() { super(3); this.z = new.target === undefined }\n", "constructor() { try { this.a } catch (e) { log(e) } super() }\n", "constructor() { const s = () => super(); s(); try { s() } catch (e) { log(e) } }\n", "constructor() {}\n", "constructor() { return 5 }\n")
	} else if base == "" && g.one(3) {
		constructor = g.pick("constructor(a, b = a) { log('made', a, b, new.target?.name); this.c = a }\n", "constructor() { return [1] }\n", "constructor() { return 5 }\n")
	}
	uses := g.several(1, 4, "", func() *Node {
		return g.stmt("try { log(%s) } catch (e) { log(e) }", g.plain(g.pick("o", "o.m?.(1)", "o.x", "o.x = 3", "o instanceof $C", "Object.getOwnPropertyNames($C)", "Object.getOwnPropertyNames($C.prototype)", "`${o}`", "o + 1", "[...o]", "o.has?.(o), o.has?.({}), o.bump?.()",
			"o.go?.()", "o.bad?.()", "o.bad2?.()", "$C.next?.(), $C.next?.()", "$C.go?.()", "o.swap?.(new $C()), o.or?.()", "$C.name, $C.length, typeof $C", "$C()", "o.of?.({})", "new (class extends $C { a = 9; x = 1 })()", "o.f?.()", "JSON.stringify(o)", "Object.keys(o)",
			"o.map?.((x) => x) instanceof $C", "o.sm?.()", "Object.prototype.toString.call(o)", "Reflect.construct($C, [1], Array)", "o.constructor === $C", "$C.call({})", "o.concat?.([1])")))
	})
	create := g.plain("const o = new $C(%s)\n", g.several(0, 2, ", ", func() *Node { return g.anything(1) }))
	return g.stmt("{ class $C%s {\n%s%s%s}\n%s%s}", base, private, constructor, members, create, uses)
}

// typedArray writes to and reads from typed arrays at the edges of their types.
func (g *generator) typedArray(depth int) *Node {
	class := g.pick("Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array")
	value := func() *Node { return g.of(number, 2) }
	if g.one(6) {
		class, value = g.pick("BigInt64Array", "BigUint64Array"), func() *Node { return g.of(bigint, 2) }
	}
	steps := g.several(2, 5, "", func() *Node {
		switch g.IntN(16) {
		case 0:
			return g.stmt("t.set([%s, %s], %s)", value(), value(), g.small())
		case 1:
			return g.stmt("t.fill(%s, %s, %s)", value(), g.small(), g.small())
		case 2:
			return g.stmt("log(t.subarray(%s, %s), t.slice(%s))", g.small(), g.small(), g.small())
		case 3:
			return g.stmt("log(t.%s)", g.pick("sort()", "reverse()", "join()", "toSorted()", "toReversed()", "at(-1)", "byteLength", "BYTES_PER_ELEMENT", "copyWithin(0, 1)", "toString()", "keys().next()", "entries().next()", "buffer.byteLength", "length", "constructor.name"))
		case 4:
			return g.stmt("log(t.map((x) => %s), t.filter((x) => x > 1))", value())
		case 5:
			return g.stmt("log(t.%s(%s), t.includes(%s))", g.pick("indexOf", "lastIndexOf"), value(), value())
		case 6:
			return g.stmt("log(new %s(t))", g.pick("Float64Array", "Uint8Array", "Int16Array", "Uint8ClampedArray"))
		case 7:
			return g.stmt("log(%s in t, Object.keys(t), Reflect.set(t, %s, %s))", g.key(), g.key(), value())
		case 8:
			return g.stmt("log(new Uint8Array(t.buffer).slice(0, 16))")
		case 9:
			return g.stmt("log(t.with(%s, %s))", g.small(), value())
		case 10:
			at, operator, v := g.small(), g.pick("+=", "-=", "*=", "|=", ">>>=", "**="), value()
			n := g.stmt("t[%s] %s %s", at, operator, v)
			if operator == "**=" {
				n = g.alternative(n, g.stmt("{ const $k = %s; t[$k] = $power(t[$k], %s) }", at, v))
			}
			return n
		case 11:
			return g.stmt("log(%s.of(%s, %s), %s.from([%s], (x) => x))", class, value(), value(), class, value())
		}
		return g.stmt("t[%s] = %s", g.pick2(g.small(), g.key()), value())
	})
	make := g.pick2(g.plain("%s", g.pick("4", "0", "new ArrayBuffer(16)", "new ArrayBuffer(16), 8", "new ArrayBuffer(16), 8, 1", "new ArrayBuffer(15)", "{ length: 2, 0: 1 }", "new ArrayBuffer(16), 1")), g.plain("[%s, %s, %s]", value(), value(), value()))
	return g.stmt("{ const t = new %s(%s)\n%slog(t) }", class, make, steps)
}

func (g *generator) dataView(depth int) *Node {
	steps := g.several(2, 4, "", func() *Node {
		at, little := g.pick("0", "1", "2", "5", "8", "15", "-1", "'1'", "1.7", "NaN"), g.pick("", ", true", ", false", ", 1")
		if g.one(5) {
			name := g.pick("BigInt64", "BigUint64")
			return g.stmt("v.set%s(%s, %s%s)\nlog(v.get%s(%s%s))", name, at, g.of(bigint, 2), little, name, at, little)
		}
		name := g.pick("Int8", "Uint8", "Int16", "Uint16", "Int32", "Uint32", "Float32", "Float64")
		return g.stmt("v.set%s(%s, %s%s)\nlog(v.get%s(%s%s))", name, at, g.of(number, 2), little, g.pick(name, name, "Uint16", "Float32"), at, little)
	})
	return g.stmt("{ const v = new DataView(new ArrayBuffer(16)%s)\ntry {\n%s} catch (e) { log(e) }\nlog(new Uint8Array(v.buffer), v.byteLength, v.byteOffset) }", g.pick("", ", 2", ", 2, 10", ", 16"), steps)
}

func (g *generator) collection(depth int) *Node {
	class := g.pick("Map", "Set")
	steps := g.several(3, 6, "", func() *Node {
		switch g.IntN(7) {
		case 0:
			return g.stmt("log(m.delete(%s))", g.anything(1))
		case 1:
			return g.stmt("log(m.has(%s), m.size)", g.anything(1))
		case 2:
			return g.stmt("{ let n = 0\nfor (const x of m) { $t(); log(x); if (n++ < 3) { m.delete(x); %s } else { break } } }", g.pick("m.clear()", "", "m.add?.(n + 'k')", "m.set?.('k', n)"))
		case 3:
			return g.stmt("m.forEach((v, k, c) => { $t(); log(v, k, c === m) })")
		case 4:
			return g.stmt("log([...m.%s()])", g.pick("keys", "values", "entries"))
		}
		if class == "Map" {
			return g.stmt("m.set(%s, %s)", g.anything(1), g.anything(1))
		}
		return g.stmt("m.add(%s)", g.anything(1))
	})
	return g.stmt("{ const m = new %s()\n%slog(m) }", class, steps)
}

func (g *generator) template(depth int) *Node {
	tag := g.fresh("t")
	call := g.plain("%s`%s${%s}%s${%s}`", tag, g.pick("", "a", "\\n", "\\u{41}"), g.anything(2), g.pick("-", "\\x41", "\\`"), g.anything(1))
	return g.plain("const %s = (s, ...v) => { $t(); log(s, s.raw, v, Object.isFrozen(s)); return s }\n%s", tag, g.pick2(
		g.stmt("log(%s)", call),
		g.stmt("{ const f = () => %s\nlog(f() === f()) }", call)))
}

// using disposes of resources at the end of a block. The reference spells it out, as its version of the language has no using.
func (g *generator) using(depth int) *Node {
	body := g.scoped(func() *Node { return g.ends(depth) })
	mode := func() string { return g.pick("", "", "", "throws", "null", "none", "undefined") }
	if g.one(2) {
		a, b, m, n := g.fresh("u"), g.fresh("u"), mode(), mode()
		return g.alternative(
			g.stmt("{ using %s = $d(log, '%s', '%s'), %s = $d(log, '%s', '%s');\n%s}", a, a, m, b, b, n, body),
			g.plain("{ const $s = $u.scope()\ntry { const %s = $s.use($d(log, '%s', '%s')), %s = $s.use($d(log, '%s', '%s'));\n%s} catch ($x) { $s.fail($x) } finally { $s.end() } }\n", a, a, m, b, b, n, body))
	}
	a, m := g.fresh("u"), mode()
	return g.alternative(
		g.stmt("{ using %s = $d(log, '%s', '%s');\n%s}", a, a, m, body),
		g.plain("{ const $s = $u.scope()\ntry { const %s = $s.use($d(log, '%s', '%s'));\n%s} catch ($x) { $s.fail($x) } finally { $s.end() } }\n", a, a, m, body))
}

// promises show the order of jobs.
func (g *generator) promises(depth int) *Node {
	f := g.fresh("a")
	switch g.IntN(5) {
	case 0:
		body := g.body(func() *Node {
			g.waits = true
			return g.several(1, 2, "", func() *Node { return g.statement(depth) })
		})
		return g.plain("async function %s(p) { $t(); log('%s')\n%sreturn await %s }\n%s", f, f, body, g.anything(1), g.stmt("%s().then((v) => log('then', v), (e) => log('rejected', e))", f))
	case 1:
		return g.stmt("Promise.%s(%s).then((v) => log('%s', v), (e) => log('no', e))", g.pick("all", "allSettled", "any", "race"), g.pick2(g.list(2), g.plain("[Promise.resolve(1), Promise.reject(new Error('m:r')), %s]", g.anything(1))), f)
	case 2:
		return g.stmt("Promise.resolve(%s).%s.then((v) => log('%s', v)).catch((e) => log('c', e)).finally(() => { log('f') })", g.anything(2), g.pick("then((v) => { throw v })", "then()", "finally(() => { throw new Error('m:f') })", "catch(1)", "then((v) => ({ then(r) { log('thenable'); r(v) } }))"), f)
	case 3:
		return g.stmt("(async () => { $t(); for await (const x of %s) { $t(); log('%s', x)\n%s} })().catch((e) => log('no', e))", g.pick2(g.iterable(), g.plain("[Promise.resolve(1), 2]")), f, g.pick("", "", "break\n", "throw x\n"))
	}
	return g.stmt("new Promise((yes, no) => { $t(); log('in'); %s }).then((v) => log('%s', v), (e) => log('no', e))\nqueueMicrotask(() => log('micro'))", g.pick("yes(1); no(2)", "no(new Error('m:n'))", "throw 5", "yes(Promise.resolve(3))", "yes({ get then() { log('get then'); return undefined } })", "yes(Promise.reject(4))"), f)
}

func (g *generator) symbols(depth int) *Node {
	return g.stmt("log(%s)", g.expr("%s", g.pick(
		"Symbol('a').description", "Symbol('a').toString()", "Symbol.for('k') === Symbol.for('k')", "Symbol.keyFor(Symbol.for('k'))", "Object(Symbol('q')) == 1", "[].concat({ length: 2, 0: 'a', [Symbol.isConcatSpreadable]: true })",
		"[1].concat(Object.assign([2], { [Symbol.isConcatSpreadable]: false }))", "({ [Symbol.toPrimitive](h) { log(h); return h === 'number' ? 5 : 's' } }) * 2", "`${{ [Symbol.toPrimitive](h) { log(h); return h } }}`",
		"({ [Symbol.toPrimitive]() { return {} } }) + 1", "new (class { static [Symbol.hasInstance]() { return true } })() instanceof Object", "Object.getOwnPropertySymbols({ [Symbol('z')]: 1, a: 2 })",
		"'abc'.replace({ [Symbol.replace](s, r) { return [s, r] } }, 'x')", "'abc'.split({ [Symbol.split](s, l) { return [s, l] } })", "'abc'.match({ [Symbol.match]: (s) => [s] })", "'a'.search({ [Symbol.search]: () => 7 })",
		"[...{ *[Symbol.iterator]() { yield* [1, 2] } }]", "Object.prototype.toString.call({ [Symbol.toStringTag]: 'Q' })", "Symbol() < 1", "Symbol.asyncIterator.toString()", "!!Symbol()", "[Symbol('e')].toString()", "Symbol('x') in { a: 1 }",
	)))
}

func (g *generator) regexp(depth int) *Node {
	r := g.pattern(3)
	return g.stmt("{ const r = /%s/%s\nconst s = %s\nr.lastIndex = %s\nlog(r.exec(s), r.lastIndex, r.test(s), r.lastIndex)\nlog(%s) }", r, g.pick("g", "y", "gy", "", "gi", "gu"), g.text(2), g.pick("0", "1", "-1", "'2'", "100"),
		g.pick("r.source", "String(r)", "r.flags", "s.split(r)", "s.split(r, 2)", "s.match(r)", "s.replace(r, '<$&>')", "new RegExp(r, 'i').flags", "r.exec(s)?.groups", "r.exec(s)?.index", "[...s.matchAll(new RegExp(r.source, 'g'))].length", "s.search(r)", "RegExp('[/]\\n').source", "Object.keys(r.exec(s) ?? {})"))
}

func (g *generator) date(depth int) *Node {
	part := func() *Node {
		return g.expr("%s", g.pick("0", "1", "-1", "13", "31", "60", "1000", "NaN", "1.9", "'5'", "undefined", "2024", "99", "-5", "1e9"))
	}
	return g.stmt("{ const d = new Date(%s)\nd.setUTC%s(%s)\nlog(d, d.getUTCDay(), d.getUTCFullYear(), +d, d > 5, typeof (d + 1), JSON.stringify(d), d.getTime())\nlog(%s) }", g.pick2(g.number(1), g.plain("%s", g.pick("0", "86400000", "2020, 1", "2024, 1, 30, 25", "'2024-02-29T23:59:59.999Z'", "'2024-13-01'", "'2024'", "'2024-02'", "99, 0", "-1, 0", "null", "true", "new Date(5)", "'2024-02-29T24:00:00Z'", "'2024-02-29T10:00+02:00'"))),
		g.pick("FullYear", "Month", "Date", "Hours", "Minutes", "Seconds", "Milliseconds"), g.several(0, 3, ", ", part), g.pick("Date.parse('2024-02-30')", "d.toISOString()", "d.toJSON()", "Date.UTC(2024, 0)", "d[Symbol.toPrimitive]('number')", "d.getMonth()", "d.toUTCString()", "d.toString()", "d.toDateString()", "d.getTimezoneOffset()", "Date.length"))
}

func (g *generator) arrayObject(depth int) *Node {
	steps := g.several(2, 5, "", func() *Node {
		return g.stmt("log(%s)", g.expr("%s", g.pick(
			"a.push(1, 2)", "a.unshift(0)", "a.pop()", "a.shift()", "a.length = 2", "a[5] = 1", "a.indexOf(NaN)", "a.includes(NaN)", "a.includes(undefined)", "a.findIndex((x) => x === undefined)", "a.join('-')", "a.toString()", "a.reverse()",
			"a.sort()", "a.forEach((x, i) => log(x, i))", "a.map((x) => x)", "a.filter(() => true)", "a.reduce((p, x) => p + x, '')", "a.reduceRight((p, x) => p + x, '')", "a.flat()", "a.splice(1, 1, 'n', 'm')", "a.lastIndexOf(-0)", "delete a[1]",
			"Object.keys(a)", "a.entries().next()", "a.some((x) => x === undefined)", "a.every((x) => x)", "a.copyWithin(1, 0, 2)", "a.fill(7, 1)", "a.at(-1)", "a.concat([, 1])", "a.toSpliced(0, 1)", "a['-1'] = 1", "a['01'] = 2", "a.x = 3", "1 in a",
			"Object.defineProperty(a, 'length', { writable: false })", "Object.freeze(a)", "a.length", "[...a]", "a.findLast((x) => x)", "JSON.stringify(a)", "a.keys().next()", "Array.prototype.concat.call(1, a)", "Array.prototype.push.call({ length: 2 }, 1)", "a.with(0, 5)",
		)))
	})
	return g.stmt("{ const a = %s\ntry {\n%s} catch (e) { log(e) }\nlog(a) }", g.list(2), steps)
}
