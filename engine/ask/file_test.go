package ask

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/trace/wave"
	"simten.dev/engine/trace/wave/wavetest"
)

// A picture of a file says of each column what looking at every time in it says.
func TestPicturesOfFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := wavetest.Random(t, wavetest.Options{Few: true, Texts: true})
		if w.Last > 20_000 {
			w.Last = 20_000
		}
		w.First = min(w.First, w.Last)
		var edges []uint64
		last := w.Last
		if rapid.Bool().Draw(t, "clocked") {
			rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
			for time := w.First; time <= w.Last; time += 1 + rnd.Uint64N(w.Last/20+1) {
				edges = append(edges, time)
			}
			last = uint64(len(edges) - 1)
		}
		q := Wave{From: rapid.Uint64Range(0, last).Draw(t, "from"), Pixels: rapid.IntRange(1, 30).Draw(t, "pixels")}
		q.To = rapid.Uint64Range(q.From, last).Draw(t, "to")
		for i := range w.Signals {
			q.Signals = append(q.Signals, w.Signals[i].Path())
		}
		p, err := File(w, q, edges)
		if err != nil {
			require.ErrorContains(t, err, "nothing between these two times") // before the first one
			return
		}
		require.LessOrEqual(t, p.Columns, q.Pixels)
		for r := range p.Rows {
			row, s := &p.Rows[r], &w.Signals[r]
			c, shape := &w.Courses[s.Course], w.Shape(s)
			for i := range p.Columns {
				from := p.From + uint64(i)*p.Span
				var first, value wave.Value
				changed, unknown := false, false
				for at := from; at <= min(from+p.Span-1, p.To); at++ {
					time := at
					if edges != nil {
						time = edges[at]
					}
					value = c.At(time)
					if at == from {
						first = value
						if shape.Kind == wave.Bits {
							require.Equal(t, value.KnownBits(), row.First[i])
						}
					}
					unknown = unknown || !value.Known()
					changed = changed || !value.KnownBits().Equal(first.KnownBits()) || value.Known() != first.Known() ||
						value.Text != first.Text || shape.Kind == wave.Real && !value.Equal(first)
					if shape.Kind == wave.Bits {
						require.False(t, less(value.KnownBits(), row.Min[i]) || less(row.Max[i], value.KnownBits()))
					}
				}
				require.Equal(t, changed, row.Changed[i], "%s, column %d of %+v", row.Signal, i, p)
				require.Equal(t, unknown, row.Unknown != nil && row.Unknown[i])
				if shape.Kind == wave.Bits {
					require.Equal(t, value.KnownBits(), row.Last[i])
				}
			}
		}
		require.NotEmpty(t, p.Text())
		require.Contains(t, p.SVG(), "</svg>")
	})
}
