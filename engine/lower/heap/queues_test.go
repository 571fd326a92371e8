package heap_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/word"
	"simten.dev/invariants/thorough"
)

const (
	queueTaken = "const q = Array.from({ length: 6 }, (_, i) => ({ v: h[i], k: t[i] & 255 })); "
	queuePut   = "q.forEach((e, i) => { h[i] = e.v; t[i] = e.k }); h[a & 15] = b; return { h, t, s }"
)

// TestQueues: lists of records that change places are as good as lists of numbers.
func TestQueues(t *testing.T) {
	for name, c := range map[string]struct {
		does string
		max  int // operations
	}{
		"bubble sort":      {"for (let i = 0; i < 5; i++) for (let j = 0; j < 5 - i; j++) if (q[j].k > q[j + 1].k) [q[j], q[j + 1]] = [q[j + 1], q[j]]; ", 160},
		"sort":             {"if (b & 1) q.sort((x, y) => x.k - y.k || y.v - x.v); ", 260},
		"toSorted":         {"q.toSorted((x, y) => x.k - y.k).forEach((e, i) => { s = s * 3 + e.v * i }); ", 160},
		"removed":          {"for (let i = a & 7; i < 5; i++) q[i] = q[i + 1]; q[5] = { v: b, k: c & 255 }; ", 120},
		"removed, if any":  {"const at = q.findIndex((e, i) => i > 0 && e.k === (b & 255)); if (at >= 0) for (let i = at; i < 5; i++) q[i] = q[i + 1]; ", 120},
		"put in its place": {"let i = 5; while (i > 0 && q[i - 1].k > (b & 255)) { q[i] = q[i - 1]; i-- } q[i] = { v: c & 0xffff, k: b & 255 }; ", 160},
		"the least":        {"let best = q[0]; for (const e of q) if (e.k < best.k) best = e; s = s + best.v * 3 + best.k; ", 120},
		"written anywhere": {"q[a % 6] = { v: b, k: c & 255 }; q[b % 6] = { ...q[a % 6], k: 3 }; const e = q[c & 3]; s = s + e.v + e.k; ", 140},
		"of lists":         {"const p = q.map(e => [e.k, [e.v, e.k ^ 1]]); for (let i = 0; i < 5; i++) if (p[i][0] < p[i + 1][0]) [p[i], p[i + 1]] = [p[i + 1], p[i]]; p.forEach(([k, [v, w]]) => { s = s * 5 + k * 3 + v + w }); ", 150},
	} {
		t.Run(name, func(t *testing.T) {
			lowertest.AgreeCompiled(t, lowertest.Cells(queueTaken+c.does+queuePut), c.max)
		})
	}
}

// TestQueuesOfTheirOwn: a record that another one stands for is itself when it is changed or compared.
func TestQueuesOfTheirOwn(t *testing.T) {
	for name, does := range map[string]string{
		"changed after":        "const x = a & 1 ? q[0] : q[1]; x.v = 7; q[a & 2 ? 0 : 1].k += 3; ",
		"changed through both": "if (b & 1) [q[0], q[1]] = [q[1], q[0]]; q[2] = a & 1 ? q[0] : q[3]; q[0].v = 9; q[2].v += 4; ",
		"compared":             "if (b & 1) [q[0], q[1]] = [q[1], q[0]]; const x = a & 1 ? q[0] : q[1]; if (x === q[1]) s = s + 5; ",
		"looked for":           "const x = b & 1 ? q[2] : q[4]; s = s * 3 + q.indexOf(x) + (q.includes(x) ? 9 : 1); ",
		"an alias":             "const x = q[3]; q[a % 6] = x; q[b % 6] = x; x.v = (x.v + 1) & 0xffff; ",
		"in a round":           "for (let i = 0; i < (a & 3); i++) { const x = q[i].k > 4 ? q[i] : q[5]; x.v = (x.v + i) & 0xffff } ",
		"cloned":               "const p = structuredClone(q); p[a % 6].v = 5; const one = structuredClone({ q: [p[0], p[0], q[1]], n: null, b: [true, 'x', undefined] }); one.q[0].k = 3; p[0].k += 1; s = s * 3 + p[a & 3].v + one.q[1].k + one.q[2].v + one.b.length; ",
		"a choice cloned":      "const x = structuredClone(a & 1 ? q[0] : { v: 3, k: 4 }); x.v = 9; q[1] = x; ",
		"a constant cloned":    "const x = structuredClone([[1, 2], { v: [3] }]); x[0][a & 1] = 7; x[1].v[0] += a; s = s + x[0][0] * 3 + x[0][1] + x[1].v[0]; ",
		"put at its end":       "const p = []; for (const e of q) if (e.k & 1) p[p.length] = e; s = s * 3 + p.length + (p[0]?.v ?? 7); ",
		"changed on one path":  "let x = q[0]; if (a & 1) { x = b & 1 ? q[1] : q[2] } else { q[1].v = 3 } s = s + x.v; if (a & 2) q[3].v = x.k; ",
	} {
		t.Run(name, func(t *testing.T) {
			lowertest.AgreeCompiled(t, lowertest.Cells(queueTaken+does+queuePut), math.MaxInt)
		})
	}
}

// queues writes lambdas in which records change places in a list, are copied, changed and compared.
type queues struct{ *rand.Rand }

func (g queues) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g queues) index() string {
	return g.pick("0", "1", "2", "3", "4", "5", "a % 6", "(b & 3)", "(b & 1) + 3", "s % 6", "q.findIndex(e => e.k >= 9) + 1 & 3")
}

func (g queues) number() string {
	switch g.IntN(4) {
	case 0:
		return fmt.Sprint(g.IntN(20))
	case 1:
		return fmt.Sprintf("q[%s].%s", g.index(), g.pick("v", "k"))
	case 2:
		return fmt.Sprintf("(%s + %s & 255)", g.number(), g.number())
	}
	return g.pick("a", "(b & 255)", "(s & 63)", "(c >>> 24)")
}

func (g queues) test() string {
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("(q[%s] %s q[%s])", g.index(), g.pick("===", "!=="), g.index())
	case 1:
		return g.pick("a & 1", "b & 2", "c & 4", "s & 1")
	}
	return fmt.Sprintf("(%s %s %s)", g.number(), g.pick("<", ">", "===", ">="), g.number())
}

func (g queues) record() string {
	switch g.IntN(5) {
	case 0:
		return fmt.Sprintf("{ v: %s, k: %s }", g.number(), g.number())
	case 1:
		return fmt.Sprintf("{ ...q[%s], %s: %s }", g.index(), g.pick("v", "k"), g.number())
	case 2:
		return fmt.Sprintf("(%s ? q[%s] : q[%s])", g.test(), g.index(), g.index())
	}
	return fmt.Sprintf("q[%s]", g.index())
}

func (g queues) statement() string {
	switch g.IntN(13) {
	case 0:
		i, j := g.index(), g.index()
		return fmt.Sprintf("if (%s) [q[%s], q[%s]] = [q[%s], q[%s]]; ", g.test(), i, j, j, i)
	case 1:
		return fmt.Sprintf("for (let i = 0; i < 5; i++) if (q[i].%[1]s > q[i + 1].%[1]s) { const x = q[i]; q[i] = q[i + 1]; q[i + 1] = x } ", g.pick("v", "k"))
	case 2:
		return fmt.Sprintf("for (let i = %s; i < 5; i++) q[i] = q[i + 1]; ", g.index())
	case 3:
		return fmt.Sprintf("for (let i = 5; i > (%s); i--) q[i] = q[i - 1]; ", g.index())
	case 4:
		return fmt.Sprintf("q.sort((x, y) => x.%[1]s - y.%[1]s); ", g.pick("v", "k"))
	case 5:
		return fmt.Sprintf("{ let best = q[0]; for (const e of q) if (e.k %s best.k) best = e; s = s + best.v * 3; %s} ", g.pick("<", ">="), g.pick("", "", "best.k = 0; "))
	case 6:
		return fmt.Sprintf("{ const e = q.find(x => x.k > %s); if (e) s = s + e.v; %s} ", g.number(), g.pick("", "", "if (e) e.v = 1; "))
	case 7:
		return g.pick("q.push(q.shift()); ", "q.reverse(); ", "q.unshift(q.pop()); ", "q.splice(2, 1); q.push({ v: a, k: 3 }); ")
	case 8:
		return fmt.Sprintf("q[%s].%s = %s; ", g.index(), g.pick("v", "k"), g.number())
	case 9:
		return fmt.Sprintf("if (%s) { %s} else { %s} ", g.test(), g.statement(), g.statement())
	}
	return fmt.Sprintf("q[%s] = %s; ", g.index(), g.record())
}

func (g queues) body() string {
	var b strings.Builder
	b.WriteString(queueTaken)
	for range 1 + g.IntN(4) {
		b.WriteString(g.statement())
	}
	b.WriteString("s = s >>> 1; " + queuePut)
	return b.String()
}

// TestRandomQueues: records that others stand for are what they are in the language.
func TestRandomQueues(t *testing.T) {
	lowertest.AgreeOnRandom(t, thorough.Count(uint64(90)), 30, word.MemRead, func(seed uint64) string {
		return lowertest.Cells(queues{rand.New(rand.NewPCG(seed, 37))}.body())
	})
}
