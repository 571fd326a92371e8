package ask

import (
	"context"
	"fmt"
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
func ran(b *testing.B, text string, cycles int) *Run { return ranTB(b, text, cycles) }

func ranTB(b testing.TB, text string, cycles int) *Run {
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

// BenchmarkWave draws 100 signals over 1,000,000 cycles in 1,000 columns, without an answer kept from before.
func BenchmarkWave(b *testing.B) {
	run := ran(b, fields(100), 1_000_000)
	q := Wave{Pixels: 1000}
	for i := range 100 {
		q.Signals = append(q.Signals, fmt.Sprintf("o%d", i))
	}
	for b.Loop() {
		_, err := run.Wave(context.Background(), q)
		require.NoError(b, err)
	}
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

// BenchmarkUntil runs 20,000,000 cycles with and without a condition that never counts.
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
		b.Run(name+"/until", func(b *testing.B) {
			run := ran(b, text, 1)
			when := map[string]string{"counter": "n === 0xffffffff", "fields": "(o0 ^ o1) === 255 && o0 === o1"}[name]
			p, err := run.Pursue(context.Background(), Until{Condition: Condition{When: when}})
			require.NoError(b, err)
			defer p.Close()
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
