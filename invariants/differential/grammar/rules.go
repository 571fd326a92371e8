package grammar

var statements []rule

func init() {
	statements = []rule{
		{10, (*generator).observe},
		{6, (*generator).declaration},
		{6, (*generator).assignment},
		{5, (*generator).condition},
		{7, (*generator).counted},
		{3, (*generator).iteration},
		{9, (*generator).try},
		{4, (*generator).cases},
		{3, (*generator).labelled},
		{4, (*generator).jump},
		{5, (*generator).functionDeclaration},
		{4, (*generator).closures},
		{3, (*generator).argumentsObject},
		{5, (*generator).generatorFunction},
		{5, (*generator).iterator},
		{6, (*generator).destructuring},
		{6, (*generator).class},
		{4, (*generator).proxyStatement},
		{4, (*generator).conversions},
		{3, (*generator).order},
		{3, (*generator).properties},
		{4, (*generator).typedArray},
		{3, (*generator).dataView},
		{3, (*generator).collection},
		{3, (*generator).template},
		{3, (*generator).deadZone},
		{2, (*generator).failure},
		{3, (*generator).using},
		{3, (*generator).promises},
		{2, (*generator).symbols},
		{2, (*generator).regexp},
		{2, (*generator).date},
		{2, (*generator).arrayObject},
		{1, (*generator).functionNames},
	}
}

// statement writes one statement, or a few that belong together.
func (g *generator) statement(depth int) *Node {
	if depth <= 0 || g.budget <= 0 {
		return g.observe(1)
	}
	return g.choose(statements, depth-1)
}

// block writes the statements in braces.
func (g *generator) block(depth int) *Node {
	return g.scoped(func() *Node { return g.several(1, 2, "", func() *Node { return g.statement(depth) }) })
}

func (g *generator) observe(depth int) *Node {
	return g.stmt("log('%s', %s)", g.fresh("v"), g.several(1, 3, ", ", func() *Node { return g.anything(2) }))
}

func (g *generator) declaration(depth int) *Node {
	t := valueType(g.IntN(types))
	name, constant := g.fresh("v"), g.one(3)
	value := g.of(t, 3)
	g.declare(name, t, constant)
	word := "let"
	if constant {
		word = "const"
	} else if g.one(4) {
		word = "var"
	}
	return g.stmt("%s %s = %s", word, name, value)
}

func (g *generator) assignment(depth int) *Node {
	switch g.IntN(5) {
	case 0:
		if v := g.known(bigint, true); v != "" {
			return g.stmt("%s = BigInt.asIntN(128, %s %s %s)", v, v, g.pick("+", "-", "*", "/", "%", "&", "|", "^"), g.of(bigint, 3))
		}
	case 1:
		if v := g.known(text, true); v != "" {
			return g.stmt("%s = (%s + %s).slice(-30)", v, v, g.of(text, 3))
		}
	case 2:
		if v := g.known(list, true); v != "" {
			return g.stmt("%s", g.pick2(g.plain("%s[%s] = %s", v, g.small(), g.anything(2)), g.plain("%s.length = %s", v, g.pick("0", "2", "5", "-1", "1.5", "'3'"))))
		}
	case 3:
		if v := g.known(object, true); v != "" {
			return g.stmt("%s[%s] %s %s", v, g.key(), g.pick("=", "=", "??=", "||=", "+=", "&&="), g.anything(2))
		}
	}
	if v := g.known(number, true); v != "" {
		operator, value := g.pick("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "**="), g.of(number, 3)
		n := g.stmt("%s %s %s", v, operator, value)
		if operator == "**=" {
			n = g.alternative(n, g.stmt("%s = $power(%s, %s)", v, v, value))
		}
		return n
	}
	return g.observe(depth)
}

func (g *generator) condition(depth int) *Node {
	if g.one(2) {
		return g.stmt("if (%s) {\n%s}", g.of(boolean, 2), g.block(depth))
	}
	return g.stmt("if (%s) {\n%s} else {\n%s}", g.of(boolean, 2), g.block(depth), g.block(depth))
}

// looped writes the body of a loop, perhaps with a label before the loop.
func (g *generator) looped(write func() *Node) (before string, body *Node) {
	if g.one(3) {
		before = g.fresh("l") + ": "
	}
	body = g.scoped(func() *Node {
		if before != "" {
			g.labels = append(g.labels[:len(g.labels):len(g.labels)], label{before[:len(before)-2], true})
		}
		g.loop, g.breakable = true, true
		return write()
	})
	return before, body
}

func (g *generator) counted(depth int) *Node {
	x := g.fresh("i")
	before, body := g.looped(func() *Node {
		g.declare(x, number, true)
		return g.block(depth)
	})
	switch g.IntN(4) {
	case 0:
		return g.stmt("{ let %s = 0\n%swhile (%s++ < %s) { $t()\n%s} }", x, before, x, 1+g.IntN(3), body)
	case 1:
		return g.stmt("{ let %s = 0\n%sdo { $t()\n%s} while (++%s < %s) }", x, before, body, x, 1+g.IntN(3))
	case 2:
		return g.stmt("%sfor (let %s = %s; %s > 0; %s -= 1) { $t()\n%s}", before, x, 1+g.IntN(3), x, x, body)
	}
	return g.stmt("%sfor (let %s = 0; %s < %s; %s++) { $t()\n%s}", before, x, x, 1+g.IntN(4), x, body)
}

func (g *generator) iteration(depth int) *Node {
	x := g.fresh("e")
	before, body := g.looped(func() *Node {
		g.declare(x, number, true)
		return g.block(depth)
	})
	if g.one(3) {
		return g.stmt("%sfor (const %s in %s) { $t(); log(%s)\n%s}", before, x, g.pick2(g.object(2), g.anything(2)), x, body)
	}
	if g.one(3) {
		return g.stmt("%sfor (const [%s, %sb = 5] of Object.entries(%s)) { $t(); log(%s, %sb)\n%s}", before, x, x, g.object(2), x, x, body)
	}
	return g.stmt("%sfor (const %s of %s) { $t(); log(%s)\n%s}", before, x, g.pick2(g.list(2), g.iterable()), x, body)
}

// iterable writes an iterator that tells what is asked of it: next, return and throw.
func (g *generator) iterable() *Node {
	return g.expr("$i(log, %s, '%s')", 1+g.IntN(4), g.pick("", "", "", "next", "return", "value", "result", "noreturn"))
}

// ends writes statements of which the last one may leave what is around.
func (g *generator) ends(depth int) *Node {
	statement := g.block(depth)
	if g.one(2) {
		return statement
	}
	return g.plain("%s%s", statement, g.jump(depth))
}

func (g *generator) try(depth int) *Node {
	e := g.fresh("e")
	handler := g.scoped(func() *Node { return g.ends(depth) })
	part := g.scoped(func() *Node { return g.ends(depth) })
	last := g.scoped(func() *Node { return g.ends(depth) })
	switch g.IntN(5) {
	case 0:
		return g.stmt("try {\n%s} catch (%s) { log('c', %s)\n%s}", part, e, e, handler)
	case 1:
		return g.stmt("try {\n%s} finally { log('f')\n%s}", part, last)
	case 2:
		return g.stmt("try {\n%s} catch { log('c')\n%s} finally { log('f')\n%s}", part, handler, last)
	case 3:
		return g.stmt("try {\n%s} catch ({ name: %s = 1, message: { length: %sb } = 'x' }) { log(%s, typeof %sb)\n%s} finally { log('f')\n%s}", part, e, e, e, e, handler, last)
	}
	return g.stmt("try {\n%s} catch (%s) { log('c', %s)\n%s} finally { log('f')\n%s}", part, e, e, handler, last)
}

// jump leaves the statements around, mostly under a condition.
func (g *generator) jump(depth int) *Node {
	options := []string{"throw"}
	if g.loop {
		options = append(options, "continue")
	}
	if g.breakable {
		options = append(options, "break")
	}
	for _, l := range g.labels {
		options = append(options, "break "+l.name)
		if l.loop {
			options = append(options, "continue "+l.name)
		}
	}
	if g.function {
		options = append(options, "return")
	}
	if g.generates {
		options = append(options, "yield", "yield")
	}
	if g.waits {
		options = append(options, "await")
	}
	word := g.pick(options...)
	var what *Node
	switch word {
	case "throw":
		what = g.plain("throw %s", g.pick2(g.anything(1), g.plain("new %s('m:%s')", g.pick("Error", "TypeError", "RangeError", "SyntaxError", "EvalError", "URIError", "ReferenceError"), g.fresh("t"))))
	case "return", "yield", "await":
		what = g.plain("%s %s", word, g.anything(2))
	default:
		what = g.plain("%s", word)
	}
	if g.one(3) {
		return g.stmt("%s", what)
	}
	return g.stmt("if (%s) { %s }", g.of(boolean, 2), what)
}

func (g *generator) cases(depth int) *Node {
	before, saved := "", g.labels
	if g.one(4) {
		before = g.fresh("l") + ": "
	}
	body := g.scoped(func() *Node {
		if before != "" {
			g.labels = append(g.labels[:len(g.labels):len(g.labels)], label{before[:len(before)-2], false})
		}
		g.breakable = true
		preset := g.IntN(5)
		var parts []*Node
		for i := range 2 + g.IntN(3) {
			if i == preset {
				parts = append(parts, g.plain("default: {\n%s}\n", g.block(depth)))
			}
			end := g.pick("", "", "break\n")
			parts = append(parts, g.plain("case %s: {\n%s%s}\n", g.pick2(g.plain("%s", i), g.anything(1)), g.block(depth), end))
		}
		return g.join("", parts)
	})
	g.labels = saved
	return g.stmt("%sswitch (%s) {\n%s}", before, g.pick2(g.plain("%s", g.IntN(4)), g.anything(2)), body)
}

func (g *generator) labelled(depth int) *Node {
	name := g.fresh("l")
	body := g.scoped(func() *Node {
		g.labels = append(g.labels[:len(g.labels):len(g.labels)], label{name, false})
		return g.plain("%s%s%s", g.block(depth), g.jump(depth), g.block(depth))
	})
	return g.stmt("%s: {\n%s}", name, body)
}

// conversions shows in which order and how often operands are converted.
func (g *generator) conversions(depth int) *Node {
	operand := func(name string) *Node {
		return g.expr("$c(log, '%s', %s, '%s')", name, g.anything(1), g.pick("both", "valueOf", "toString", "primitive", "none", "object"))
	}
	a, b := operand("a"), operand("b")
	switch g.IntN(6) {
	case 0:
		operator := g.pick("+", "-", "*", "/", "%", "&", "|", "<<", ">>>", "<", ">", "<=", "==", "**")
		n := g.stmt("log(%s %s %s)", a, operator, b)
		if operator == "**" {
			n = g.alternative(n, g.stmt("log($power(%s, %s))", a, b))
		}
		return n
	case 1:
		return g.stmt("log(`${%s}`, %s%s)", a, g.pick("+", "-", "~", "!"), b)
	case 2:
		return g.stmt("log({ [%s]: %s })", a, b)
	case 3:
		return g.stmt("log(%s.%s(%s, %s))", g.text(1), g.pick("slice", "replace", "indexOf", "padEnd", "at", "concat", "split", "startsWith"), a, b)
	case 4:
		return g.stmt("log(Math.%s(%s, %s))", g.pick("max", "min", "pow", "imul", "atan2", "hypot"), a, b)
	}
	return g.stmt("log([1, 2, 3, 4].%s(%s, %s))", g.pick("slice", "indexOf", "fill", "at", "splice", "concat", "join", "includes", "with"), a, b)
}

// order shows in which order the parts of an expression are evaluated.
func (g *generator) order(depth int) *Node {
	part := func(v string) *Node { return g.expr("$v(log, '%s', %s)", g.fresh("o"), v) }
	switch g.IntN(7) {
	case 0:
		return g.stmt("%s[%s] %s %s", part("{}"), part("'k'"), g.pick("=", "+=", "??=", "||=", "&&="), part("1"))
	case 1:
		return g.stmt("log(%s(%s, ...%s, %s))", part("(...r) => r"), part("1"), part("[2, 3]"), part("4"))
	case 2:
		return g.stmt("({ [%s]: %s[%s] } = %s)", part("'a'"), part("[]"), part("0"), part("{ a: 1 }"))
	case 3:
		return g.stmt("[%s[%s], %s.x = %s] = %s", part("{}"), part("'p'"), part("{}"), part("9"), part("[1]"))
	case 4:
		return g.stmt("log(%s ?? %s, %s || %s, %s && %s)", part(g.pick("null", "0", "1")), part("2"), part(g.pick("''", "1")), part("3"), part(g.pick("0", "1")), part("4"))
	case 5:
		return g.stmt("log(%s?.[%s]?.(%s))", part(g.pick("null", "undefined", "{ a: (x) => x }", "{}")), part("'a'"), part("5"))
	}
	return g.stmt("log(new (%s)(%s), %s < %s)", part("Array"), part("3"), part("1"), part("2"))
}

func (g *generator) properties(depth int) *Node {
	o := g.fresh("p")
	steps := g.several(2, 5, "", func() *Node {
		switch g.IntN(6) {
		case 0:
			return g.stmt("delete %s[%s]", o, g.key())
		case 1:
			return g.stmt("Object.defineProperty(%s, %s, { get() { $t(); log('g'); return 5 }, enumerable: %s, configurable: true })", o, g.key(), g.pick("true", "false"))
		case 2:
			return g.stmt("Object.defineProperty(%s, %s, { value: %s, writable: %s, enumerable: %s })", o, g.key(), g.anything(1), g.pick("true", "false"), g.pick("true", "false"))
		case 3:
			return g.stmt("log(Reflect.set(%s, %s, %s), Reflect.defineProperty(%s, %s, { value: 1 }))", o, g.key(), g.anything(1), o, g.key())
		case 4:
			return g.stmt("%s(%s)", g.pick("Object.freeze", "Object.seal", "Object.preventExtensions", "log"), o)
		}
		return g.stmt("%s[%s] = %s", o, g.key(), g.anything(1))
	})
	return g.stmt("{ const %s = %s\n%slog(%s, Object.keys(%s), JSON.stringify(%s))\nfor (const k in %s) { $t(); log(k) } }", o, g.object(2), steps, o, o, o, o)
}

func (g *generator) proxyStatement(depth int) *Node {
	p := g.fresh("p")
	g.declare(p, object, true)
	steps := g.several(1, 4, "", func() *Node {
		return g.stmt("log(%s)", g.expr(g.pick(
			"p.a", "'a' in p", "p.a = 1", "delete p.a", "Object.keys(p)", "({ ...p })", "JSON.stringify(p)", "Object.getOwnPropertyDescriptor(p, 'a')", "Object.isFrozen(p)",
			"Object.defineProperty(p, 'z', { value: 1, configurable: true })", "Reflect.ownKeys(p)", "p?.b?.c", "Object.freeze(p)", "Array.isArray(p)", "Object.entries(p)",
			"Reflect.set(p, 'a', 2)", "Object.prototype.toString.call(p)", "p instanceof Object", "Object.assign(p, { c: 3 })", "[...Object.keys(p)].length", "Object.create(p).a",
			"Reflect.getPrototypeOf(p)", "Reflect.setPrototypeOf(p, null)", "(({ a, ...r }) => r)(p)", "`${p}`", "Reflect.set(p, 'a', 2, {})", "Object.hasOwn(p, 'a')",
		)))
	})
	if g.one(6) {
		return g.stmt("{ const { proxy: p, revoke } = Proxy.revocable(%s, {})\nrevoke()\n%s}", g.object(2), steps)
	}
	if g.one(4) {
		return g.stmt("{ const p = new Proxy(%s, { apply(f, t, a) { $t(); log('apply', a); return Reflect.apply(f, t, a) }, construct(f, a, n) { $t(); log('construct', a, n === p); return %s } })\ntry { log(p(1, 2)) } catch (e) { log(e) }\ntry { log(new p(3)) } catch (e) { log(e) } }",
			g.pick("function (x) { return x }", "class { constructor(x) { this.x = x } }", "(x) => x", "{}"), g.pick("Reflect.construct(f, a, n)", "5", "{}"))
	}
	return g.plain("const %s = %s\n%s", p, g.proxy(2), g.stmt("{ const p = %s\n%s}", p, steps))
}

func (g *generator) deadZone(depth int) *Node {
	x := g.fresh("z")
	switch g.IntN(7) {
	case 0:
		return g.stmt("{ try { log(%s) } catch (e) { log(e) }\nlet %s = %s\nlog(%s) }", x, x, g.anything(2), x)
	case 1:
		return g.stmt("{ const f = () => %s\ntry { log(f()) } catch (e) { log(e) }\nconst %s = %s\nlog(f()) }", x, x, g.anything(2))
	case 2:
		return g.stmt("try { let %s = %s + 1; log(%s) } catch (e) { log(e) }", x, x, x)
	case 3:
		return g.stmt("try { ((p = %s, %s = 1) => log(p, %s))() } catch (e) { log(e) }", x, x, x)
	case 4:
		return g.stmt("{ const f = () => typeof %s\ntry { log(f()) } catch (e) { log(e) }\nclass %s {}\nlog(f()) }", x, x)
	case 5:
		return g.stmt("try { switch (%s) { case 0: let %s = 1; case 1: log(%s) } } catch (e) { log(e) }", g.IntN(2), x, x)
	}
	return g.stmt("try { for (const %s of [%s]) { log(1) } } catch (e) { log(e) }", x, x)
}

func (g *generator) failure(depth int) *Node {
	return g.stmt("try { log(%s) } catch (e) { log(e, e instanceof Error) }", g.pick(
		"null.x", "undefined[0]", "null[Symbol.iterator]", "(void 0)()", "({}).x()", "new (() => 1)()", "new ({}).x()", "[...{}]", "new Array(-1)", "'x'.repeat(-1)", "1n + 1", "BigInt(1.5)", "Symbol() + ''",
		"Object.defineProperty(1, 'a', {})", "({}) instanceof 5", "'a' in 'b'", "new Map([1])", "JSON.parse('{')", "decodeURIComponent('%')", "(1).toFixed(101)", "(1).toString(1)", "new Date(NaN).toISOString()",
		"Reflect.construct(1)", "null ?? undefined.x", "(({ a: { b } }) => b)({})", "(([a]) => a)(null)", "Object.setPrototypeOf(Object.preventExtensions({}), {})", "Object.fromEntries([1])", "new Proxy({}, null)",
		"[].reduce((a) => a)", "new Uint8Array(-1)", "new DataView(new ArrayBuffer(1), 2)", "Symbol.keyFor('x')", "new Symbol()", "Promise()", "BigInt('1.5')", "1n / 0n", "2n ** -1n", "+1n", "Math.max(1n)",
		"Object.freeze([1]).push(2)", "'use strict'.length = 1", "new (class A { constructor() { this.#x } #y = 1; #x = 2 })()", "new (class extends null {})()", "new (class extends Object { constructor() {} })()",
		"''.at.call(null)", "[].at.call(undefined)", "new RegExp('[')", "new RegExp('a', 'gg')", "'a'.matchAll(/a/)", "'a'.replaceAll(/a/, '')", "Object.create(1)", "new WeakMap([[1, 1]])", "(function f() { f = 1 })()",
		"Array.from({ length: -5 })", "JSON.stringify(1n)", "JSON.stringify((() => { const a = []; a[0] = a; return a })())", "isFinite(Symbol())", "new Error('m:a', { cause: 1 }).cause", "new AggregateError([1, 2], 'm:b').errors",
	))
}

// functionNames shows the names and lengths that functions get from where they stand.
func (g *generator) functionNames(depth int) *Node {
	return g.stmt("{ const a = () => 1, b = function () {}, c = class {}, { d = () => 2 } = {}, o = { e() {}, f: (x, y = 1) => 1, get g() { return 1 }, ['h' + 1]: () => 1, [Symbol('s')]() {}, async i() {}, *j() {} }\nlet k; k ??= (...r) => 1\n"+
		"log(a.name, b.name, c.name, d.name, o.e.name, o.f.name, o.f.length, Object.getOwnPropertyDescriptor(o, 'g').get.name, o.h1.name, Reflect.ownKeys(o).map((q) => typeof q === 'symbol' ? o[q].name : q), k.name, k.length, (%s).name) }",
		g.pick("() => 1", "function q() {}", "class { static name = 'n' }", "a.bind(1)", "Math.max", "Symbol", "function () {}"))
}
