package grammar

// of writes a value of a type, or now and then of another type, which the language converts or refuses.
func (g *generator) of(t valueType, depth int) *Node {
	if g.one(12) {
		return g.anything(depth)
	}
	switch t {
	case number:
		return g.number(depth)
	case text:
		return g.text(depth)
	case boolean:
		return g.boolean(depth)
	case bigint:
		return g.bigint(depth)
	case list:
		return g.list(depth)
	default:
		return g.object(depth)
	}
}

// anything writes a value of some type.
func (g *generator) anything(depth int) *Node {
	if depth <= 0 || g.budget <= 0 || g.one(4) {
		return g.expr("%s", g.pick("undefined", "null", "NaN", "-0", "''", "'5'", "' 12 '", "'x'", "[]", "[7]", "({})", "Symbol('s')", "Symbol.iterator",
			"(() => 1)", "12n", "true", "false", "new Date(86400000)", "/a/g", "[,1]", "new Map([[1, 2]])", "new Set([NaN, -0])", "Object.create(null)"))
	}
	if g.one(4) {
		return g.choose(anythings, depth-1)
	}
	return g.of(valueType(g.IntN(types)), depth-1)
}

// leaf reports that only a constant or a variable may be written.
func (g *generator) leaf(depth int) bool { return depth <= 0 || g.budget <= 0 || g.one(6) }

// variable writes a variable of a type when there is one and chance says so.
func (g *generator) variable(t valueType) *Node {
	if name := g.known(t, false); name != "" && !g.one(3) {
		return g.expr("%s", name)
	}
	return nil
}

// edges are numbers around which conversions change.
var edges = []string{
	"0", "-0", "1", "-1", "2", "0.5", "-0.5", "1.5", "2.5", "-2.5", "0.1", "3", "7", "10", "31", "32", "33", "63", "64", "100", "255", "256", "-128", "127.9",
	"65535", "65536", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "4294967297.5", "-4294967296",
	"9007199254740991", "9007199254740992", "-9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
	"1e21", "-1e21", "1e20", "123456789012345680000", "1.7976931348623157e308", "5e-324", "2.2250738585072014e-308", "1e-7", "0.000001", "1e300",
	"NaN", "Infinity", "-Infinity", "36893488147419103232", "1e100", "0x7fffffff", "0b101", "0o17", "1_000", ".5", "5.", "123.456", "1e3", "4503599627370496.5",
}

// numberTexts are texts that become numbers.
var numberTexts = []string{
	"''", "' '", "'0'", "'-0'", "'12'", "' 12 '", "'0x1f'", "'0b11'", "'-0x1f'", "'1e21'", "'1e1000'", "'Infinity'", "'-Infinity'", "'infinity'", "'.5'", "'5.'", "'1_000'",
	"'12px'", "'\\n7\\t'", "'\\u00a01'", "'+5'", "'--5'", "'9007199254740993'", "'4294967296'", "'0o17'", "'1e'", "'.'", "'\\ufeff3'",
}

func (g *generator) edge() *Node { return g.expr("(%s)", g.pick(edges...)) }

func (g *generator) number(depth int) *Node {
	if g.leaf(depth) {
		if v := g.variable(number); v != nil {
			return v
		}
		return g.edge()
	}
	return g.choose(numbers, depth-1)
}

// small writes a whole number that may be used for counting and indices, now and then a strange one.
func (g *generator) small() *Node {
	if g.one(4) {
		return g.expr("%s", g.pick("-1", "-2", "-0", "1.9", "NaN", "Infinity", "-Infinity", "undefined", "'1'", "null", "2 ** 32", "2 ** 53", "-1e21", "true", "[2]"))
	}
	return g.expr("%s", g.IntN(6))
}

var numbers []rule

func init() {
	numbers = []rule{
		{8, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.number(d), g.pick("+", "-", "*", "/", "%"), g.of(number, d))
		}},
		{8, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.number(d), g.pick("&", "|", "^", "<<", ">>", ">>>"), g.of(number, d))
		}},
		{2, func(g *generator, d int) *Node {
			a, b := g.number(d), g.number(d)
			return otherwise(g.expr("((%s) ** %s)", a, b), g.expr("$power(%s, %s)", a, b))
		}},
		{4, func(g *generator, d int) *Node { return g.expr("(%s %s)", g.pick("-", "+", "~"), g.of(number, d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("(%s %s)", g.pick("-", "+", "~"), g.expr("%s", g.pick(numberTexts...)))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.expr("%s", g.pick(numberTexts...)), g.pick("*", "-", "&", "|", ">>>", "<<", "/", "%"), g.number(d))
		}},
		{3, func(g *generator, d int) *Node {
			return g.expr("Math.%s(%s)", g.pick("abs", "ceil", "floor", "round", "trunc", "sign", "fround", "clz32", "sqrt", "cbrt", "expm1"), g.of(number, d))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("Math.%s(%s)", g.pick("min", "max", "hypot"), g.several(0, 3, ", ", func() *Node { return g.of(number, d) }))
		}},
		{2, func(g *generator, d int) *Node { return g.expr("Math.imul(%s, %s)", g.number(d), g.number(d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("Math.atan2(%s, %s)", g.expr("%s", g.pick("0", "-0", "1", "-1")), g.expr("%s", g.pick("0", "-0", "1", "Infinity", "-Infinity")))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("parseInt(%s, %s)", g.text(d), g.expr("%s", g.pick("undefined", "10", "16", "2", "36", "0", "37", "1", "8", "4294967312", "'16'")))
		}},
		{2, func(g *generator, d int) *Node { return g.expr("parseFloat(%s)", g.of(text, d)) }},
		{2, func(g *generator, d int) *Node { return g.expr("Number(%s)", g.anything(d)) }},
		{1, func(g *generator, d int) *Node { return g.expr("Number(%s)", g.expr("%s", g.pick(numberTexts...))) }},
		{2, func(g *generator, d int) *Node {
			return g.expr("(%s ? %s : %s)", g.of(boolean, d), g.number(d), g.number(d))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.anything(d), g.pick("&&", "||", "??"), g.number(d))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("(log('seq', %s), %s)", g.number(d), g.number(d)) }},
		{2, func(g *generator, d int) *Node {
			v := g.known(number, true)
			if v == "" {
				return g.edge()
			}
			return g.expr("%s", "("+g.pick(v+"++", v+"--", "++"+v, "--"+v)+")")
		}},
		{3, func(g *generator, d int) *Node {
			v := g.known(number, true)
			if v == "" {
				return g.edge()
			}
			operator := g.pick("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "&&=", "||=", "??=")
			return g.expr("(%s %s %s)", v, operator, g.number(d))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("%s.length", g.of(list, d)) }},
		{1, func(g *generator, d int) *Node { return g.expr("%s.length", g.of(text, d)) }},
		{2, func(g *generator, d int) *Node {
			return g.expr("%s.%s(%s, %s)", g.of(list, d), g.pick("indexOf", "lastIndexOf"), g.anything(d), g.small())
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("%s.%s(%s)", g.of(text, d), g.pick("charCodeAt", "codePointAt"), g.small())
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("%s.%s(%s, %s)", g.of(text, d), g.pick("indexOf", "lastIndexOf"), g.text(d), g.small())
		}},
		{1, func(g *generator, d int) *Node { return g.expr("%s.search(/%s/)", g.of(text, d), g.pattern(2)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("%s.reduce((p, q) => (p %s q), %s)", g.of(list, d), g.pick("+", "-", "*", "^"), g.number(d))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("Number(BigInt.as%sN(%s, %s))", g.pick("Int", "Uint"), g.IntN(70), g.bigint(d))
		}},
		{2, func(g *generator, d int) *Node { return g.call(d) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("((...r) => r[%s] %s %s)(%s)", g.IntN(3), g.pick("&", "|", "+", ">>>"), g.number(d), g.several(1, 3, ", ", func() *Node { return g.number(d) }))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("JSON.parse('%s')", g.pick("1e21", "-0", "123.5", "1E400", "-1e-7", "9007199254740993"))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("Date.UTC(%s)", g.several(1, 7, ", ", func() *Node {
				return g.expr("%s", g.pick("0", "1", "-1", "12", "99", "2024", "1970", "1.5", "NaN", "59", "400"))
			}))
		}},
	}
}

func (g *generator) text(depth int) *Node {
	if g.leaf(depth) {
		if v := g.variable(text); v != nil {
			return v
		}
		return g.expr("%s", g.pick("''", "'a'", "'abc'", "'b,a,,c'", "'Hello World'", "'\\u{1F600}x'", "'\\ud83d'", "'0'", "'12.50'", "'  pad '", "'aXbXc'", "'\\u00e9\\u0301'", "'length'",
			"'$&$1$$'", "'ab\\ncd'", "'constructor'", "'\\u00df'", "'\\u0130'", "'AbC'", "'1e3'", "'-7'", "'a-b_c.d'", "'true'", "'\\0'", "'aaa'"))
	}
	return g.choose(texts, depth-1)
}

var texts []rule

func init() {
	texts = []rule{
		{4, func(g *generator, d int) *Node { return g.expr("(%s + %s).slice(0, 40)", g.text(d), g.anything(d)) }},
		{4, func(g *generator, d int) *Node {
			return g.expr("`%s${%s}%s${%s}`.slice(0, 60)", g.pick("", "a", "\\n", "\\u0041"), g.anything(d), g.pick("", "-"), g.text(d))
		}},
		{3, func(g *generator, d int) *Node { return g.expr("String(%s).slice(0, 60)", g.anything(d)) }},
		{4, func(g *generator, d int) *Node {
			return g.expr("%s.%s(%s, %s)", g.of(text, d), g.pick("slice", "substring", "substr"), g.small(), g.small())
		}},
		{2, func(g *generator, d int) *Node { return g.expr("%s.at(%s)", g.of(text, d), g.small()) }},
		{2, func(g *generator, d int) *Node { return g.expr("%s.charAt(%s)", g.of(text, d), g.small()) }},
		{2, func(g *generator, d int) *Node { return g.expr("%s[%s]", g.of(text, d), g.small()) }},
		{3, func(g *generator, d int) *Node {
			return g.expr("%s.%s()", g.of(text, d), g.pick("toUpperCase", "toLowerCase", "trim", "trimStart", "trimEnd", "toString", "valueOf", "normalize"))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("%s.%s()", g.of(text, d), g.pick("isWellFormed", "toWellFormed"))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("%s.%s(%s, %s)", g.of(text, d), g.pick("padStart", "padEnd"), g.expr("%s", g.pick("0", "3", "8", "-1", "NaN", "5.7", "'6'")), g.text(0))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("%s.slice(0, 9).repeat(%s)", g.text(d), g.expr("%s", g.pick("0", "1", "2", "3", "-1", "Infinity", "1.9", "NaN", "'2'", "-0.5")))
		}},
		{3, func(g *generator, d int) *Node {
			return g.expr("%s.%s(%s, %s)", g.of(text, d), g.pick("replace", "replaceAll"), g.text(d), g.replacement(d))
		}},
		{3, func(g *generator, d int) *Node {
			return g.expr("%s.replace(/%s/%s, %s)", g.of(text, d), g.pattern(2), g.flags(), g.replacement(d))
		}},
		{3, func(g *generator, d int) *Node {
			return g.expr("(%s).toString(%s)", g.number(d), g.pick("", "2", "10", "16", "36", "8", "3", "undefined", "1", "37", "2.9", "'16'"))
		}},
		{3, func(g *generator, d int) *Node {
			return g.expr("(%s).%s(%s)", g.number(d), g.pick("toFixed", "toPrecision", "toExponential"), g.pick("", "0", "1", "2", "5", "20", "21", "100", "101", "-1", "undefined", "NaN", "'3'"))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("(%s).toString(%s)", g.bigint(d), g.pick("", "2", "16", "36"))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("String.%s(%s)", g.pick("fromCharCode", "fromCodePoint"), g.several(0, 3, ", ", func() *Node {
				return g.expr("%s", g.pick("65", "97.9", "0x1F600", "65536", "-1", "'66'", "NaN", "0xd83d", "1e21", "55357, 56832"))
			}))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("%s.join(%s)", g.of(list, d), g.pick("", "'-'", "undefined", "null", "''"))
		}},
		{2, func(g *generator, d int) *Node { return g.expr("typeof %s", g.anything(d)) }},
		{2, func(g *generator, d int) *Node {
			return g.expr("(%s ? %s : %s)", g.of(boolean, d), g.text(d), g.text(d))
		}},
		{2, func(g *generator, d int) *Node { return g.expr("JSON.stringify(%s)", g.anything(d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("JSON.stringify(%s, %s, %s)", g.object(d), g.pick("null", "['a', 1, 'b']", "(k, v) => (typeof v === 'number' ? v + 1 : v)", "undefined"), g.pick("2", "'--'", "0", "11", "'abcdefghijkl'", "null"))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("encodeURIComponent(%s)", g.text(d)) }},
		{1, func(g *generator, d int) *Node { return g.expr("Object.prototype.toString.call(%s)", g.anything(d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("%s.concat(%s)", g.text(d), g.several(0, 3, ", ", func() *Node { return g.anything(d) }))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("String.raw`%s${%s}`", g.pick("\\n", "a\\u{41}", "\\x"+"41"), g.anything(d))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("new Date(%s).toISOString()", g.expr("%s", g.pick("0", "-1", "8.64e15", "8.64e15 + 1", "NaN", "'2024-02-29'", "'2024-02-30T00:00:00Z'", "'2020-01-01T12:34:56.789Z'", "2024, 1, 29", "1e12", "'+010000-01-01T00:00:00Z'", "'-000001-01-01T00:00:00Z'")))
		}},
	}
}

// replacement is what replace puts in: a text with patterns, or a function.
func (g *generator) replacement(depth int) *Node {
	if g.one(3) {
		return g.expr("(...m) => { $t(); log('match', ...m); return %s }", g.scoped(func() *Node { return g.text(depth - 1) }))
	}
	return g.expr("%s", g.pick("''", "'[$&]'", "'$1-$2'", "'$$'", "'$`|$\\''", "'x'", "'$0$10'", "'$<n>'"))
}

func (g *generator) flags() string { return g.pick("", "g", "i", "gi", "m", "s", "gm", "u", "gu") }

// pattern writes a regular expression of the part of the syntax that needs no backtracking beyond a few steps.
func (g *generator) pattern(depth int) *Node {
	if depth <= 0 || g.one(3) {
		return g.plain("%s", g.pick("a", "b", "[abc]", "[^a]", "\\d", "\\w", "\\s", ".", "X", ",", "\\u0041", "[a-c0-9]", "\\W", "l", "[\\d-]"))
	}
	switch g.IntN(9) {
	case 0, 1:
		return g.plain("%s%s", g.pattern(depth-1), g.pattern(depth-1))
	case 2:
		return g.plain("(%s)", g.pattern(depth-1))
	case 3:
		return g.plain("(?:%s)%s", g.pattern(depth-1), g.pick("*", "+", "?", "{1,2}", "*?", "+?", "??", "{2}"))
	case 4:
		return g.plain("(?:%s|%s)", g.pattern(depth-1), g.pattern(depth-1))
	case 5:
		return g.plain("%s%s", g.pick("^", "\\b", ""), g.pattern(depth-1))
	case 6:
		return g.plain("%s%s", g.pattern(depth-1), g.pick("$", "\\b", "(?=a)", "(?!b)"))
	case 7:
		return g.plain("(?<n>%s)", g.pattern(0))
	default:
		return g.plain("(%s)\\1", g.pattern(depth-1))
	}
}

func (g *generator) boolean(depth int) *Node {
	if g.leaf(depth) {
		if v := g.variable(boolean); v != nil {
			return v
		}
		return g.expr("%s", g.pick("true", "false"))
	}
	return g.choose(booleans, depth-1)
}

var booleans []rule

func init() {
	booleans = []rule{
		{6, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.number(d), g.pick("<", "<=", ">", ">=", "===", "!==", "==", "!="), g.of(number, d))
		}},
		{4, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.anything(d), g.pick("==", "!=", "===", "!==", "<", ">="), g.anything(d))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.bigint(d), g.pick("==", "<", ">=", "==="), g.pick2(g.number(d), g.text(d)))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.text(d), g.pick("<", ">", "<=", "=="), g.of(text, d))
		}},
		{3, func(g *generator, d int) *Node { return g.expr("!%s", g.anything(d)) }},
		{2, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.boolean(d), g.pick("&&", "||"), g.boolean(d))
		}},
		{2, func(g *generator, d int) *Node { return g.expr("Object.is(%s, %s)", g.of(number, d), g.of(number, d)) }},
		{2, func(g *generator, d int) *Node {
			return g.expr("Number.%s(%s)", g.pick("isInteger", "isSafeInteger", "isNaN", "isFinite"), g.of(number, d))
		}},
		{2, func(g *generator, d int) *Node { return g.expr("(%s in %s)", g.key(), g.object(d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("(%s instanceof %s)", g.anything(d), g.pick("Object", "Array", "Function", "Map", "Error", "Date", "RegExp"))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("Array.isArray(%s)", g.anything(d)) }},
		{2, func(g *generator, d int) *Node {
			return g.expr("%s.includes(%s, %s)", g.of(list, d), g.anything(d), g.small())
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("%s.%s(%s, %s)", g.of(text, d), g.pick("includes", "startsWith", "endsWith"), g.text(d), g.small())
		}},
		{1, func(g *generator, d int) *Node { return g.expr("/%s/%s.test(%s)", g.pattern(3), g.flags(), g.text(d)) }},
		{1, func(g *generator, d int) *Node { return g.expr("Object.hasOwn(%s, %s)", g.object(d), g.key()) }},
		{1, func(g *generator, d int) *Node { return g.expr("delete %s[%s]", g.object(d), g.key()) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("%s.%s((x) => x > %s)", g.of(list, d), g.pick("some", "every"), g.number(d))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("Object.%s(%s)", g.pick("isFrozen", "isSealed", "isExtensible"), g.anything(d))
		}},
	}
}

func (g *generator) pick2(a, b *Node) *Node {
	if g.one(2) {
		return a
	}
	return b
}

func (g *generator) bigint(depth int) *Node {
	if g.leaf(depth) {
		if v := g.variable(bigint); v != nil {
			return v
		}
		return g.expr("%s", g.pick("0n", "1n", "(-1n)", "7n", "255n", "(-128n)", "2147483648n", "4294967296n", "9007199254740993n", "(1n << 63n)", "(1n << 64n)", "0xffffffffffffffffn", "(-(1n << 70n))", "123456789012345678901234567890n"))
	}
	return g.choose(bigints, depth-1)
}

var bigints []rule

func init() {
	bigints = []rule{
		{5, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.bigint(d), g.pick("+", "-", "*", "/", "%"), g.of(bigint, d))
		}},
		{5, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.bigint(d), g.pick("&", "|", "^"), g.of(bigint, d))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("(%s %s %sn)", g.bigint(d), g.pick("<<", ">>"), g.IntN(70))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("(%s ** %sn)", g.bigint(0), g.IntN(4)) }},
		{2, func(g *generator, d int) *Node { return g.expr("(%s%s)", g.pick("-", "~"), g.bigint(d)) }},
		{3, func(g *generator, d int) *Node {
			return g.expr("BigInt.as%sN(%s, %s)", g.pick("Int", "Uint"), g.pick("0", "1", "8", "32", "53", "64", "65", "'8'", "-1", "2.5"), g.of(bigint, d))
		}},
		{3, func(g *generator, d int) *Node { return g.expr("BigInt(%s)", g.of(number, d)) }},
		{2, func(g *generator, d int) *Node {
			return g.expr("BigInt(%s)", g.pick("'0x1f'", "' 12 '", "''", "'1n'", "'-5'", "'-0x5'", "true", "null", "'1e3'", "1e21", "9007199254740993", "[3]"))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("(%s ? %s : %s)", g.boolean(d), g.bigint(d), g.bigint(d))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("BigInt(Math.trunc(%s))", g.number(d)) }},
	}
}

func (g *generator) list(depth int) *Node {
	if g.leaf(depth) {
		if v := g.variable(list); v != nil {
			return v
		}
		return g.expr("%s", g.pick("[]", "[1, 2, 3]", "[3, 1, 2]", "[,]", "[1, , 3]", "['b', 'a', 'c']", "[0, -0, NaN]", "[[1, 2], [3]]", "[undefined, null]", "[10, 9, 1]", "Array(3)", "new Array(2, 3)", "[...'ab\\u{1F600}']", "[1n, 2]"))
	}
	return g.choose(lists, depth-1)
}

var lists []rule

func init() {
	comparer := func(g *generator) string {
		return g.pick("", "(x, y) => x - y", "(x, y) => y - x", "(x, y) => (x < y ? -1 : x > y ? 1 : 0)", "() => 0", "undefined", "null")
	}
	lists = []rule{
		{5, func(g *generator, d int) *Node {
			return g.expr("[%s]", g.several(0, 4, ", ", func() *Node { return g.anything(d) }))
		}},
		{3, func(g *generator, d int) *Node {
			return g.expr("[%s, ...%s]", g.anything(d), g.pick2(g.of(list, d), g.text(d)))
		}},
		{3, func(g *generator, d int) *Node {
			return g.expr("%s.map((x, i) => { $t(); return %s })", g.of(list, d), g.callback("x", d))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("%s.filter((x) => %s)", g.of(list, d), g.callback("x", d))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("%s.slice(%s, %s)", g.of(list, d), g.small(), g.small())
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("[...%s].splice(%s)", g.of(list, d), g.several(0, 4, ", ", g.small))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("$l(%s, (q) => q.splice(%s))", g.of(list, d), g.several(0, 4, ", ", g.small))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("[...%s].%s(%s)", g.of(list, d), g.pick("sort", "toSorted"), comparer(g))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("$l(%s, (q) => q.sort(%s))", g.of(list, d), comparer(g))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("[...%s].%s()", g.of(list, d), g.pick("reverse", "toReversed"))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("$l(%s, (q) => q.reverse())", g.of(list, d)) }},
		{2, func(g *generator, d int) *Node {
			return g.expr("%s.concat(%s)", g.of(list, d), g.several(0, 2, ", ", func() *Node { return g.anything(d) }))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("[...%s].fill(%s, %s, %s)", g.of(list, d), g.anything(d), g.small(), g.small())
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("$l(%s, (q) => q.copyWithin(%s, %s, %s))", g.of(list, d), g.small(), g.small(), g.small())
		}},
		{1, func(g *generator, d int) *Node { return g.expr("[1, 2, 3].with(%s, %s)", g.small(), g.anything(d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("[1, 2, 3, 4].toSpliced(%s)", g.several(0, 4, ", ", g.small))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("%s.flat(%s)", g.of(list, d), g.pick("", "0", "2", "'1'", "-1"))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("%s.flatMap((x) => [x, %s])", g.of(list, d), g.callback("x", d))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("%s.split(%s, %s)", g.of(text, d), g.pick("','", "''", "'a'", "/[,a]/", "/(X)/", "undefined", "/(?:)/"), g.pick("undefined", "2", "0", "-1", "1.5", "4294967296", "4294967297", "'1'", "1e19"))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("Object.%s(%s)", g.pick("keys", "values", "entries", "getOwnPropertyNames"), g.anything(d))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("Reflect.ownKeys(%s)", g.object(d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("Array.from({ length: %s }, (_, i) => %s)", g.pick("3", "0", "-1", "1.9", "'2'", "NaN"), g.callback("i", d))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("Array.from(%s)", g.anything(d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("Array.of(%s)", g.several(0, 3, ", ", func() *Node { return g.anything(d) }))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("%s.match(/%s/%s)", g.of(text, d), g.pattern(3), g.flags())
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("[...%s.matchAll(/%s/g%s)]", g.of(text, d), g.pattern(3), g.pick("", "i", "u"))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("/%s/%s.exec(%s)", g.pattern(3), g.pick("", "y", "gy", "i"), g.text(d))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("[...%s.%s()]", g.of(list, d), g.pick("keys", "values", "entries"))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("[...new %s([%s])]", g.pick("Set", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint32Array", "Int32Array", "Float32Array", "Float64Array"), g.several(0, 4, ", ", func() *Node { return g.of(number, d) }))
		}},
	}
}

// callback writes what a callback gives for its parameter.
func (g *generator) callback(parameter string, depth int) *Node {
	return g.body(func() *Node {
		g.declare(parameter, number, false)
		return g.of(valueType(g.IntN(int(bigint))), depth)
	})
}

// key writes a key of a property.
func (g *generator) key() *Node {
	return g.expr("%s", g.pick("'a'", "'b'", "'c'", "0", "1", "'1'", "'01'", "-1", "1.5", "'length'", "Symbol.iterator", "'toString'", "4294967295", "4294967294", "'__proto__x'", "-0", "1e21", "true", "null"))
}

func (g *generator) object(depth int) *Node {
	if g.leaf(depth) {
		if v := g.variable(object); v != nil {
			return v
		}
		return g.expr("%s", g.pick("({})", "({ a: 1, b: 2 })", "({ b: 1, a: 2, 1: 3, 0: 4 })", "({ a: { b: { c: 1 } } })", "Object.create({ a: 5 })", "({ 'x y': 1, [Symbol.toStringTag]: 'T' })", "({ __proto__: { b: 9 }, a: 1 })", "({ __proto__: null, a: 1 })", "Object.freeze({ a: 1 })"))
	}
	return g.choose(objects, depth-1)
}

// property writes a property of an object literal.
func (g *generator) property(depth int) *Node {
	name := g.pick("a", "b", "c", "0", "1", "10", "'x-y'", "['k' + 1]", "length", "[1 + 1]", "['a']", "1.5", "[Symbol('s')]")
	switch g.IntN(9) {
	case 0:
		return g.plain("get %s() { $t(); log('get'); return %s }", name, g.body(func() *Node { return g.anything(depth) }))
	case 1:
		return g.plain("set %s(v) { $t(); log('set', v) }", name)
	case 2:
		return g.plain("%s(p) { $t(); return %s }", name, g.body(func() *Node { return g.anything(depth) }))
	case 3:
		return g.spread(depth)
	case 4:
		return g.plain("valueOf() { $t(); log('valueOf'); return %s }", g.body(func() *Node { return g.anything(0) }))
	case 5:
		return g.plain("toString() { $t(); log('toString'); return %s }", g.body(func() *Node { return g.anything(0) }))
	default:
		return g.plain("%s: %s", name, g.anything(depth))
	}
}

// spread writes the properties of a value into an object literal. Where a literal begins with one, the reference puts
// getters and setters behind all other properties; it does not when nothing is spread before.
func (g *generator) spread(depth int) *Node {
	v := g.anything(depth)
	return otherwise(g.plain("...%s", v), g.plain("...null, ...%s", v))
}

var objects []rule

func init() {
	objects = []rule{
		{8, func(g *generator, d int) *Node {
			return g.expr("({ %s })", g.several(0, 5, ", ", func() *Node { return g.property(d) }))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("Object.assign({}, %s, %s)", g.anything(d), g.object(d))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("Object.fromEntries(%s.map((x, i) => [x, i]))", g.list(d))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("({ %s, %s })", g.spread(d), g.property(d)) }},
		{1, func(g *generator, d int) *Node { return g.expr("JSON.parse(JSON.stringify(%s))", g.object(d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("JSON.parse('%s', (k, v) => { $t(); log(k, v); return v })", g.pick(`{"a":[1,2,{"b":-0}],"1":null,"0":true}`, `[1,[2,[]]]`, `{"__proto__":1,"a":"\\u0041"}`, `{"a":1,"a":2}`, `[1,]`, `01`, ` "x" `))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("Object.getOwnPropertyDescriptor(%s, %s)", g.object(d), g.key())
		}},
		{1, func(g *generator, d int) *Node { return g.expr("Object.getOwnPropertyDescriptors(%s)", g.object(d)) }},
		{2, func(g *generator, d int) *Node { return g.proxy(d) }},
		{1, func(g *generator, d int) *Node { return g.expr("new Map(%s.map((x, i) => [x, i]))", g.list(d)) }},
		{1, func(g *generator, d int) *Node { return g.expr("new Set(%s)", g.list(d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("Object.%s(%s)", g.pick("freeze", "seal", "preventExtensions"), g.object(d))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("Object.defineProperty(%s, %s, { value: %s%s })", g.object(d), g.key(), g.anything(d), g.pick("", ", writable: true", ", enumerable: true", ", configurable: true", ", get: undefined"))
		}},
	}
}

// proxy writes a proxy that tells what it is asked for.
func (g *generator) proxy(depth int) *Node {
	if g.one(2) {
		return g.expr("$p(%s, log)", g.object(depth))
	}
	return g.expr("new Proxy(%s, { %s })", g.object(depth), g.several(0, 2, ", ", func() *Node {
		return g.plain("%s", g.pick(
			"get(o, k, r) { $t(); log('get', k); return Reflect.get(o, k, r) }",
			"has(o, k) { $t(); log('has', k); return k in o }",
			"set(o, k, v, r) { $t(); log('set', k, v); return Reflect.set(o, k, v, r) }",
			"set() { $t(); return false }",
			"deleteProperty() { $t(); return false }",
			"ownKeys(o) { $t(); log('ownKeys'); return Reflect.ownKeys(o) }",
			"ownKeys() { $t(); return ['z', 'a'] }",
			"getOwnPropertyDescriptor(o, k) { $t(); log('gopd', k); return Reflect.getOwnPropertyDescriptor(o, k) }",
			"defineProperty(o, k, d) { $t(); log('define', k, d); return Reflect.defineProperty(o, k, d) }",
			"getPrototypeOf() { $t(); return Array.prototype }",
		))
	}))
}

var anythings []rule

func init() {
	anythings = []rule{
		{3, func(g *generator, d int) *Node { return g.expr("%s%s[%s]", g.anything(d), g.pick("", "?."), g.key()) }},
		{3, func(g *generator, d int) *Node {
			return g.expr("%s?.a%s", g.object(d), g.pick(".b", "?.b", "?.b.c", "?.()", "[0]", "?.[0]"))
		}},
		{2, func(g *generator, d int) *Node {
			return g.expr("(%s %s %s)", g.anything(d), g.pick("&&", "||", "??", "+"), g.anything(d))
		}},
		{2, func(g *generator, d int) *Node { return g.call(d) }},
		{1, func(g *generator, d int) *Node { return g.expr("void %s", g.anything(d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("new Error('m:%s', { cause: %s })", g.pick("x", "y"), g.anything(d))
		}},
		{1, func(g *generator, d int) *Node {
			return g.expr("%s.%s((x) => x > 1)", g.of(list, d), g.pick("find", "findLast", "findIndex", "findLastIndex"))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("%s.at(%s)", g.of(list, d), g.small()) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("%s.%s", g.of(list, d), g.pick("pop()", "shift()", "push(1)", "unshift(1, 2)"))
		}},
		{1, func(g *generator, d int) *Node { return g.expr("Symbol(%s)", g.anything(d)) }},
		{1, func(g *generator, d int) *Node {
			return g.expr("Reflect.%s(%s, %s)", g.pick("get", "has", "deleteProperty"), g.object(d), g.key())
		}},
	}
}

// call calls one of the functions that are declared.
func (g *generator) call(depth int) *Node {
	if len(g.functions) == 0 {
		return g.edge()
	}
	return g.expr("%s(%s)", g.pick(g.functions...), g.several(0, 3, ", ", func() *Node { return g.anything(depth) }))
}
