package ask

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/trace"
	"simten.dev/engine/trace/wave"
	"simten.dev/engine/trace/wave/wavetest"
)

const besideText = `circuit('Counter', {
  outputs: { value: bus(8) },
  state: { n: reg(8) },
  eval: ({ n }) => ({ value: n }),
  onTick: ({ n }) => ({ n: n + 1 }),
})`

// Whatever is in a file: its signals are drawn as looking at the moment before each edge says, and changes are found
// where these values change.
func TestRandomFilesBeside(t *testing.T) {
	run := recorded(t, besideText, 50, 0)
	rapid.Check(t, func(t *rapid.T) {
		w := wavetest.Random(t, wavetest.Options{Few: true, Texts: true})
		period := rapid.Uint64Range(0, 20).Draw(t, "period")
		var first *uint64
		if rapid.Bool().Draw(t, "shifted") {
			n := rapid.Uint64Range(0, 30).Draw(t, "first")
			first = &n
		}
		b, err := run.Beside(w, trace.InputOptions{Period: period}, first)
		require.NoError(t, err)
		if b.Problem != nil {
			_, err := b.Draw(Wave{Signals: []string{w.Signals[0].Path()}, Pixels: 8})
			require.Error(t, err)
			return
		}
		last := b.Last()
		q := Wave{From: rapid.Uint64Range(0, last).Draw(t, "from"), Pixels: rapid.IntRange(1, 30).Draw(t, "pixels"), Lenient: true}
		q.To = rapid.Uint64Range(q.From, last).Draw(t, "to")
		for i := range w.Signals {
			q.Signals = append(q.Signals, w.Signals[i].Path())
		}
		p, err := b.Draw(q)
		if err != nil {
			require.ErrorContains(t, err, "nothing between")
			return
		}
		for r := range p.Rows {
			s, err := trace.Find(&w.Header, q.Signals[r])
			require.NoError(t, err)
			c := &w.Courses[s.Course]
			row := &p.Rows[r]
			if w.Shape(s).Kind != wave.Bits {
				require.NotNil(t, row.Problem)
				continue
			}
			for i := range p.Columns {
				from := p.From + uint64(i)*p.Span
				to := min(from+p.Span-1, p.To)
				first, changed := b.at(c, from), false
				for cycle := from; cycle <= to; cycle++ {
					changed = changed || !b.at(c, cycle).KnownBits().Equal(first.KnownBits()) ||
						b.at(c, cycle).Known() != first.Known()
				}
				require.Equal(t, first.KnownBits(), row.First[i], "%s in column %d", row.Signal, i)
				require.Equal(t, b.at(c, to).KnownBits(), row.Last[i])
				require.Equal(t, changed, row.Changed[i])
			}
			changes, err := b.Changes(q.Signals[r], 0, 0, false, 1_000_000)
			require.NoError(t, err)
			var want []uint64
			for cycle := b.First + 1; cycle <= last; cycle++ {
				if !b.at(c, cycle).Equal(b.at(c, cycle-1)) {
					want = append(want, cycle)
				}
			}
			require.Equal(t, want, changes)
		}
	})
}

// The nearest difference, over more cycles than are looked at together, is the one that looking at each cycle tells.
func TestDifferencesFromAFile(t *testing.T) {
	run := recorded(t, besideText, 20_000, 0)
	at := []uint64{3, 9_000, 9_001, 19_999}
	w := &wave.Wave{Header: wave.Header{
		Signals: []wave.Signal{{Name: "clk"}, {Name: "value", Course: 1}},
		Shapes:  []wave.Shape{{Width: 1}, {Width: 8}},
	}, Courses: []wave.Course{{Shape: wave.Shape{Width: 1}}, {Shape: wave.Shape{Width: 8}}}}
	for i := range uint64(20_001) {
		v := i
		for _, wrong := range at {
			if wrong == i {
				v++
			}
		}
		w.Courses[0].Add(10*i, wave.Number(circuit.Value{}))
		w.Courses[1].Add(10*i, wave.Number(circuit.Uint(v&0xff)))
		w.Courses[0].Add(10*i+5, wave.Number(one))
	}
	w.Last = 200_010
	b, err := run.Beside(w, trace.InputOptions{}, nil)
	require.NoError(t, err)
	require.NoError(t, b.Problem)
	find := func(from, to uint64, last bool) uint64 {
		d, err := run.Differ(context.Background(), b, Differ{Signal: "value", Path: "value", From: from, To: to, Last: last})
		require.NoError(t, err)
		if d == nil {
			return 0
		}
		return d.Cycle
	}
	require.Equal(t, uint64(3), find(0, 0, false))
	require.Equal(t, uint64(9_000), find(4, 0, false))
	require.Equal(t, uint64(9_001), find(9_001, 0, false))
	require.Equal(t, uint64(19_999), find(9_002, 0, false))
	require.Zero(t, find(4, 8_999, false))
	require.Equal(t, uint64(19_999), find(0, 0, true))
	require.Equal(t, uint64(9_001), find(0, 19_998, true))
	require.Equal(t, uint64(3), find(0, 8_999, true))
	require.Zero(t, find(4, 8_999, true))
}
