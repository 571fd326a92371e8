package sandbox

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// randomPort is a port or a register of a random circuit.
type randomPort struct {
	name  string
	width int
}

// randomMemory is a memory field of a random circuit.
type randomMemory struct {
	name         string
	width, depth int
}

// randomLabel is the label of a statement, to which jumps may go.
type randomLabel struct {
	name string
	loop bool
}

// randomLambda writes one eval or onTick as a user might: destructured fields with defaults, one expression or a
// block of statements, numbers and bigints by the width of the ports. It keeps to what the interpreter of the
// closures computes as JavaScript does: bit operators get no doubles of 2^63 and beyond.
type randomLambda struct {
	*rand.Rand
	file          *randomFile
	ticks         bool     // onTick
	numbers, bigs []string // names that can be read
	variables     []string // names of numbers that can be assigned
	memories      []randomMemory
	labels        []randomLabel // of the statements around
	names         int
	budget        int // of nodes in expressions
}

func (l *randomLambda) one(n int) bool { return l.IntN(n) == 0 }

func (l *randomLambda) pick(list ...string) string { return list[l.IntN(len(list))] }

func (l *randomLambda) fresh() string {
	l.names++
	return fmt.Sprintf("x%d", l.names)
}

// with writes something that sees more names of numbers.
func (l *randomLambda) with(names []string, write func() string) string {
	before := len(l.numbers)
	l.numbers = append(l.numbers, names...)
	text := write()
	l.numbers = l.numbers[:before]
	return text
}

func (l *randomLambda) constant() string {
	switch l.IntN(4) {
	case 0:
		return fmt.Sprint(l.IntN(16))
	case 1:
		return fmt.Sprint(int64(1)<<l.IntN(33) - int64(l.IntN(3)))
	case 2:
		if len(l.file.constants) > 0 {
			return l.pick(l.file.constants...)
		}
	}
	return l.pick("(-1)", "0", "1", "31", "32", "33", "255", "(-128)", "0x7fffffff", "0x80000000", "0xffffffff", "4294967296", "0.5", "(-2.5)")
}

// moderate is a number that bit operators may take.
func (l *randomLambda) moderate(depth int) string {
	l.budget--
	if depth <= 0 || l.budget < 0 || l.one(3) {
		if len(l.numbers) > 0 && !l.one(3) {
			return "(" + l.pick(l.numbers...) + " % 281474976710656)"
		}
		return fmt.Sprint(l.IntN(300) - 20)
	}
	a := func() string { return l.moderate(depth - 1) }
	switch l.IntN(6) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", a(), l.pick("&", "|", "^", "<<", ">>", ">>>"), a())
	case 2:
		return fmt.Sprintf("(%s %s %s | 0)", a(), l.pick("+", "-"), a())
	case 3:
		return fmt.Sprintf("Math.imul(%s, %s)", a(), a())
	case 4:
		return fmt.Sprintf("%s(%s)", l.pick("~", "Math.clz32"), a())
	}
	return fmt.Sprintf("(%s ? %s : %s)", l.condition(depth-1), a(), a())
}

// number is any number, perhaps with a fraction, negative, huge, NaN or infinite.
func (l *randomLambda) number(depth int) string {
	l.budget--
	if depth <= 0 || l.budget < 0 || l.one(7) {
		if l.one(3) || len(l.numbers) == 0 {
			return l.constant()
		}
		return l.pick(l.numbers...)
	}
	a := func() string { return l.number(depth - 1) }
	m := func() string { return l.moderate(depth - 1) }
	switch l.IntN(22) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", a(), l.pick("+", "-", "*", "/", "%"), a())
	case 3, 4:
		return m()
	case 5:
		return fmt.Sprintf("%s(%s)", l.pick("-", "+", "Math.floor", "Math.trunc", "Math.ceil", "Math.round", "Math.abs"), a())
	case 6:
		return fmt.Sprintf("Math.%s(%s, %s)", l.pick("min", "max"), a(), a())
	case 7:
		return fmt.Sprintf("(%s ? %s : %s)", l.condition(depth-1), a(), a())
	case 8:
		return fmt.Sprintf("(%s %s %s)", a(), l.pick("&&", "||", "??"), a())
	case 9:
		return fmt.Sprintf("Number(%s)", l.condition(depth-1))
	case 10:
		return fmt.Sprintf("[%s, %s, %s][%s & 3]", a(), a(), a(), m()) // one entry is missing
	case 11:
		if len(l.file.tables) > 0 {
			return fmt.Sprintf("(%s[%s] ?? %s)", l.pick(l.file.tables...), m(), a())
		}
	case 12:
		if len(l.file.helpers) > 0 {
			return l.call(a)
		}
	case 13:
		x := l.fresh()
		body := l.with([]string{x}, func() string { return l.number(depth - 2) })
		return fmt.Sprintf("[%s, %s, %s].map((%s) => %s).reduce((p, q) => p %s q)", a(), a(), a(), x, body, l.pick("+", "-", "*"))
	case 14:
		x := l.fresh()
		body := l.with([]string{x}, func() string { return l.number(depth - 2) })
		return fmt.Sprintf("(() => { let %s = %s; %s += %s; return %s })()", x, a(), x, a(), body)
	case 15:
		if text := l.read(depth, false); text != "" {
			return text
		}
	case 16, 17:
		if len(l.bigs) > 0 { // beyond 53 bits the interpreter of the closures does not round
			return fmt.Sprintf("Number(BigInt.as%s(%d, %s))", l.pick("UintN", "IntN"), 1+l.IntN(53), l.big(depth-1))
		}
	case 18:
		return fmt.Sprintf("'%s'.charCodeAt(%s & 3)", l.pick("abcd", "zZ09"), m())
	case 19:
		return fmt.Sprintf("({ 0: %s, 1: %s, 7: %s })[%s & 1]", a(), a(), a(), m())
	case 20:
		return fmt.Sprintf("((%s & 1023) ** %d)", m(), l.IntN(6))
	case 21:
		return fmt.Sprintf("([%s, %s].%s((q) => q %s %s) ? %s : %s)", a(), a(), l.pick("some", "every"), l.pick("<", "===", ">="), l.constant(), a(), a())
	}
	return fmt.Sprintf("(%s - %s)", a(), a())
}

// call uses a helper of the file; its second argument has a default.
func (l *randomLambda) call(argument func() string) string {
	helper := l.pick(l.file.helpers...)
	if l.one(2) {
		return fmt.Sprintf("%s(%s)", helper, argument())
	}
	return fmt.Sprintf("%s(%s, %s)", helper, argument(), argument())
}

// read reads a memory of numbers or of bigints; it is empty when there is none.
func (l *randomLambda) read(depth int, big bool) string {
	var fitting []randomMemory
	for _, m := range l.memories {
		if m.width > 32 == big {
			fitting = append(fitting, m)
		}
	}
	if len(fitting) == 0 {
		return ""
	}
	m := fitting[l.IntN(len(fitting))]
	missing := "5"
	if big {
		missing = "5n"
	}
	switch at := l.address(m, depth-1); l.IntN(3) {
	case 0:
		return fmt.Sprintf("(%s.get(%s) ?? %s)", m.name, at, missing)
	case 1:
		return fmt.Sprintf("(%s.has(%s) ? %s[%s] : %s)", m.name, at, m.name, at, missing)
	default:
		return fmt.Sprintf("(%s[%s] ?? %s)", m.name, at, missing)
	}
}

// address is inside the memory as often as outside, and sometimes negative.
func (l *randomLambda) address(m randomMemory, depth int) string {
	switch l.IntN(6) {
	case 0:
		return fmt.Sprint(l.IntN(m.depth + 2))
	case 1:
		return l.moderate(depth)
	case 2:
		return fmt.Sprintf("(%s >>> 0)", l.moderate(depth))
	case 3:
		return fmt.Sprintf("(%s %% %d)", l.moderate(depth), m.depth)
	}
	return fmt.Sprintf("(%s & 15)", l.moderate(depth))
}

func (l *randomLambda) big(depth int) string {
	l.budget--
	if depth <= 0 || l.budget < 0 || l.one(7) {
		if len(l.bigs) > 0 && !l.one(3) {
			return l.pick(l.bigs...)
		}
		return l.pick("0n", "1n", "(-1n)", "255n", "0xffffffffffffffffn", "(1n << 64n)", "0x1234567890abcdef1234567890n", "(1n << 200n)", "0x8000000000000000n")
	}
	a := func() string { return l.big(depth - 1) }
	switch l.IntN(12) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", a(), l.pick("+", "-", "*"), a())
	case 2, 3:
		return fmt.Sprintf("(%s %s %s)", a(), l.pick("&", "|", "^"), a())
	case 4:
		return fmt.Sprintf("(%s %s %dn)", a(), l.pick("<<", ">>"), l.IntN(130))
	case 5:
		return fmt.Sprintf("(%s %s BigInt.asUintN(%d, %s))", a(), l.pick("<<", ">>"), 1+l.IntN(7), a())
	case 6:
		return fmt.Sprintf("BigInt.as%s(%d, %s)", l.pick("UintN", "IntN"), 1+l.IntN(160), a())
	case 7:
		return fmt.Sprintf("(%s %s (%s | 1n))", a(), l.pick("/", "%"), a())
	case 8:
		return fmt.Sprintf("BigInt(%s | 0)", l.moderate(depth-1))
	case 9:
		return fmt.Sprintf("(%s ? %s : %s)", l.condition(depth-1), a(), a())
	case 10:
		if text := l.read(depth, true); text != "" {
			return text
		}
	}
	return fmt.Sprintf("(%s%s)", l.pick("-", "~"), a())
}

func (l *randomLambda) condition(depth int) string {
	l.budget--
	if depth <= 0 || l.budget < 0 {
		return l.pick(append([]string{"true", "0"}, l.numbers...)...)
	}
	switch l.IntN(8) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", l.number(depth-1), l.pick("===", "!==", "==", "!="), l.number(depth-1))
	case 2:
		return fmt.Sprintf("(%s %s %s)", l.condition(depth-1), l.pick("&&", "||"), l.condition(depth-1))
	case 3:
		return fmt.Sprintf("!(%s)", l.condition(depth-1))
	case 4, 5:
		if len(l.bigs) > 0 {
			return fmt.Sprintf("(%s %s %s)", l.big(depth-1), l.pick("<", "<=", ">", ">=", "==", "!="), l.pick(l.big(depth-1), l.number(depth-1)))
		}
	case 6:
		if l.file.mode != "" {
			return fmt.Sprintf("(%s %s '%s')", l.file.mode, l.pick("===", "!=="), l.pick("add", "sub"))
		}
	}
	return fmt.Sprintf("(%s %s %s)", l.number(depth-1), l.pick("<", "<=", ">", ">="), l.number(depth-1))
}

// value is what a port or a state field of a width may be given.
func (l *randomLambda) value(width, depth int) string {
	switch {
	case width > 64: // a number for so wide a port is not compiled
		return l.big(depth)
	case width > 32 && !l.one(3):
		return l.big(depth)
	case len(l.bigs) > 0 && l.one(8):
		return l.big(depth)
	case l.one(8):
		return l.condition(depth)
	case l.one(3):
		return l.moderate(depth)
	}
	return l.number(depth)
}

// statements change the variables; result, when set, writes what an early return gives.
func (l *randomLambda) statements(count, depth int, loop bool, result func() string) string {
	var b strings.Builder
	for range count {
		v := l.pick(l.variables...)
		x := l.fresh()
		inner := func(loop bool) string { return l.statements(1+l.IntN(2), depth-1, loop, result) }
		switch kind := l.IntN(17); {
		case kind < 2:
			fmt.Fprintf(&b, "%s %s %s\n", v, l.pick("=", "=", "+=", "-=", "*=", "%=", "/=", "&&=", "||=", "??="), l.number(2))
		case kind == 2:
			fmt.Fprintf(&b, "%s = %s; %s %s %s\n", v, l.moderate(2), v, l.pick("&=", "|=", "^=", "<<=", ">>=", ">>>="), l.moderate(2))
		case kind == 3:
			fmt.Fprintf(&b, "%s;\n", l.pick(v+"++", v+"--", "++"+v, "--"+v))
		case kind < 6 && depth > 0:
			fmt.Fprintf(&b, "if (%s) {\n%s} else {\n%s}\n", l.condition(2), inner(loop), inner(loop))
		case kind == 6 && depth > 0:
			label := l.label(x, true)
			body := l.with([]string{x}, func() string { return inner(true) })
			head := l.pick("for (let %[1]s = 0; %[1]s < %[2]d; %[1]s++)", "for (let %[1]s = %[2]d; %[1]s >= 0; %[1]s -= 2)", "for (const %[1]s of [%[2]d, 1, 0])")
			fmt.Fprintf(&b, label+head+" {\n%[3]s}\n", x, l.IntN(5), body)
			l.unlabel(label)
		case kind == 7 && depth > 0:
			label := l.label(x, true)
			fmt.Fprintf(&b, "let %s = 0\n%swhile (%s < %d) { %s++\n%s}\n", x, label, x, 1+l.IntN(3), x, inner(true))
			l.unlabel(label)
		case kind == 8:
			fmt.Fprint(&b, l.jump(loop))
		case kind == 9 && result != nil:
			fmt.Fprintf(&b, "if (%s) return %s\n", l.condition(2), result())
		case kind == 10 && depth > 0:
			label := l.label(x, false)
			fmt.Fprintf(&b, "%sswitch (%s & 3) {\ncase 0:\n%scase 1:\n%sbreak\ndefault:\n%sbreak\ncase 2:\n%s}\n", label, l.moderate(2), inner(loop), inner(loop), inner(loop), inner(loop))
			l.unlabel(label)
		case kind == 14 && depth > 0:
			label := l.label(x, false)
			fmt.Fprintf(&b, "%s{\n%s%s%s}\n", label, inner(loop), l.jump(loop), inner(loop))
			l.unlabel(label)
		case kind == 11:
			fmt.Fprintf(&b, "const { %s = 1, z%s } = { z%s: %s }\n%s = %s - z%s\n", x, x, x, l.number(2), v, x, x)
		case kind == 12:
			fmt.Fprintf(&b, "const %s = [%s, %s, 0, %s]\n%s[%s & 3] = %s\n%s += %s[%s & 3]\n", x, l.number(1), l.number(1), l.number(1), x, l.moderate(1), l.number(2), v, x, l.moderate(1))
		case kind == 13:
			body := l.with([]string{x, "q"}, func() string { return l.number(2) })
			fmt.Fprintf(&b, "const f%s = (%s, q = %s) => { %s += q; return %s }\n%s = f%s(%s) - f%s(%s, 2)\n", x, x, v, v, body, v, x, l.number(1), x, l.moderate(1))
		case l.ticks && len(l.memories) > 0:
			b.WriteString(l.write())
		}
	}
	return b.String()
}

// label begins a statement that may have a label; unlabel ends it.
func (l *randomLambda) label(name string, loop bool) string {
	if !l.one(3) {
		return ""
	}
	l.labels = append(l.labels, randomLabel{"a" + name, loop})
	return "a" + name + ": "
}

func (l *randomLambda) unlabel(label string) {
	if label != "" {
		l.labels = l.labels[:len(l.labels)-1]
	}
}

// jump leaves a statement around under a condition, or fails, which is rare.
func (l *randomLambda) jump(loop bool) string {
	var list []string
	if loop {
		list = append(list, "break", "continue")
	}
	for _, a := range l.labels {
		list = append(list, "break "+a.name)
		if a.loop {
			list = append(list, "continue "+a.name)
		}
	}
	if l.one(8) {
		return fmt.Sprintf("if (%s && (%s & 63) === 7) throw new RangeError('no %s')\n", l.condition(1), l.moderate(2), l.fresh())
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("if (%s) %s\n", l.condition(2), l.pick(list...))
}

// write changes a memory.
func (l *randomLambda) write() string {
	m := l.memories[l.IntN(len(l.memories))]
	form := l.pick("%[4]s%[1]s[%[2]s] = %[3]s\n", "%[4]s%[1]s.set(%[2]s, %[3]s)\n")
	return fmt.Sprintf(form, m.name, l.address(m, 2), l.value(m.width, 2), l.pick("", "if ("+l.condition(1)+") "))
}

// object is what the lambda returns; now and then something is left out and keeps its value.
func (l *randomLambda) object(fields []randomPort, memories []randomMemory, depth int) string {
	var parts []string
	for _, p := range fields {
		if !l.one(40) {
			parts = append(parts, p.name+": "+l.value(p.width, depth))
		}
	}
	for _, m := range memories {
		parts = append(parts, m.name)
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// text is the whole lambda as a property of the circuit.
func (l *randomLambda) text(inputs, state []randomPort, memories []randomMemory, gives []randomPort) string {
	key := "eval"
	if l.ticks {
		key = "onTick"
	}
	var names []string
	for _, p := range append(append([]randomPort{}, inputs...), state...) {
		suffix := ""
		if p.width > 32 {
			l.bigs = append(l.bigs, p.name)
			suffix = "n"
		} else {
			l.numbers = append(l.numbers, p.name)
		}
		names = append(names, fmt.Sprintf("%s = %d%s", p.name, l.IntN(3), suffix)) // the default is for onTick
	}
	l.memories = memories
	var kept []randomMemory
	for _, m := range memories {
		names = append(names, m.name)
		if l.ticks {
			kept = append(kept, m)
		}
	}
	l.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	fields := "{ " + strings.Join(names, ", ") + " }"
	if len(kept) == 0 && l.one(2) {
		return fmt.Sprintf("%s: (%s) => (%s)", key, fields, l.object(gives, nil, 4))
	}
	body := fmt.Sprintf("let v = %s, w = %s\n", l.number(2), l.number(1))
	l.numbers, l.variables = append(l.numbers, "v", "w"), []string{"v", "w"}
	result := func() string { return l.object(gives, kept, 2) }
	body += l.statements(2+l.IntN(4), 2, false, result)
	if len(kept) > 0 {
		body += l.write()
	}
	body += "return " + result()
	switch l.IntN(3) {
	case 0:
		return fmt.Sprintf("%s(%s) {\n%s }", key, fields, body)
	case 1:
		return fmt.Sprintf("%s: (all) => {\nconst %s = all\n%s }", key, fields, body)
	}
	return fmt.Sprintf("%s: (%s) => {\n%s }", key, fields, body)
}
