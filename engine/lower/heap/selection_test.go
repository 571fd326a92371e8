package heap_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/invariants/thorough"
)

// TestTablesOfTexts reads tables of texts and rows, as those of instructions, and does with them what programs do.
func TestTablesOfTexts(t *testing.T) {
	const table = "const T = { 2: ['add', 'zp', 2], 7: ['sub', 'abs', 3], 9: ['add', 'abs', 3], 12: ['jmp', 'imm', 2], 200: ['sub', 'zp', 2] }\n" +
		"const L = ['a', 'b', 'c', 'a', 'd', 'b'], SIZE = { zp: 2, abs: 3, imm: 1 }, R = [{ op: 'x', n: 4 }, { op: 'y', n: 5 }, { op: 'x', n: 6 }]\n"
	for name, body := range map[string]string{
		"a default":         "const [op, mode, n] = T[a & 15] ?? ['nop', 'imp', 1]; return { o: (op === 'add' ? 100 : op === 'nop' ? 200 : 300) + n + (SIZE[mode] ?? 7) }",
		"a switch":          "const [op, mode] = T[a] ?? ['nop', 'zp']; let r = c; switch (op) { case 'add': r += b; break; case 'sub': r -= b; break; case 'jmp': default: r = SIZE[mode] } return { o: r }",
		"falls through":     "let r = 0; switch (L[a & 7]) { case 'b': r += 1; case 'd': r += 2; break; default: r += 4; case 'a': r += 8 } return { o: r }",
		"undefined":         "const x = L[a & 7]; return { o: x === undefined ? 1 : x !== 'c' ? 2 : 3 }",
		"no text":           "const x = L[a & 7]; return { o: x ? 1 : 0 }",
		"optional":          "return { o: T[a & 15]?.[2] ?? 99 }",
		"records":           "const { op = 'z', n = b } = R[a & 3] ?? {}; return { o: (op === 'x' ? 10 : op === 'z' ? 20 : 30) + n }",
		"in a loop":         "let r = 0; for (let i = 0; i < 6; i++) if (L[(a + i) % 6] === 'a') r |= 1 << i; return { o: r }",
		"negative":          "return { o: L[(a & 15) - 4] === 'a' ? 1 : 0 }",
		"a variable":        "let x = L[a & 3]; if (d) x = 'b'; if (b & 1) x = L[b & 7] ?? 'q'; return { o: x === 'b' ? 1 : x === 'q' ? 2 : 3 }",
		"two tables":        "return { o: L[a & 7] === L[b & 7] ? 1 : 0 }",
		"of a list":         "return { o: ['a', 'd'].includes(L[a & 7]) ? 1 : L.indexOf(L[b & 3]) }",
		"rows of a lambda":  "const t = [['p', b], ['q', c], ['r', 7]]; const [k, v] = t[a % 3]; return { o: k === 'q' ? v + 1 : v }",
		"texts of numbers":  "const t = ['1', '20', '3']; return { o: +(t[a & 3] ?? '5') }",
		"functions":         "const t = [(x) => x + 1, (x) => x - b, (x) => x ^ c]; return { o: t[a % 3](c) }",
		"null":              "const t = [null, 'x', undefined, 'y']; return { o: (t[a & 7] ?? 'none') === 'none' ? 1 : t[a & 7] === 'x' ? 2 : 3 }",
		"a number or not":   "const t = [5, 'x', 7, undefined]; const x = t[a & 7]; return { o: typeof x === 'number' ? 1 : x === 'x' ? 2 : 3 }",
		"numbers":           "const t = { 1: 5, 4: 7, 9: 5 }; switch (t[a & 15] ?? 0) { case 5: return { o: 1 }; case 7: return { o: 2 } } return { o: 3 }",
		"beyond the end":    "const t = [9, 8, 7, 6, 5]; return { o: (t[a] ?? 3) * 10 + (t[b] ?? 0) + (a < 5 ? t[a] : 77) }",
		"fewer columns":     "const [x = 9, y] = [[a], [b, c], [7, 8, 9]][a % 3]; return { o: x + (y ?? 5) }",
		"truth values":      "const t = [true, false, true, true, false, false, true, false]; return { o: (t[a & 7] ? 1 : 0) + (t[(b & 3) + 1] ? 2 : 0) }",
		"many truth values": "const t = Array.from({ length: 256 }, (_, i) => i % 3 === 0 || i === 77); return { o: (t[a] ? 1 : 0) + (t[b & 255] && d ? 2 : 0) + (t[(a & 127) + 9] ? 4 : 0) }",
		"truth or not":      "const t = [true, false, true]; return { o: t[a & 3] === undefined ? 1 : t[b & 3] ? 2 : 3 }",
		"wide and default":  "const t = { 3: 5, 900: 7, 3000: 9 }; return { o: t[b] ?? 4 }",
		"wide, selected":    "const t = { 3: 'x', 900: 'y', 3000: 'x' }; return { o: { x: 10, y: 20 }[t[b & 4095]] ?? 4 }",
		"length":            "return { o: (L[a & 7] ?? 'long').length }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, table+"const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			lowertest.Agree(t, p, 300, 5)
		})
	}
}

// tables writes random tables and what is done with them.
type tables struct{ *rand.Rand }

func (g tables) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g tables) word(n int) string { return fmt.Sprintf("'k%d'", g.IntN(n)) }

func (g tables) table(words int) string {
	entry := func() string {
		return fmt.Sprintf("[%s, %s, %d]", g.word(words), g.word(3), g.IntN(5))
	}
	length := g.pick("3", "5", "40", "100", "256")
	n := 0
	fmt.Sscan(length, &n)
	var list []string
	if g.IntN(2) == 0 {
		for range n {
			list = append(list, entry())
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	for k := range n {
		if g.IntN(3) > 0 {
			list = append(list, fmt.Sprintf("%d: %s", k, entry()))
		}
	}
	return "{ " + strings.Join(append(list, "0: "+entry()), ", ") + " }"
}

// cases writes the cases of a switch, with labels of a kind.
func (g tables) cases(label func() string) string {
	var b strings.Builder
	n := 1 + g.IntN(12)
	other := g.IntN(2 * n)
	for i := range n {
		if i == other {
			fmt.Fprintf(&b, "default: %s", g.pick("", "r ^= 77; ", "r ^= 55; break; "))
		}
		for range 1 + g.IntN(4)*g.IntN(3) {
			fmt.Fprintf(&b, "case %s: ", label())
		}
		fmt.Fprintf(&b, "%s%s", g.pick("", "r += "+fmt.Sprint(i)+"; ", "r = r * 3 + 1; ", "s = b; ", "if (d) break; r -= s; "), g.pick("", "break; ", "break; "))
	}
	return b.String()
}

func (g tables) circuit() string {
	words := 1 + g.IntN(100)
	index := g.pick("a", "a & 15", "a & 63", "b", "b & 511", "a - 5", "(c >>> 24)", "a % 7")
	text := "const T = " + g.table(words) + ", U = { k0: 5, k1: 6, k2: 7 }\n"
	text += "const Only = circuit('Only', " + lowertest.Ports + "eval: ({ a, b, c, d, w }) => { let r = 1, s = c; "
	fallback := fmt.Sprintf("[%s, 'k1', 9]", g.word(words))
	text += fmt.Sprintf("const [x, y, z] = T[%s] ?? %s; ", index, fallback)
	for range 1 + g.IntN(3) {
		switch g.IntN(4) {
		case 0:
			text += fmt.Sprintf("if (x === %s %s y %s %s) r += z; ", g.word(words), g.pick("||", "&&"), g.pick("===", "!=="), g.word(3))
		case 1:
			text += "s += U[y]; "
		case 2:
			text += "switch (x) { " + g.cases(func() string { return g.word(words) }) + "} "
		case 3:
			limit := []int{8, 70, 260, 3000}[g.IntN(4)]
			text += fmt.Sprintf("switch (%s) { ", g.pick("a", "b & 255", "b & 1023", "z", "a + z", "T[a]?.[2] ?? 3")) +
				g.cases(func() string { return fmt.Sprint(g.IntN(limit) - 2) }) + "} "
		}
	}
	return text + "return { o: r * 64 + (s & 63) } } })"
}

func checkTables(t *testing.T, seed uint64) {
	t.Helper()
	text := tables{rand.New(rand.NewPCG(seed, 7))}.circuit()
	defer func() {
		if t.Failed() {
			t.Logf("seed %d: %s", seed, text)
		}
	}()
	p := lowertest.Compile(t, text)
	require.Empty(t, p.Hints)
	lowertest.Agree(t, p, 40, seed)
	lowertest.AgreeGenerated(t, p, 10, seed)
}

// TestRandomTables runs random tables and switches on the closures, the interpreter and the generated code.
func TestRandomTables(t *testing.T) {
	for seed := range thorough.Count(uint64(60)) {
		checkTables(t, seed)
	}
}

func FuzzTables(f *testing.F) {
	for seed := range uint64(5) {
		f.Add(seed + 1000)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkTables(t, seed) })
}

// TestTablesOfTextsAreSmall compares a processor's decoder that is written with texts to the same one with numbers.
func TestTablesOfTextsAreSmall(t *testing.T) {
	decoder := func(quote func(string, int) string) string {
		var table, cases strings.Builder
		for op := range 120 {
			fmt.Fprintf(&table, "%d: [%s, %s], ", op*2+1, quote("op", op*7%30), quote("mode", op%5))
		}
		for op := range 30 {
			fmt.Fprintf(&cases, "case %s: r = (r ^ %d) + m; break; ", quote("op", op), op*37)
		}
		return fmt.Sprintf("const T = { %s}\n%s", table.String(), lowertest.Only(fmt.Sprintf(`eval: ({ a, b, c, d, w }) => {
			const [op, mode] = T[a] ?? [%s, %s]
			const m = mode === %s ? b : mode === %s ? b >> 8 : 1
			let r = c
			switch (op) { %s}
			return { o: r }
		}`, quote("op", 3), quote("mode", 0), quote("mode", 1), quote("mode", 2), cases.String())))
	}
	texts := lowertest.Compile(t, decoder(func(kind string, n int) string { return fmt.Sprintf("'%s%d'", kind, n) }))
	numbers := lowertest.Compile(t, decoder(func(kind string, n int) string { return fmt.Sprint(n) }))
	lowertest.Agree(t, texts, 300, 1)
	lowertest.Agree(t, numbers, 300, 1)
	require.Less(t, len(texts.Module.Ops), len(numbers.Module.Ops)+20)
	require.Less(t, len(texts.Module.Ops), 250)
}

// TestNumbersMadeInTheLambdaAreATable has lists of known numbers that a lambda makes itself and reads at an index.
func TestNumbersMadeInTheLambdaAreATable(t *testing.T) {
	for name, body := range map[string]string{
		"squares":        "return { o: Array.from({ length: 64 }, (_, i) => i * i * 7 % 251)[a & 63] }",
		"negative":       "return { o: Array.from({ length: 32 }, (_, i) => 5 - i * i)[a & 31] + b }",
		"in the middle":  "return { o: [9, 8, 7, 6, 5, 4, 3, 2, 1].map((x) => x * x)[(a & 5) + 2] }",
		"the other way":  "return { o: Array.from({ length: 16 }, (_, i) => 1 << i).reverse()[a & 15] ^ b }",
		"large":          "return { o: Array.from({ length: 8 }, (_, i) => 2 ** (i * 7) + 1)[a & 7] / 3 }",
		"sums":           "const t = [1]; for (let i = 1; i < 40; i++) t.push(t[i - 1] + i * 3); return { o: t[a % 40] }",
		"outside":        "return { o: Array.from({ length: 20 }, (_, i) => i * 3)[a & 31] ?? 77 }",
		"one is changed": "const t = Array.from({ length: 16 }, (_, i) => i * 3); t[4] = b; return { o: t[a & 15] }",
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, "const Only = circuit('Only', "+lowertest.Ports+"eval: ({ a, b, c, d, w }) => { "+body+" } })")
			require.Empty(t, p.Hints)
			if name != "outside" && name != "one is changed" {
				require.Len(t, p.Module.Tables, 1)
				require.Less(t, len(p.Module.Ops), 30)
			}
			lowertest.Agree(t, p, 300, 5)
		})
	}
}
