package ask

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/history"
	"simten.dev/engine/sandbox"
)

// fields is a circuit of so many registers, each of which follows its neighbour.
func fields(n int) string {
	var outputs, state, names, given, next []string
	for i := range n {
		outputs = append(outputs, fmt.Sprintf("o%d: bus(8)", i))
		state = append(state, fmt.Sprintf("s%d: reg(8, %d)", i, i))
		names = append(names, fmt.Sprintf("s%d", i))
		given = append(given, fmt.Sprintf("o%d: s%d", i, i))
		next = append(next, fmt.Sprintf("s%d: s%d + %d", i, (i+1)%n, i&1))
	}
	join := func(list []string) string { return strings.Join(list, ", ") }
	return fmt.Sprintf("circuit('Fields', { outputs: { %s }, state: { %s }, eval: ({ %s }) => ({ %s }), onTick: ({ %s }) => ({ %s }) })",
		join(outputs), join(state), join(names), join(given), join(names), join(next))
}

const benchedCounter = "circuit('Counter', { outputs: { n: bus(32) }, state: { c: reg(32) }, eval: ({ c }) => ({ n: c }), onTick: ({ c }) => ({ c: c + 1 }) })"

// ran runs a circuit as a module, for so many cycles.
func ran(b *testing.B, text string, cycles int) *Run {
	ctx := context.Background()
	c, err := sandbox.Compile(ctx, sandbox.Source{Text: text}, sandbox.Limits{})
	require.NoError(b, err)
	require.NotNil(b, c.Design, "%v", c.Diagnostics)
	b.Cleanup(c.Close)
	m, err := c.NewMachineOn(ctx, sandbox.WebAssembly)
	require.NoError(b, err)
	past, err := history.New(m, history.Options{})
	require.NoError(b, err)
	_, err = past.Step(ctx, cycles)
	require.NoError(b, err)
	return New(c, past, sandbox.Limits{})
}

// The metric "x-free" is how many times as long a question takes as to run its cycles freely, in the same process:
// that says more than the time on a machine that others use, too.

// BenchmarkWave draws 100 signals over 1,000,000 cycles in 1,000 columns: with observers made for it, with those that
// were kept, and with the smallest and the largest values.
func BenchmarkWave(b *testing.B) {
	const cycles = 1_000_000
	ctx := context.Background()
	run := ran(b, fields(100), cycles)
	q := Wave{Pixels: 1000, Flat: true}
	for i := range 100 {
		q.Signals = append(q.Signals, fmt.Sprintf("o%d", i))
	}
	curves := q
	curves.Flat = false
	for _, c := range []struct {
		name string
		q    Wave
		kept bool
	}{{"first", q, false}, {"kept", q, true}, {"curves", curves, false}} {
		b.Run(c.name, func(b *testing.B) {
			var asked, free time.Duration
			for b.Loop() {
				if !c.kept {
					run.views.close()
				}
				begin := time.Now()
				_, err := run.Wave(ctx, c.q)
				asked += time.Since(begin)
				require.NoError(b, err)
				b.StopTimer()
				begin = time.Now()
				_, err = run.past.Step(ctx, cycles)
				free += time.Since(begin)
				require.NoError(b, err)
				c.q.To = cycles - 1
				b.StartTimer()
			}
			b.ReportMetric(float64(asked)/float64(free), "x-free")
		})
	}
}

// BenchmarkProcessor asks the processor of the examples about its first 10,000,000 cycles.
func BenchmarkProcessor(b *testing.B) {
	const cycles = 10_000_000
	ctx := context.Background()
	text, err := os.ReadFile("../../examples/rv32i-computer/circuit.ts")
	require.NoError(b, err)
	run := ran(b, string(text), cycles)
	for _, signal := range []string{"pc", "core.EX.alu_result", "core.IDEX.rd.value"} {
		for _, steps := range []int{DefaultSteps, 4 * DefaultSteps} {
			b.Run(fmt.Sprintf("why/%s/%d", signal, steps), func(b *testing.B) {
				for b.Loop() {
					run.writes = nil // else the second one has what the first one found
					x, err := run.Why(ctx, Why{Signal: signal, Cycle: cycles - 5, Steps: steps})
					require.NoError(b, err)
					require.NotEmpty(b, x.Steps)
				}
			})
		}
	}
	b.Run("why/again", func(b *testing.B) {
		for b.Loop() {
			_, err := run.Why(ctx, Why{Signal: "pc", Cycle: cycles - 5, Steps: 4 * DefaultSteps})
			require.NoError(b, err)
		}
	})
	for name, q := range map[string]Find{
		"last":  {Condition: Condition{When: "changed(core.IDEX.rd.value)"}, Limit: 1, Last: true},
		"count": {Condition: Condition{When: "rise(core.EX.branch_taken)"}, Count: true},
	} {
		b.Run("find/"+name, func(b *testing.B) {
			for b.Loop() {
				h, err := run.Find(ctx, q)
				require.NoError(b, err)
				require.NotZero(b, h.Count)
			}
		})
	}
	// A constant that the program reads where nothing is connected.
	other, err := sandbox.Compile(ctx, sandbox.Source{Text: strings.Replace(string(text), "nothing: Constant({ value: 0", "nothing: Constant({ value: 1", 1)}, sandbox.Limits{})
	require.NoError(b, err)
	require.NotNil(b, other.Design, "%v", other.Diagnostics)
	defer other.Close()
	b.Run("compare", func(b *testing.B) {
		for b.Loop() {
			d, err := run.Compare(ctx, Compare{Other: other, Limit: MaxDiffering})
			require.NoError(b, err)
			b.Log(d.Equal, d.Cycle, d.Signal, len(d.Also))
		}
	})
}

// BenchmarkFind counts the cycles of a condition in 100,000,000 cycles of a small circuit.
func BenchmarkFind(b *testing.B) {
	run := ran(b, benchedCounter, 100_000_000)
	for b.Loop() {
		h, err := run.Find(context.Background(), Find{Condition: Condition{When: "(n & 0xfffff) === 5"}, Count: true})
		require.NoError(b, err)
		require.Equal(b, uint64(96), h.Count)
	}
}

// BenchmarkUntil runs 20,000,000 cycles with and without a condition that never counts; "followed" is with a recorder
// that computes every cycle itself.
func BenchmarkUntil(b *testing.B) {
	const cycles = 20_000_000
	for name, text := range map[string]string{"counter": benchedCounter, "fields": fields(100)} {
		b.Run(name+"/free", func(b *testing.B) {
			run := ran(b, text, 1)
			for b.Loop() {
				_, err := run.past.Step(context.Background(), cycles)
				require.NoError(b, err)
			}
		})
		for _, follows := range []bool{false, true} {
			way := map[bool]string{false: "/until", true: "/followed"}[follows]
			b.Run(name+way, func(b *testing.B) {
				run := ran(b, text, 1)
				when := map[string]string{"counter": "n === 0xffffffff", "fields": "(o0 ^ o1) === 255 && o0 === o1"}[name]
				p, err := run.Pursue(context.Background(), Until{Condition: Condition{When: when}})
				require.NoError(b, err)
				defer p.Close()
				p.follows = follows
				for b.Loop() {
					end := run.past.Cycle() + cycles
					for run.past.Cycle() < end {
						hit, err := p.Advance(context.Background(), time.Second, end-run.past.Cycle())
						require.NoError(b, err)
						require.False(b, hit)
					}
				}
			})
		}
	}
}
