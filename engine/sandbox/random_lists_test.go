package sandbox

import (
	"fmt"
	"strings"
)

// randomLists writes lambdas of little but lists that grow and shrink under conditions, a Set and a Map. h is a number
// of 16 bits that conditions look at and that what is read of the lists goes into, so that each item and each order of
// them shows.
type randomLists struct{ *randomFile }

// lists writes a file of one circuit.
func (f *randomFile) lists() {
	l := randomLists{f}
	body := func(start string) string {
		return "let h = " + start + ", p = [], q = [x & 255, k & 255], r = h & 1 ? [7] : []\nconst s = new Set([x & 7, 2]), m = new Map([[1, x & 255], [k & 3, 9]])\n" + l.list(1, "") +
			"for (const v of [...p, 999, ...q, 999, ...r, 999, ...s]) h = (h * 31 + v) & 65535\nfor (const [k, v] of m) h = (h * 31 + k * 5 + v) & 65535\n"
	}
	fmt.Fprintf(&f.text, `circuit('Top', {
inputs: { x: bus(16) }, outputs: { o: bus(16) }, state: { k: reg(16) },
eval: ({ x, k }) => {
%sreturn { o: h }
},
onTick: ({ x, k }) => {
%sreturn { k: h }
},
})
`, body("x ^ k"), body("(x + k) & 65535"))
}

func (l randomLists) test() string {
	switch n := l.IntN(4); l.IntN(5) {
	case 0:
		return fmt.Sprintf("h & %d", 1<<n)
	case 1:
		return fmt.Sprintf("%s.length > %d", l.which(), n)
	case 2:
		return fmt.Sprintf("%s.includes(h & 3)", l.which())
	case 3:
		return fmt.Sprintf("%s.%s((v, i) => v + i > %d)", l.which(), l.pick("some", "every"), l.IntN(99))
	}
	return l.pick("h % 3 === 1", "s.has(h & 7)", "m.has(h & 3)", "s.size > 3", "m.size < 4", "s.delete(h & 3)")
}

func (l randomLists) which() string { return l.pick("p", "q", "r") }

// list writes statements; kind is "l" in a loop.
func (l randomLists) list(depth int, kind string) string {
	var b strings.Builder
	for range 2 + l.IntN(3) {
		fmt.Fprintf(&b, "h = (h * %d + %d) & 65535\n", 1+2*l.IntN(9), 1+l.IntN(99))
		b.WriteString(l.change() + "\n")
		fmt.Fprintf(&b, "h = (h * 5 + (%s)) & 65535\n", l.read())
		if depth == 0 {
			continue
		}
		name := l.name("i")
		switch l.IntN(7) {
		case 0, 1:
			fmt.Fprintf(&b, "for (let %[1]s = 0; %[1]s < %[2]d; %[1]s++) {\n%[3]s}\n", name, 1+l.IntN(3), l.list(depth-1, "l"))
		case 2:
			fmt.Fprintf(&b, "for (const %[1]s of %[2]s) {\nh = (h * 7 + %[1]s) & 65535\n%[3]s}\n", name, l.which(), l.leaving())
		case 3:
			which := l.which()
			fmt.Fprintf(&b, "while (%[1]s.length > %[2]d) h = (h * 3 + %[1]s.%[3]s()) & 65535\n", which, 1+l.IntN(3), l.pick("pop", "shift"))
		default:
			fmt.Fprintf(&b, "if (%s) {\n%s} else {\n%s}\n", l.test(), l.list(depth-1, kind), l.list(depth-1, kind))
		}
		if kind == "l" {
			b.WriteString(l.leaving())
		}
	}
	return b.String()
}

func (l randomLists) leaving() string {
	return fmt.Sprintf("if (%s) %s\n", l.test(), l.pick("break", "continue", "h ^= 5"))
}

// change is a statement that changes a list.
func (l randomLists) change() string {
	of, from, n := l.which(), l.which(), l.IntN(5)
	s := l.pick(
		of+".push(h & 255)", of+".push(h & 7, 3)", of+".unshift(h & 15)",
		"h = (h + ("+of+".pop() ?? 77)) & 65535", "h = (h + ("+of+".shift() ?? 55)) & 65535",
		fmt.Sprintf("%s = %s.filter((v, i) => (v ^ i) & %d)", of, from, 1<<n),
		fmt.Sprintf("%s = %s.map((v, i) => (v * 3 + i) & 255)", of, from),
		fmt.Sprintf("%s = %s.slice(%s)", of, from, l.pick("1", "-2", "0, 3", "h & 3", "0, -1")),
		fmt.Sprintf("%s = [...%s, h & 31]", of, from),
		fmt.Sprintf("%s = %s.concat(%s.slice(0, 2), 4)", of, from, l.which()),
		of+".reverse()", fmt.Sprintf("%s = %s", of, from),
		fmt.Sprintf("%s = %s.flatMap((v) => v & %d ? [v, 1] : [])", of, from, 1<<n),
		fmt.Sprintf("%s.push(...%s)", of, from),
		fmt.Sprintf("%s.forEach((v, i) => { h = (h * 3 + v + i) & 65535 })", of),
		fmt.Sprintf("%s = %s ? %s : %s", of, l.test(), from, l.which()),
		"s.add(h & 7)", fmt.Sprintf("s.delete(%d)", n), fmt.Sprintf("m.set(h & 3, %s.length)", of), "m.delete(h & 3)", "m.set(h & 7, (m.get(h & 3) ?? 1) + 1)",
		l.pick("s.clear()", "m.clear()"), of+".push(...s)", of+" = [...m.values()]", "for (const v of new Set("+of+")) s.add(v & 7)", "s.forEach((v) => { h = (h * 3 + v) & 65535 })",
		"m.forEach((v, k) => { h = (h * 3 + v * k) & 65535 })",
	)
	if l.one(2) {
		return "if (" + l.test() + ") " + s
	}
	return s
}

// read is what is read of a list.
func (l randomLists) read() string {
	of, n := l.which(), l.IntN(4)
	return l.pick(
		of+".length", fmt.Sprintf("%s[%d] ?? 8", of, n), of+"[h & 3] ?? 9", of+".at(-1) ?? 6", fmt.Sprintf("%s.at(%d) ?? 6", of, n-2),
		fmt.Sprintf("%s.indexOf(h & 7) + 1", of), fmt.Sprintf("%s.find((v) => v > %d) ?? 3", of, n*40), fmt.Sprintf("%s.findIndex((v, i) => v > i * 9) + 1", of),
		of+".reduce((s, v, i) => (s * 3 + v + i) & 4095, 1)", "Math.max(0, ..."+of+")", "Math.min(..."+of+", 99)",
		"m.get(h & 3) ?? 4", "[...s][0] ?? 7", "Math.max(0, ...m.keys())", "new Set("+of+").size", "s.size * 3 + m.size", "[...m].reduce((a, [k, v]) => (a * 3 + k + v) & 4095, 1)",
		fmt.Sprintf("(([u = 4, , v = 5]) => u * 3 + v)(%s)", of), of+".length ? "+of+"["+of+".length - 1] : 2",
	)
}
