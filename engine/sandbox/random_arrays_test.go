package sandbox

import (
	"fmt"
	"strings"
)

// randomArrays writes lambdas that read and change lists at indices which depend on values, in loops and under
// conditions, and sometimes do with them whatever else can be done with a list. The values read go into h, a number of
// 16 bits.
type randomArrays struct {
	*randomFile
	sizes map[string]int
	loose bool // indices may lie outside, and loops end when they end
}

// doubtful writes a file of one circuit whose lambdas can be compiled only as long as certain things do not happen.
func (f *randomFile) doubtful() {
	m := randomArrays{f, map[string]int{"a": 4 + f.IntN(9), "b": 4 + f.IntN(5), "c": 16}, true}
	made := fmt.Sprintf(`let h = (x ^ k) & 65535
let a = %s, b = %s
const c = new Uint8Array(16)
const g = [new Array(8).fill(0), new Array(8).fill(h & 7)]
const m = a
`, m.list("a"), m.list("b"))
	made = strings.ReplaceAll(made, "m[i & 15]", "(i * 9)")
	fmt.Fprintf(&f.text, `const put = (l: number[], i: number, v: number) => { if (i >= l.length) return 0; l[i] = v; return l[i] }
const gcd = (p: number, q: number): number => (q === 0 ? p : gcd(q, p %% q))
circuit('Top', {
inputs: { x: bus(16) }, outputs: { o: bus(16), p: bus(32) }, state: { k: reg(16), s: reg(32, 7) },
eval: ({ x, k, s }) => {
%s%sreturn { o: h, p: s }
},
onTick: ({ x, k, s }) => {
%s%sreturn { k: h, s: %s }
},
})
`, made, m.statements(m.IntN(2)), made, m.statements(m.IntN(2)), m.pick("s ^ h", "a[0]", "(s - h) | 0", "s", "undefined"))
}

// loop writes a loop whose rounds no range bounds, but which ends.
func (m randomArrays) loop() string {
	of := m.which()
	body := m.pick("", fmt.Sprintf("%s[n & 3] = n\n", of), "h = (h * 5 + n) & 65535\n", "a.push(n)\n", "if (n === 4) break\n")
	return m.pick(
		fmt.Sprintf("{ let n = (h & %d) + 1, t = 0\nwhile (n !== 1 && t < 300) { n = n & 1 ? 3 * n + 1 : n >> 1; t++\n%s}\nh = (h + t) & 65535 }\n", m.pick2(255, 15), body),
		fmt.Sprintf("{ let lo = 0, hi = 15, n = 0\nwhile (lo <= hi) { n = (lo + hi) >> 1; if (n * 9 < (h & 127)) lo = n + 1; else hi = n - 1\n%s}\nh = (h + lo) & 65535 }\n", body),
		"{ let s\ndo { s = false; for (let i = 0; i + 1 < b.length; i++) if (b[i] > b[i + 1]) { [b[i], b[i + 1]] = [b[i + 1], b[i]]; s = true } } while (s) }\n",
		fmt.Sprintf("h = (h + gcd(h & %d, (x & 63) + 1)) & 65535\n", m.pick2(255, 4095)),
		fmt.Sprintf("for (let n = h & 31; ; ) { n = (n * 5 + 1) & 31\n%sif (n === 0) break }\n", body),
		"{ const q = [h & 7]; let n = 0\nwhile (q.length > 0 && n < 20) { const v = q.shift()!; n++\nif (v > 0) q.push(v >> 1); if (v > 4) q.push(v - 3) }\nh = (h + n) & 65535 }\n",
	)
}

// arrays writes a file of one circuit.
func (f *randomFile) arrays() {
	m := randomArrays{f, map[string]int{"a": 8 + f.IntN(13), "b": 8 + f.IntN(9), "c": 16}, false}
	kind := m.pick("Uint8Array", "Int8Array", "Uint16Array", "Int32Array", "Uint32Array")
	made := fmt.Sprintf(`let h = x ^ k
let a = %s, b = %s
const c = new %s(16)
const g = [new Array(8).fill(0), new Array(8).fill(h & 7)]
`, m.list("a"), m.list("b"), kind)
	fmt.Fprintf(&f.text, `const put = (l: number[], i: number, v: number) => { if (i >= l.length) return 0; l[i] = v; return l[i] }
circuit('Top', {
inputs: { x: bus(16) }, outputs: { o: bus(16) }, state: { k: reg(16), m: mem(16, 16) },
eval: ({ x, k, m }) => {
%s%sreturn { o: h }
},
onTick: ({ x, k, m }) => {
%s%sm[h & 15] = a[%s]
return { k: h, m }
},
})
`, made, m.statements(2), made, m.statements(2), m.index("a"))
}

// list is what a list begins with.
func (m randomArrays) list(name string) string {
	n := m.sizes[name]
	return m.pick(
		fmt.Sprintf("new Array(%d).fill(%d)", n, m.IntN(3)), fmt.Sprintf("Array.from({ length: %d }, (_, i) => i * %d)", n, 1+m.IntN(40)),
		fmt.Sprintf("Array.from({ length: %d }, (_, i) => (x * (i + 3)) & 255)", n), fmt.Sprintf("Array.from({ length: %d }, (_, i) => m[i & 15] - (x & 7))", n),
		fmt.Sprintf("Array(%d).fill(h)", n),
	)
}

func (m randomArrays) which() string { return m.pick("a", "a", "b", "c") }

// index is an index inside a list.
func (m randomArrays) index(of string) string {
	n := m.sizes[of]
	if m.loose && m.IntN(3) == 0 {
		return m.pick("h & 15", "h % 9", "(h & 7) - 1", "a[0] & 7", "a.pop()!", "(h & 1 ? 2 : undefined)!")
	}
	return m.pick(
		fmt.Sprintf("(%s) %% %d", m.pick("h", "x", "h + x", "h >> 3"), n), fmt.Sprintf("h & %d", m.pick2(7, 3)), fmt.Sprintf("(h >> %d) & 7", m.IntN(9)),
		fmt.Sprintf("%d", m.IntN(n)), fmt.Sprintf("Math.min(h & 31, %d)", n-1), fmt.Sprintf("%d - (x & 7)", n-1),
	)
}

func (m randomArrays) pick2(a, b int) int { return []int{a, b}[m.IntN(2)] }

// value is a number.
func (m randomArrays) value() string {
	of := m.which()
	return m.pick(
		"h", "h & 255", "-(h & 15)", fmt.Sprint(m.IntN(300)-20), fmt.Sprintf("%s[%s]", of, m.index(of)), fmt.Sprintf("%s[%s] + 1", of, m.index(of)),
		fmt.Sprintf("(%s[%s] ^ h) & 1023", of, m.index(of)), "h * 65537", fmt.Sprintf("%s.length", of), "g[h & 1][h & 7]", "x - k",
		fmt.Sprintf("(%s[h & 31] ?? 9)", of), m.pick("h / 2", "h * 4294967296", "h >>> 0", "m[h & 15]"),
	)
}

// test is a condition.
func (m randomArrays) test() string {
	of := m.which()
	return m.pick(fmt.Sprintf("h & %d", 1<<m.IntN(4)), fmt.Sprintf("%s[%s] > %d", of, m.index(of), m.IntN(200)), fmt.Sprintf("%s[%s] < %s[%s]", of, m.index(of), of, m.index(of)), "x > k")
}

// change writes a change of a list.
func (m randomArrays) change() string {
	of := m.which()
	i := m.index(of)
	switch m.IntN(14) {
	case 0:
		return fmt.Sprintf("%s[%s]++\n", of, i)
	case 1:
		return fmt.Sprintf("%s[%s] += %s\n", of, i, m.value())
	case 2:
		return fmt.Sprintf("{ const i = %s, j = %s; const t = %s[i]; %s[i] = %s[j]; %s[j] = t }\n", i, m.index(of), of, of, of, of)
	case 3:
		return fmt.Sprintf(";[%s[%s], %s[%s]] = [%s[%s], %s[%s]]\n", of, i, of, m.index(of), of, m.index(of), of, i)
	case 4:
		return fmt.Sprintf("g[%s][h & 7] = %s\n", m.pick("0", "1", "h & 1"), m.value())
	case 5:
		return fmt.Sprintf("h = (h + put(%s as any, %s, %s)) & 65535\n", of, i, m.value())
	case 6:
		return fmt.Sprintf("%s[%s] |= 1\n", of, i)
	}
	return fmt.Sprintf("%s[%s] = %s\n", of, i, m.value())
}

// whole does something with a list as a whole.
func (m randomArrays) whole() string {
	of := m.pick("a", "b")
	return m.pick(
		fmt.Sprintf("%s = [...%s]\n", of, of), fmt.Sprintf("{ const t = %s; t[h & 7] = 5 }\n", of), fmt.Sprintf("%s.reverse()\n", of),
		fmt.Sprintf("%s.copyWithin(%s, %s)\n", of, m.pick("0", "h & 7", "-2"), m.pick("1", "h % 5", "x & 3, 4")),
		fmt.Sprintf("h = (h + %s.reduce((s, v) => s + v, 0)) & 65535\n", of), fmt.Sprintf("%s = %s.map((v, i) => v + i)\n", of, of),
		fmt.Sprintf("for (const v of %s) h = (h * 3 + v) & 65535\n", of), fmt.Sprintf("h = (h + %s.indexOf(%d) + %s.findIndex((v) => v > 60)) & 65535\n", of, m.IntN(20), of),
		fmt.Sprintf("%s.fill(%d)\n", of, m.IntN(9)), fmt.Sprintf("h = (h + Math.max(...%s)) & 65535\n", of), fmt.Sprintf("%s.push(%s.shift()!)\n", of, of),
		fmt.Sprintf("{ const t = %s.slice(); t[h & 7] = 77; h = (h + t[3] + %s[3]) & 65535 }\n", of, of), fmt.Sprintf("a[0] = a[%d]\n", m.IntN(8)),
		fmt.Sprintf("{ const t = %s.splice(%s, %d, %s); h = (h + t.length * 9 + (t[0] | 0)) & 65535 }\n", of, m.pick("h & 7", "h % 5", "(h & 3) - 2", of+".indexOf(3)"), m.IntN(3), m.pick("h & 7", "5, h & 3")),
		fmt.Sprintf("{ const t = [...%s]; t.splice(h & 3, 1); t.unshift(h & 7); h = (h + t[1] + t[3] * 5) & 65535 }\n", of),
		fmt.Sprintf("{ const d = %s[h & 7] - 9; if (d !== 0) h = (h + Math.floor((h - 3000) / d) + 3000 %% d) & 65535 }\n", of),
		fmt.Sprintf("if (%s) %s[h & 7] = undefined as any\nelse %s[h & 7] = 4\n", m.test(), of, of),
	)
}

// statements writes some of them.
func (m randomArrays) statements(depth int) string {
	var b strings.Builder
	for range 2 + m.IntN(3) {
		of := m.which()
		fmt.Fprintf(&b, "h = (h * %d + (%s[%s] as number)) & 65535\n", 1+2*m.IntN(9), of, m.index(of))
		b.WriteString(m.change())
		if m.loose && m.IntN(3) == 0 {
			b.WriteString(m.loop())
		}
		if depth == 0 {
			continue
		}
		switch m.IntN(8) {
		case 0, 1:
			fmt.Fprintf(&b, "for (let i = 0; i < %d; i++) {\n%s%s}\n", 2+m.IntN(5), m.pick("", "h = (h + i * 5) & 65535\n", fmt.Sprintf("if (%s) %s\n", m.test(), m.pick("break", "continue"))), m.statements(0))
		case 2:
			fmt.Fprintf(&b, "if (%s) {\n%s} else {\n%s}\n", m.test(), m.statements(depth-1), m.statements(0))
		case 3:
			fmt.Fprintf(&b, "if (%s) {\n%s}\n", m.test(), m.statements(depth-1))
		case 4:
			fmt.Fprintf(&b, "switch (h & 3) {\ncase 0:\n%sbreak\ncase 1:\n%sbreak\ndefault:\n%s}\n", m.change(), m.statements(0), m.change())
		case 5:
			b.WriteString(m.whole())
		}
	}
	return b.String()
}
