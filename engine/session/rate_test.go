package session

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRate(t *testing.T) {
	start := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(d time.Duration) time.Time { return start.Add(d) }
	for name, c := range map[string]struct {
		every  time.Duration
		cycles uint64 // of each step
		wanted float64
	}{
		"1 Hz":   {time.Second, 1, 1},
		"5 Hz":   {200 * time.Millisecond, 1, 5},
		"30 Hz":  {time.Second / 30, 1, 30},
		"1 kHz":  {10 * time.Millisecond, 10, 1000},
		"64 MHz": {time.Millisecond, 64_000, 64e6},
	} {
		t.Run(name, func(t *testing.T) {
			var r rate
			require.Zero(t, r.perSecond(start))
			now := time.Duration(0)
			for range 5000 {
				now += c.every
				r.add(at(now), c.cycles)
				if now > 2*c.every {
					require.InEpsilon(t, c.wanted, r.perSecond(at(now)), 1e-6)
					require.InEpsilon(t, c.wanted, r.perSecond(at(now+c.every*9/10)), 1e-6, "until the next step")
				}
				require.LessOrEqual(t, len(r.marks), 10)
			}
		})
	}
}

// The measured speed follows a change within about a second, and a run that does not get on is reported.
func TestRateFollows(t *testing.T) {
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	var r rate
	steps := func(n int, every time.Duration) {
		for range n {
			now = now.Add(every)
			r.add(now, 1)
		}
	}
	steps(100, 10*time.Millisecond)
	require.InEpsilon(t, 100, r.perSecond(now), 1e-6)
	steps(12, 100*time.Millisecond)
	require.InEpsilon(t, 10, r.perSecond(now), 1e-6)
	require.Less(t, r.perSecond(now.Add(10*time.Second)), 1.0)
}
