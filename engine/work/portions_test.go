package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/work"
)

func always() bool { return true }
func never() bool  { return false }

// count is work of so many steps, deep in calls.
func count(steps int, at *int, ended *bool) *work.Portions {
	return work.InPortions(func(pause work.Pause) {
		defer func() { *ended = true }()
		var step func()
		step = func() {
			if *at++; *at < steps {
				pause.Yield()
				step()
			}
		}
		step()
	})
}

func TestPortions(t *testing.T) {
	at, ended := 0, false
	p := count(5, &at, &ended)
	require.Zero(t, at, "nothing is done before it is asked for")
	for want := 1; want < 5; want++ {
		require.False(t, p.Continue(always))
		require.Equal(t, want, at)
	}
	require.False(t, ended)
	require.True(t, p.Continue(always))
	require.Equal(t, 5, at)
	require.True(t, p.Continue(always), "it stays done")
	p.Stop()
	require.True(t, p.Continue(never))

	at = 0
	require.True(t, count(5, &at, &ended).Continue(never), "one portion")
	require.Equal(t, 5, at)
}

// TestPortionsStop gives work up in every stage: it goes no further, and what it has deferred runs.
func TestPortionsStop(t *testing.T) {
	for stage := range 5 {
		at, ended := 0, false
		p := count(5, &at, &ended)
		for range stage {
			require.False(t, p.Continue(always))
		}
		require.False(t, ended)
		p.Stop()
		require.Equal(t, stage, at)
		require.Equal(t, stage > 0, ended, "what never began has nothing to end")
		p.Stop()
		require.False(t, p.Continue(never), "it never gets done")
		require.Equal(t, stage, at)
	}
}

// TestPortionsPanic: a panic that is not that of Stop is whoever's who continues.
func TestPortionsPanic(t *testing.T) {
	p := work.InPortions(func(pause work.Pause) {
		pause.Yield()
		panic("broken")
	})
	require.False(t, p.Continue(always))
	require.PanicsWithValue(t, "broken", func() { p.Continue(always) })
	require.False(t, p.Continue(always))
}

func TestPauseBeat(t *testing.T) {
	pauses := 0
	pause := work.Pause(func() { pauses++ })
	for i := range 1_000 {
		pause.MaybeYield(i)
	}
	require.Equal(t, 4, pauses, "at 0, 256, 512 and 768")
	work.Pause(nil).MaybeYield(0)
}
