package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/lower/lowertest"
	"simten.dev/engine/synthesis"
	"simten.dev/invariants/thorough"
)

// reachableCircuit has registers that hold fewer numbers than their types allow: what onTick does to them is for the
// caller to say. A list of eight items is changed and given back.
func reachableCircuit(start, body string) string {
	return "const Only = circuit('Only', { inputs: { a: bus(8), b: bus(16), c: bus(32) }, outputs: { o: bus(32), p: bus(32) }, " +
		"state: { m: mem(8, 8), t: mem(4, 6, new Map([[1, 3], [3, 6]])), s: reg(32), " + start + " }, " +
		"eval: ({ m, s, n, k, a }) => ({ o: s >>> 0, p: (m[a & 7] * 7 + n * 3 + k) >>> 0 }), " +
		"onTick: ({ m, t, s, n, k, a, b, c }) => { const l = [m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7]]; " + body + " l.forEach((x, i) => { m[i] = x }); return { m, t, s, n, k } } })"
}

// TestReachable: a lambda is compiled for the reachable values of its registers, when it cannot be for all that they
// may hold by their types.
func TestReachable(t *testing.T) {
	const plain = "n: reg(4), k: reg(4)"
	for name, c := range map[string]struct{ start, body string }{
		"a queue":                     {plain, "if (n !== 8) { l[n] = a; n++ } if (b & 1 && n > 0) { s = (s + l[0]) & 0xffff; l.shift(); l.push(0); n-- } "},
		"a stack, asked for its end":  {plain, "if (a & 1) { if (n !== 8) l[n++] = b & 255 } else if (n > 0) s = l[--n]; "},
		"a stack, its top":            {"n: reg(4, 1), k: reg(4)", "s = l[n - 1]; if (a & 1) { if (n < 8) l[n++] = b & 255 } else if (n > 1) n--; l[n - 1] = a; "},
		"a number of 32 bits":         {"n: reg(32), k: reg(32)", "l[n] = a; n = n === 7 ? 0 : n + 1; k = (k + 1) % 5; l[k] = b & 255; "},
		"a step of two":               {plain, "l[n + 1] = a; n += 2; if (n >= 7) n = 0; "},
		"up and down":                 {"n: reg(4), k: reg(1)", "if (k) { if (n === 0) k = 0; else n-- } else if (n === 7) k = 1; else n++; l[n] = a; "},
		"a start that is not nothing": {"n: reg(4, 5), k: reg(4, 2)", "l[n] = a; l[k] = b & 255; if (a & 1) { n = k; k = 7 } else { k = n; n = 3 } "},
		"states of a machine":         {"n: reg(4), k: reg(3)", "const I = 0, F = 1, D = 2; switch (k) { case I: n = 0; if (a & 1) k = F; break; case F: l[n] = a; if (n === 7) k = D; else n++; break; case D: n = 0; s++; k = I; break } "},
		"a new next state":            {plain, "if (n === 3) n = 6; else if (n === 6) n = 0; else n++; l[n] = a; "},
		"cells of a memory":           {plain, "l[t[a & 3]] = b & 255; if (b & 1) t[b >> 1 & 3] = n; if (n === 7) n = t[c & 3]; else n++; "},
		"a row of a table":            {plain, "const R = [{ x: 1, y: 5 }, { x: 3, y: 2 }, { x: 7, y: 7 }, { x: 0, y: 9 }, { x: 2, y: 1 }, { x: 4, y: 3 }, { x: 8, y: 8 }]; for (let i = 0; i < 4; i++) { const r = R[t[i]]; if (r.x > (a & 7)) { s = (s * 5 + r.y) & 0xffff; break } } t[n & 3] = b % 7; n = (n + 1) % 4; l[t[0]] = 1; "},
		"the length of the list":      {plain, "if (n !== l.length) l[n++] = a; else n = 0; "},
		"a stop that was kept":        {plain, "const full = n === 8, none = !n; if (!full && a & 1) l[n++] = b & 255; else if (!(none || a & 2)) s = (s + l[--n]) & 0xffff; "},
		"a switch":                    {plain, "l[n] = l[n] + 1 & 255; switch (n) { case 0: n = 2; break; case 2: n = 7; break; default: n = 0 } "},
	} {
		t.Run(name, func(t *testing.T) {
			text := reachableCircuit(c.start, c.body)
			p := lowertest.Compile(t, text)
			require.Empty(t, p.Hints)
			_, hints, err := synthesis.Build(context.Background(), p.Realm, p.Design, synthesis.Options{})
			require.NoError(t, err)
			require.NotEmpty(t, hints, "there is nothing to be gained")
			lowertest.Agree(t, p, 300, 6)
			lowertest.AgreeGenerated(t, p, 300, 6)
		})
	}
}

// TestConditionsThatWereKept: a range that a condition gives holds where a variable is found to be true that has
// kept it, and of what has been made of the number since.
func TestConditionsThatWereKept(t *testing.T) {
	const plain = "n: reg(4), k: reg(4)"
	for name, c := range map[string]struct{ start, body string }{
		"items come and go":          {plain, "const push = (b & 1) !== 0 && n < 8, pop = (b & 2) !== 0 && n > 0; if (push) { l[n] = a; n++ } if (pop) { n--; s = (s * 3 + l[n]) & 0xffff } "},
		"items come and go, counted": {plain, "const push = (b & 1) !== 0 && n < 8, pop = !!(b & 2) && n !== 0; if (push) l[n] = a; if (pop) s = (s * 3 + l[n - 1]) & 0xffff; n = n + (push ? 1 : 0) - Number(pop); "},
	} {
		t.Run(name, func(t *testing.T) {
			text := reachableCircuit(c.start, c.body)
			p := lowertest.Compile(t, text)
			_, hints, err := synthesis.Build(context.Background(), p.Realm, p.Design, synthesis.Options{})
			require.NoError(t, err)
			require.Empty(t, hints)
			lowertest.Agree(t, p, 300, 6)
			lowertest.AgreeGenerated(t, p, 300, 6)
		})
	}
}

// TestLoopsUpToACount: a count that is never above eight makes no more rounds than that, however many its register
// could count; without that, the loop of seven bits takes 9,000 operations.
func TestLoopsUpToACount(t *testing.T) {
	for _, width := range []int{6, 7, 16} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			text := fmt.Sprintf(`circuit('Only', { inputs: { a: bus(8), b: bus(16) }, outputs: { o: bus(32) }, state: { q: mem(8, 16), n: reg(%d), s: reg(32) },
  eval: ({ s }) => ({ o: s >>> 0 }),
  onTick: ({ q, n, s, a, b }) => {
    const push = (a & 1) === 1 && n < 8, pop = (a & 2) !== 0 && n > 0
    const list = []
    for (let i = 0; i < n; i++) list.push(q[i])
    s = (s + list.filter((v) => v > 1000).length) | 0
    if (push) q[n++] = b
    if (pop) n--
    return { q, n, s } } })`, width)
			p := lowertest.Compile(t, text)
			require.Empty(t, p.Hints)
			require.Less(t, len(p.Module.Ops), 300)
			lowertest.Agree(t, p, 300, 6)
			lowertest.AgreeGenerated(t, p, 300, 6)
		})
	}
}

// TestUnreachableIsReached: registers that do get out of a list are not taken to stay in it.
func TestUnreachableIsReached(t *testing.T) {
	const plain = "n: reg(4), k: reg(4)"
	for name, c := range map[string]struct{ start, body string }{
		"one too far":       {plain, "if (n < 9) { l[n] = a; n++ } if (l.length > 8) s = (s & 255) + l[8]; "},
		"by an input":       {plain, "n = a & 15; l[n] = 5; s = l.length; "},
		"now and then":      {plain, "if (a === 77) n = 12; else if (n !== 8) n++; l[n] = 3; s = l.length; "},
		"from its start":    {"n: reg(4, 11), k: reg(4)", "l[n] = 3; s = l.length; if (n > 0) n--; "},
		"round about":       {plain, "n--; l[n < 0 ? 0 : n] = a; s = l.length; "},
		"after a long time": {"n: reg(4), k: reg(16)", "k++; if (k === 200) n = 9; l[n] = a; s = l.length; "},
		"by the other":      {plain, "[n, k] = [k, n + 1]; l[n] = a; s = l.length; "},
		"a fraction":        {plain, "n = n + 0.5 + (a & 1) * 2; l[n | 0] = a; s = l.length; "},
		"from a memory":     {plain, "t[b & 3] = a & 31; n = t[c & 3]; l[n] = 1; s = l.length; "},
		"later in a memory": {plain, "k++; t[k & 3] = k === 14 ? 12 : 5; l[t[a & 3]] = 1; s = l.length; "},
		"below zero":        {"n: reg(32), k: reg(32)", "n = n - (a & 1); l[n < 0 ? -n : n] = a; if (n < -9) n = 0; s = l.length; "},
	} {
		t.Run(name, func(t *testing.T) {
			p := lowertest.Compile(t, reachableCircuit(c.start, c.body))
			lowertest.Agree(t, p, 300, 6)
			lowertest.AgreeGenerated(t, p, 300, 6)
		})
	}
}

// TestReachableBesideAMemory: what is read back from a memory is what may be in it, but the input that was written is
// that only where it was written.
func TestReachableBesideAMemory(t *testing.T) {
	text := `circuit('Only', { inputs: { a: bus(8), b: bus(8) }, outputs: { o: bus(32) }, state: { t: mem(4, 8), n: reg(4), s: reg(32) }, eval: ({ s }) => ({ o: s >>> 0 }),
  onTick: ({ t, n, s, a, b }) => {
    const l = [1, 2, 3, 4, 5, 6, 7, 8]
    if (a < 8) { t[0] = a; s = s + t[0] }
    l[n] = b
    s = (s + l.length) | 0
    n = a > 50 ? 9 : 3
    return { t, n, s } } })`
	p := lowertest.Compile(t, text)
	lowertest.Agree(t, p, 300, 6)
	lowertest.AgreeGenerated(t, p, 300, 6)
}

// TestReachableBesideWhatIsLost: a lambda reads what it has written to a memory also where it does not return it, so
// the numbers of that memory are more than what it held before.
func TestReachableBesideWhatIsLost(t *testing.T) {
	for _, body := range []string{
		"m[m.size & 1] = 7; if (m[0]) n++; return { n }",
		"m[m.size & 1] = 5; return { n: m[0] + m[1] }",
		"m[m.size & 3] = a; return { n: m[0] & 7 }",
		"m.set(m.size & 1, 6); return { n: (m.get(0) ?? 0) + (m.get(1) ?? 0) }",
		"m[a & 7] = n + 1; return { n: m[3] }",
	} {
		p := lowertest.Compile(t, `
			const gcd = (p, q) => { let x = p & 255, y = q & 255; while (y) { const r = x % y; x = y; y = r } return x }
			circuit('Lost', { inputs: { a: bus(8) }, outputs: { y: bus(32) }, state: { n: reg(3, 3), m: mem(64, 8) },
				eval: ({ n }) => ({ y: gcd(0, n) }), onTick: ({ n, m, a }) => { `+body+` } })`)
		lowertest.Agree(t, p, 100, 3)
		lowertest.AgreeGenerated(t, p, 100, 3)
	}
}

// TestReachableFromEachStart: nodes of one circuit that start with other numbers do not share what is true of one only.
func TestReachableFromEachStart(t *testing.T) {
	text := `const Hold = circuit('Hold', () => ({ inputs: { a: bus(8) }, outputs: { o: bus(8) }, state: { n: reg(4), m: reg(32) },
  eval: ({ n, m }) => ({ o: n * 5 + m }),
  onTick: ({ n, m, a }) => { const l = [1, 2, 3]; l[n] = a; if (n === 1) n = 2; else if (n > 2) n--; return { n, m: l.length } } }))
const nodes = {}
for (let i = 0; i < 6; i++) nodes['h' + i] = Hold({ n: i })
circuit('Only', { inputs: { a: bus(8) }, outputs: { o0: bus(8), o1: bus(8), o2: bus(8), o3: bus(8), o4: bus(8), o5: bus(8) }, nodes,
  connect: ({ inputs, outputs, nodes: n }) => [0, 1, 2, 3, 4, 5].flatMap(i => [inputs.a.to(n['h' + i].a), n['h' + i].o.to(outputs['o' + i])]) })`
	p := lowertest.Compile(t, text)
	require.Len(t, p.Hints, 1)
	lowertest.Agree(t, p, 100, 6)
	lowertest.AgreeGenerated(t, p, 100, 6)
}

// steps writes what onTick does to registers that mostly stay in their bounds, and to a list at them.
type steps struct{ *rand.Rand }

func (g steps) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g steps) move(r string) string {
	k := g.IntN(7) + 2
	switch g.IntN(10) {
	case 9:
		return g.pick(fmt.Sprintf("t[a & 3] = %s; ", r), fmt.Sprintf("%s = t[b & 3]; ", r), fmt.Sprintf("if (c & 1) t[%s & 3] = %d; ", r, k))
	case 0:
		return fmt.Sprintf("if (%s %s %d) %[1]s++; ", r, g.pick("!==", "<"), k)
	case 1:
		return fmt.Sprintf("%s = (%[1]s + %d) %% %d; ", r, g.IntN(4), k)
	case 2:
		return fmt.Sprintf("%s = %[1]s %s %d ? %d : %[1]s + 1; ", r, g.pick("===", ">="), k, g.IntN(3))
	case 3:
		return fmt.Sprintf("if (%s > 0) %[1]s--; ", r)
	case 4:
		return fmt.Sprintf("%s = Math.min(%[1]s + %d, %d); ", r, g.IntN(3), k)
	case 5:
		return fmt.Sprintf("if (a %s %d) %s = %d; ", g.pick("<", "&"), g.IntN(200), r, g.IntN(8))
	case 6:
		return fmt.Sprintf("if (%s) { %s} else { %s} ", g.pick("a & 1", "b & 2", "n < k", "n === 3"), g.move(r), g.move(r))
	case 7:
		return fmt.Sprintf("[n, k] = [%s]; ", g.pick("k, n", "n, k", "k, 1", "n > 4 ? 0 : n + 1, n"))
	}
	return fmt.Sprintf("%s = %s; ", r, g.pick("7 - n", "n >> 1", "n ^ 1", "k & 3", "Math.abs(n - 2)", "k ? 2 : 5"))
}

func (g steps) use() string {
	r := g.pick("n", "k", "n", "n - 1", "7 - k", "n + k", "n >> 1", "t[a & 3]")
	return g.pick(fmt.Sprintf("l[%s] = a; ", r), fmt.Sprintf("s = (s * 3 + (l[%s] | 0)) & 0xffffff; ", r), fmt.Sprintf("if (%s >= 0) l[%s] = b & 255; ", r, r),
		fmt.Sprintf("for (let i = 0; i < %s; i++) s = (s + l[i]) & 0xffff; ", r), "s = s + l.length & 0xffff; ")
}

// TestRandomReachable: whatever registers do, the ways to run a circuit agree.
func TestRandomReachable(t *testing.T) {
	gained := 0
	draws := thorough.Count(120)
	for seed := range uint64(draws) {
		g := steps{rand.New(rand.NewPCG(seed, 59))}
		width := g.pick("4", "4", "3", "6", "32")
		body := ""
		for range 2 + g.IntN(3) {
			body += g.pick(g.use(), g.move("n"), g.move("k"))
		}
		text := reachableCircuit(fmt.Sprintf("n: reg(%s, %d), k: reg(%s, %d)", width, g.IntN(8), width, g.IntN(3)), body+g.use())
		p := lowertest.Compile(t, text)
		_, hints, err := synthesis.Build(context.Background(), p.Realm, p.Design, synthesis.Options{})
		require.NoError(t, err)
		if len(hints) > len(p.Hints) {
			gained++
		}
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			lowertest.Agree(t, p, 60, seed)
			lowertest.AgreeGenerated(t, p, 60, seed)
		})
		if !ok {
			t.Log(text)
		}
	}
	t.Logf("%d of %d circuits are compiled for what their registers can hold", gained, draws)
	require.Greater(t, gained, draws/8)
}
