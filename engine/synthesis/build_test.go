package synthesis_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/netlist"
	"simten.dev/engine/realm"
	"simten.dev/engine/source"
	"simten.dev/engine/synthesis"
	"simten.dev/engine/word"
)

var update = flag.Bool("update", false, "rewrite the expected dumps")

func build(t *testing.T, text string) (*netlist.Module, []circuit.Diagnostic) {
	t.Helper()
	r, err := realm.New(realm.Options{})
	require.NoError(t, err)
	script, problems := source.Prepare("circuit.ts", text, source.Options{Library: r.LibraryNames()})
	require.NotNil(t, script, "%v", problems)
	problems = r.Run(context.Background(), script, nil)
	require.False(t, circuit.HasErrors(problems), "%v", problems)
	design, problems := elaborate.Elaborate(r.Circuits()[len(r.Circuits())-1].Circuit, r, elaborate.Limits{})
	require.NotNil(t, design, "%v", problems)
	m, hints, err := synthesis.Build(context.Background(), r, design, synthesis.Options{Reachable: true})
	require.NoError(t, err)
	require.NoError(t, m.Check(), "%s", m)
	return m, hints
}

// TestDump compares the netlist of each circuit in testdata with the one beside it.
func TestDump(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ts")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			m, hints := build(t, string(text))
			got := m.String()
			for _, h := range hints {
				got += "hint " + h.Error() + "\n"
			}
			golden := file[:len(file)-len(".ts")] + ".rtl"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), got)
		})
	}
}

// TestSimplified checks that whole components fold to what a hardware engineer would draw.
func TestSimplified(t *testing.T) {
	count := func(m *netlist.Module, k word.Kind) int {
		n := 0
		for i := range m.Ops {
			if m.Ops[i].Kind == k {
				n++
			}
		}
		return n
	}
	m, _ := build(t, `const C = circuit('C', { inputs: { a: bus(64), b: bus(64) }, outputs: { y: bus(64) }, eval: ({ a, b }) => ({ y: BigInt.asUintN(64, a * b + 1n) & 0xffffffffffffffffn }) })`)
	for i := range m.Ops {
		require.LessOrEqual(t, m.Ops[i].Width, int32(64), "%s", m)
	}
	require.Equal(t, 1, count(m, word.Mul))

	m, _ = build(t, `const C = circuit('C', { inputs: { a: bus(8), b: bus(8) }, outputs: { s: bus(8), c: bit }, eval: ({ a, b }) => { const t = a + b; return { s: t & 255, c: t > 255 ? 1 : 0 } } })`)
	require.Equal(t, 1, count(m, word.Add), "%s", m)
	require.Zero(t, count(m, word.Mux), "%s", m)

	// constants reach through nodes: the whole circuit is a wire
	m, _ = build(t, `const G = circuit('G', { inputs: { a: bit, b: bit }, outputs: { y: bit }, eval: ({ a, b }) => ({ y: a & b }) })
		const C = circuit('C', { inputs: { a: bit }, outputs: { y: bit }, nodes: { x: G, n: Not, g: G },
			connect: ({ inputs, outputs, nodes: { x, n, g } }) => [inputs.a.to(x.a), x.y.to(n.in), inputs.a.to(g.a), n.out.to(g.b), g.y.to(outputs.y)] })`)
	require.Zero(t, count(m, word.And), "%s", m)
}

// TestOpaqueHint tells why a lambda is not compiled, once, with its place.
func TestOpaqueHint(t *testing.T) {
	_, hints := build(t, `const Odd = circuit('Odd', {
	inputs: { a: bus(8) },
	outputs: { y: bus(8) },
	eval: ({ a }) => {
		const text = JSON.stringify(a)
		return { y: text.length }
	},
})
const C = circuit('C', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, nodes: { p: Odd, q: Odd },
	connect: ({ inputs, outputs, nodes: { p, q } }) => [inputs.a.to(p.a), p.y.to(q.a), q.y.to(outputs.y)] })`)
	require.Len(t, hints, 1)
	require.Equal(t, circuit.CodeOpaque, hints[0].Code)
	require.Equal(t, circuit.Info, hints[0].Severity)
	require.Equal(t, 5, hints[0].Line)
	require.Contains(t, hints[0].Message, "eval of Odd is not compiled")
}

// TestLatchHint tells which output an eval leaves out, with inputs for which it does, and nothing where there are none.
func TestLatchHint(t *testing.T) {
	const ends = " it then keeps its value, which makes it a latch."
	for name, test := range map[string]struct{ eval, want string }{
		"on one way":                   {`({ a }) => { let y; if (a === 3) y = 1; return { y } }`, "eval of C does not always give 'y', as with a = 0:" + ends},
		"beyond a list":                {`({ s }) => ({ y: [1, 2, 3][s] })`, "eval of C does not always give 'y', as with s = 3:" + ends},
		"not returned":                 {`({ a, s }) => a > 3 ? { y: s } : {}`, "eval of C does not always give 'y', as with a = 0:" + ends},
		"all cases":                    {`({ s }) => { let y; switch (s) { case 0: y = 5; break; case 1: y = 6; break; case 2: y = 7; break; case 3: y = 8 } return { y } }`, ""},
		"two tests for all":            {`({ w }) => { let y; if (w > 5n) y = 1; else if (w < 6n) y = 2; return { y } }`, ""},
		"an error where it is missing": {`({ s }) => { if (s > 2) throw new Error('s'); return { y: [1, 2, 3][s] } }`, ""},
		"never":                        {`({ a }) => ({ y: undefined })`, ""},
		"always":                       {`({ a, s }) => ({ y: a + s & 255 })`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, hints := build(t, `const C = circuit('C', { inputs: { a: bus(8), s: bus(2), w: bus(64) }, outputs: { y: bus(8) }, eval: `+test.eval+` })`)
			if test.want == "" {
				require.Empty(t, hints)
				return
			}
			require.Len(t, hints, 1)
			require.Equal(t, circuit.CodeLatch, hints[0].Code)
			require.Equal(t, test.want, hints[0].Message)
			require.Positive(t, hints[0].Line)
		})
	}
	_, hints := build(t, `const C = circuit('C', { inputs: { a: bit }, outputs: { y: bit }, state: { n: reg(1) }, eval: ({ a, n }) => a ? { y: n } : {}, onTick: ({ n }) => ({ n: 1 - n }) })`)
	require.Empty(t, hints, "with state it is no slip")
}

// TestCheck breaks each rule in turn.
func TestCheck(t *testing.T) {
	text, err := os.ReadFile("testdata/latch.ts")
	require.NoError(t, err)
	for name, spoil := range map[string]func(*netlist.Module){
		"operand after user": func(m *netlist.Module) { m.Ops[len(m.Ops)-1].A = word.ID(len(m.Ops) - 1) },
		"width":              func(m *netlist.Module) { m.Ops[len(m.Ops)-1].Width++ },
		"use":                func(m *netlist.Module) { m.Uses[0] = 0 },
		"uses":               func(m *netlist.Module) { m.Uses = m.Uses[1:] },
		"invariant":          func(m *netlist.Module) { m.Invariant = len(m.Ops) },
		"net":                func(m *netlist.Module) { m.Nets[0] = word.ID(len(m.Ops)) },
		"register":           func(m *netlist.Module) { m.Registers[0].Width = 9 },
		"loop":               func(m *netlist.Module) { m.Loops[0].End = word.ID(len(m.Ops) + 1) },
		"variable":           func(m *netlist.Module) { m.Vars[0].Width = 7 },
		"stray variable":     func(m *netlist.Module) { m.Vars = append(m.Vars, m.Vars[0]) },
		"bound":              func(m *netlist.Module) { m.Loops[0].Bound = 0 },
		"start":              func(m *netlist.Module) { m.Registers[0].Start = circuit.Uint(1 << 40) },
	} {
		t.Run(name, func(t *testing.T) {
			m, _ := build(t, string(text))
			spoil(m)
			require.Error(t, m.Check())
		})
	}
}
