package ask

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/history"
	"simten.dev/engine/sandbox"
	"simten.dev/engine/sim"
)

// compiledText is a circuit of a text.
func compiledText(t testing.TB, s sandbox.Source) *sandbox.Compiled {
	c, err := sandbox.Compile(context.Background(), s, sandbox.Limits{})
	require.NoError(t, err)
	require.NotNil(t, c.Design, "%v", c.Diagnostics)
	t.Cleanup(c.Close)
	return c
}

// edits change machineText, some of them nothing that shows.
var edits = [][2]string{
	{"on ? sum + step : sum", "on ? sum + step + (sum === 77 ? 1 : 0) : sum"},
	{"on ? sum + step : sum", "on ? sum + (step & 0xf7) : sum"},
	{"phase: reg(3, 5)", "phase: reg(3, 4)"},
	{"value: 5, width: 8", "value: 6, width: 8"},
	{"sum * 3 + phase", "phase === 6 ? 1 : sum * 3 + phase"},
	{"total: bus(8), zero: bit, both", "zero: bit, both"},
	{"(sum + phase) & 15", "(phase + sum) & 15"},
	{"zero: sum === 0", "zero: sum === 0 && phase > 2"},
}

// The first difference, and what differs there, is that of looking at every cycle.
func TestCompareIsThePlainAnswer(t *testing.T) {
	ctx := context.Background()
	rnd := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 4))
	equal, differ := 0, 0
	for k, e := range edits {
		text := strings.Replace(machineText, e[0], e[1], 1)
		if e[0] == "total: bus(8), zero: bit, both" {
			text = strings.Replace(strings.Replace(machineText, "outputs: { total: bus(8), zero: bit, both", "outputs: { zero: bit, both", 1),
				"outputs: { zero: bit, both: bus(8) }", "outputs: { zero: bit, both: bus(8) }", 1)
			text = strings.Replace(text, "n.core.total.to(o.total, n.add.a)", "n.core.total.to(n.add.a)", 1)
		}
		require.NotEqual(t, machineText, text)
		other := compiledText(t, sandbox.Source{Text: text})
		r := recorded(t, machineText, 500, rnd.Uint64())
		if k%2 == 0 { // a run that begins with inputs
			require.NoError(t, r.past.Reset(ctx))
			_, err := r.past.Step(ctx, 200)
			require.NoError(t, err)
			r.past.Set(1, circuit.Uint(rnd.Uint64()&1))
			require.NoError(t, r.past.Settle(ctx))
			_, err = r.past.Step(ctx, 100)
			require.NoError(t, err)
		}
		for _, signals := range [][]string{nil, {"core.phase"}, {"both", "core.ram[3]", "core.word"}} {
			q := Compare{Other: other, Signals: signals, Limit: 100}
			r.plain = true
			want, err := r.Compare(ctx, q)
			require.NoError(t, err)
			r.plain, r.backend = false, []sandbox.Backend{sandbox.Interpreter, sandbox.WebAssembly}[rnd.IntN(2)]
			got, err := r.Compare(ctx, q)
			require.NoError(t, err)
			require.Equal(t, want, got, "%s: %v", e[1], signals)
			if got.Equal {
				equal++
			} else {
				differ++
			}
		}
	}
	require.Greater(t, equal, 2)
	require.Greater(t, differ, 4)
}

// A tape brings a fresh machine to the end of the run, exactly: also of a loop that remembers a pulse within a cycle,
// and of a circuit in a harness.
func TestATapeLeadsToTheEndOfTheRun(t *testing.T) {
	ctx := context.Background()
	latch := `circuit('Latch', {
  inputs: { set: bit, reset: bit, d: bus(4) }, outputs: { q: bit, n: bus(8) },
  nodes: { a: Nor, b: Nor, r: Register({ width: 8 }), e: Constant({ value: 1 }), c: Constant({ value: 3, width: 8 }), add: Adder({ width: 8 }) },
  connect: ({ inputs: i, outputs: o, nodes: n }) => [
    i.reset.to(n.a.a), n.b.out.to(n.a.b), i.set.to(n.b.a), n.a.out.to(n.b.b), n.a.out.to(o.q),
    n.r.q.to(n.add.a, o.n), n.c.out.to(n.add.b), n.add.sum.to(n.r.data), n.a.out.to(n.r.we),
  ],
})`
	for _, s := range []sandbox.Source{{Text: machineText}, {Text: latch}, {Text: latch, Harness: true}} {
		for seed := range uint64(6) {
			rnd := rand.New(rand.NewPCG(seed, 8))
			c := compiledText(t, s)
			m, err := c.NewMachineOn(ctx, sandbox.Interpreter)
			require.NoError(t, err)
			past, err := history.New(m, history.Options{})
			require.NoError(t, err)
			controls := sandbox.NewControls(c.Design)
			act := func() {
				for range 40 {
					if rnd.IntN(3) == 0 {
						_, err := past.Step(ctx, 1+rnd.IntN(5))
						require.NoError(t, err)
						continue
					}
					name := controls.Names()[rnd.IntN(len(controls.Names()))]
					require.NoError(t, controls.Set(past, map[string]circuit.Value{name: circuit.Uint(rnd.Uint64())}))
					require.NoError(t, past.Settle(ctx))
				}
			}
			act()
			if seed%2 == 0 {
				require.NoError(t, past.Reset(ctx))
				act()
			}
			tape, whole := NewTape(c.Design, past)
			require.True(t, whole)
			fresh := compiledText(t, s)
			again, err := fresh.NewMachineOn(ctx, sandbox.Interpreter)
			require.NoError(t, err)
			p := tape.On(fresh.Design)
			require.NoError(t, p.Reset(ctx, again))
			require.NoError(t, p.Run(ctx, tape.Last))
			require.Empty(t, p.Missing)
			want, err := sim.Snapshot(past)
			require.NoError(t, err)
			got, err := sim.Snapshot(again)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
}
