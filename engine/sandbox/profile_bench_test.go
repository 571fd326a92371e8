package sandbox

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

// profiled are a behaviour with a loop and one without.
var profiled = map[string]string{
	"loop": `circuit('Ones', { inputs: { a: bus(16) }, outputs: { y: bus(5) }, eval: ({ a }) => {
  let n = 0
  for (let i = 0; i < 16; i++) n += (a >> i) & 1
  return { y: n }
} })`,
	"none": `circuit('Least', { inputs: { a: bus(16) }, outputs: { y: bus(8) }, eval: ({ a }) => {
  const low = a & 255, high = a >> 8
  return { y: low < high ? low : high }
} })`,
}

// profileRun settles the circuit often with its behaviour called in the interpreter, with or without a profile.
func profileRun(b *testing.B, text string, profile bool) func() {
	b.Helper()
	c, err := Compile(context.Background(), Source{Text: text}, Limits{Profile: profile})
	require.NoError(b, err)
	m, err := c.NewMachineOn(context.Background(), Closures)
	require.NoError(b, err)
	n := uint64(0)
	return func() {
		for range 200 {
			n++
			m.Set(0, circuit.Uint(n))
			require.NoError(b, m.Settle(context.Background()))
		}
	}
}

// BenchmarkProfile is what a profile costs behaviour that runs in the interpreter: the same circuit with and without,
// in turns. times is the median of the ratios.
func BenchmarkProfile(b *testing.B) {
	took := func(f func()) time.Duration {
		start := time.Now()
		f()
		return time.Since(start)
	}
	for name, text := range profiled {
		b.Run(name, func(b *testing.B) {
			with, without := profileRun(b, text, true), profileRun(b, text, false)
			ratios := make([]float64, 0, b.N)
			for range b.N {
				free, paid := took(without), took(with)
				ratios = append(ratios, float64(paid)/float64(free))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "times")
		})
	}
}
