package history

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
)

var background = context.Background()

// recorded is a Recorder of a toy after n cycles.
func recorded(t *testing.T, n int, options Options) (*Recorder, *toy) {
	c := &clock{}
	options.Clock = c.read
	m := newToy(c)
	r, err := New(m, options)
	require.NoError(t, err)
	done, err := r.Step(background, n)
	require.NoError(t, err)
	require.Equal(t, n, done)
	return r, m
}

func TestTheEndsOfAHistory_M48_M49(t *testing.T) {
	r, _ := recorded(t, 8, Options{})
	require.Equal(t, Range{First: 0, At: 8, Last: 8}, r.Range(), "M48 the state before the first cycle is part of it")
	moved, err := r.StepForward(background)
	require.NoError(t, err)
	require.False(t, moved, "M49 forward at the end")
	require.EqualError(t, r.Seek(background, 9), "cycle 9 is not in the history, which holds cycles 0 to 8", "M49")
	require.NoError(t, r.Seek(background, 0))
	moved, err = r.StepBack(background)
	require.NoError(t, err)
	require.False(t, moved, "M49 back at the start")
	require.True(t, r.Range().Past())
}

func TestACycleFromThePastSetsTheLaterOnesAside_M50(t *testing.T) {
	r, _ := recorded(t, 8, Options{})
	require.NoError(t, r.Seek(background, 3))
	_, err := r.Step(background, 1)
	require.NoError(t, err)
	require.Equal(t, Range{At: 4, Last: 4, Undo: &Undo{At: 3, Last: 8}}, r.Range())
	require.NoError(t, r.Undo(background))
	require.Equal(t, Range{At: 3, Last: 8, Undo: &Undo{At: 4, Last: 4}}, r.Range(), "and undo is undone by another")
}

func TestAStepThatFailsInThePastDropsNothing(t *testing.T) {
	r, _ := recorded(t, 5, Options{})
	require.NoError(t, r.Seek(background, 2))
	ended, cancel := context.WithCancel(background)
	cancel()
	_, err := r.Step(ended, 1)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, Range{At: 2, Last: 5}, r.Range())
}

func TestInputsThatNeverSettledArePartOfThePast(t *testing.T) {
	r, m := recorded(t, 5, Options{})
	r.Set(1, circuit.Uint(9))
	require.NoError(t, r.Seek(background, 1))
	require.Zero(t, m.inputs[1])
	require.NoError(t, r.Seek(background, 5))
	require.Equal(t, uint64(9), m.inputs[1])
}

func TestInputsAreAsTheyWereAtTheTime_D103_M75(t *testing.T) {
	r, m := recorded(t, 2, Options{})
	r.SetArgument(3, "value", circuit.Uint(1))
	require.NoError(t, r.Settle(background))
	_, err := r.Step(background, 2)
	require.NoError(t, err)
	for cycle, want := range []uint64{0, 0, 1, 1, 1} { // M75 0 for one never touched
		require.NoError(t, r.Seek(background, uint64(cycle)))
		require.Equal(t, want, m.inputs[1], "cycle %d", cycle)
	}
}

func TestASearchInSlices(t *testing.T) {
	r, m := recorded(t, 1_000, Options{Interval: 1 << 40})
	require.NoError(t, r.StartSeek(background, 600))
	done, err := r.Continue(background, 100)
	require.NoError(t, err)
	require.Equal(t, 100, done)
	require.True(t, r.Seeking())
	require.Equal(t, uint64(600), r.Sought())
	require.Equal(t, uint64(100), m.cycle)
	require.Equal(t, Range{At: 100, Last: 1000}, r.Range())
	r.StopSeek()
	require.False(t, r.Seeking())
	require.Equal(t, uint64(100), r.Sought())
}

func TestSingleStepsBackFromASoughtCycleAreQuick(t *testing.T) {
	r, m := recorded(t, 1<<20, Options{Interval: 1 << 40})
	require.NoError(t, r.Seek(background, 1<<19))
	before := m.steps
	for range 100 {
		_, err := r.StepBack(background)
		require.NoError(t, err)
	}
	// A step of the toy takes a microsecond, and checkpoints stand a millisecond apart.
	require.Less(t, m.steps-before, 100*4_000)
}

func TestCheckpointsAreSpacedByWorkHoweverLongACallIs(t *testing.T) {
	r, m := recorded(t, 1_000_000, Options{})
	for _, cycle := range []uint64{1, 123_456, 999_999, 500_000} {
		before := m.steps
		require.NoError(t, r.Seek(background, cycle))
		require.LessOrEqual(t, m.steps-before, 12_500, "10 ms and a quarter of that, at a cycle in a microsecond")
	}
}

// TestCheckpointsAreSpacedByWhatTheyCost counts the cycles between them: a cycle of the toy takes a microsecond.
func TestCheckpointsAreSpacedByWhatTheyCost(t *testing.T) {
	for _, c := range []struct {
		cost time.Duration
		gap  uint64
	}{
		{0, 10_000},
		{200 * time.Microsecond, 10_000},
		{400 * time.Microsecond, 20_000},
		{time.Millisecond, 40_000},
		{4 * time.Millisecond, 40_000},
		{8 * time.Millisecond, 80_000},
	} {
		t.Run(c.cost.String(), func(t *testing.T) {
			clock := &clock{}
			m := newToy(clock)
			m.dear = c.cost
			r, err := New(m, Options{Clock: clock.read})
			require.NoError(t, err)
			_, err = r.Step(background, 1_000_000)
			require.NoError(t, err)
			list := r.now.checkpoints
			require.Greater(t, len(list), 5)
			for i := 1; i < len(list); i++ {
				gap := list[i].cycle - list[i-1].cycle
				require.LessOrEqual(t, gap, c.gap+c.gap/4)
				if i > len(r.costs.last) { // before that the costs are not known
					require.GreaterOrEqual(t, gap, c.gap*9/10)
				}
			}
		})
	}
}

// TestInterruptionsLeaveNoWideGaps lets the clock jump in every fifth look at it, as on a busy machine: visits repeat
// no more than without.
func TestInterruptionsLeaveNoWideGaps(t *testing.T) {
	clock := &clock{}
	m := newToy(clock)
	m.dear = 100 * time.Microsecond
	looks := 0
	r, err := New(m, Options{Clock: func() time.Time {
		if looks++; looks%5 == 0 {
			clock.now = clock.now.Add(30 * time.Millisecond)
		}
		return clock.now
	}})
	require.NoError(t, err)
	for range 1_000 {
		_, err = r.Step(background, 1_000)
		require.NoError(t, err)
	}
	for cycle := uint64(999_999); cycle > 40_000; cycle -= 31_337 {
		before := m.steps
		require.NoError(t, r.Seek(background, cycle))
		require.LessOrEqual(t, m.steps-before, 12_500)
	}
}

func TestABoundOfMemoryThinsOldCheckpoints(t *testing.T) {
	const bytes = 100_000
	r, m := recorded(t, 1_000_000, Options{Interval: 1, Bytes: bytes})
	require.LessOrEqual(t, r.Bytes(), bytes)
	n := len(r.now.checkpoints)
	require.Greater(t, n, 150)
	widest := uint64(0)
	for i := 1; i < n; i++ {
		widest = max(widest, r.now.checkpoints[i].span(r.now.checkpoints[i-1].position))
	}
	require.Less(t, widest, uint64(4*1_000_000/n), "old gaps are not much wider than they must be")
	r.SetBytes(bytes / 10)
	require.LessOrEqual(t, r.Bytes(), bytes/10)
	before := m.steps
	require.NoError(t, r.Seek(background, 777_777))
	require.Less(t, m.steps-before, 200_000)
}

func TestInputsAloneDoNotGrowWithoutBound(t *testing.T) {
	r, m := recorded(t, 1, Options{Bytes: 100_000})
	for i := range uint64(20_000) {
		r.Set(0, circuit.Uint(1<<(i%5)))
		require.NoError(t, r.Settle(background))
	}
	require.LessOrEqual(t, r.Bytes(), 100_000)
	require.Equal(t, Range{First: 1, At: 1, Last: 1}, r.Range())
	require.Equal(t, uint64(31), m.latch)
}

func TestAResetAtTheStartKeepsWhatCanBeUndone(t *testing.T) {
	r, m := recorded(t, 10, Options{})
	require.NoError(t, r.Reset(background))
	require.NoError(t, r.Reset(background))
	require.Equal(t, Range{Undo: &Undo{At: 10, Last: 10}}, r.Range())
	require.NoError(t, r.Undo(background))
	require.Equal(t, uint64(10), m.cycle)
}

func TestUntilItIsRecalledAHistoryIsIncompleteButNeverWrong(t *testing.T) {
	r, m := recorded(t, 100, Options{Interval: 1})
	saved, err := r.Save()
	require.NoError(t, err)
	states := map[uint64]State{}
	for _, s := range saved.States {
		states[s.ID] = s
	}
	var with func(id uint64) []State
	with = func(id uint64) []State {
		list := []State{states[id]}
		for _, part := range states[id].Parts {
			if part != 0 {
				list = append(list, with(part)...)
			}
		}
		return list
	}
	fresh := newToy(&clock{})
	again, err := Load(background, fresh, Options{Clock: fresh.clock.read}, saved.Root, saved.Present, with(saved.Present))
	require.NoError(t, err)
	require.Equal(t, m.state, fresh.state)
	require.ErrorIs(t, again.Seek(background, 50), ErrIncomplete)
	require.Equal(t, m.state, fresh.state)
	again.Recall(with(r.now.checkpoints[0].id)) // the start alone is enough
	require.NoError(t, again.Seek(background, 50))
	require.NoError(t, r.Seek(background, 50))
	require.Equal(t, m.state, fresh.state)
}

func TestCloseMayBeCalledTwice(t *testing.T) {
	r, _ := recorded(t, 3, Options{})
	require.NoError(t, r.Close())
	require.NoError(t, r.Close())
}

// FuzzLoad gives bytes that are no history: they are refused, or make one that can be used without a panic.
func FuzzLoad(f *testing.F) {
	c := &clock{}
	r, err := New(newToy(c), Options{Clock: c.read, Interval: 1})
	require.NoError(f, err)
	for _, cycle := range []uint64{0, 4, 2} {
		require.NoError(f, r.Seek(background, min(cycle, r.Range().Last)))
		r.Set(0, circuit.Uint(2))
		_, err = r.Step(background, 5)
		require.NoError(f, err)
		saved, err := r.Save()
		require.NoError(f, err)
		f.Add(saved.Root)
	}
	var states []State
	image, err := r.Image()
	require.NoError(f, err)
	for id := range uint64(256) { // the same state by any id
		states = append(states, State{ID: id, Bytes: image.Bytes, Parts: []uint64{1000, 0, 1001}})
	}
	states = append(states, State{ID: 1000}, State{ID: 1001, Bytes: []byte("text")})
	f.Fuzz(func(t *testing.T, root []byte) {
		if len(root) == 0 {
			return
		}
		m := newToy(&clock{})
		r, err := Load(background, m, Options{Clock: m.clock.read}, root, uint64(root[0]), states)
		if err != nil {
			return
		}
		ctx, cancel := context.WithCancel(background)
		defer cancel()
		m.patience = patience{left: 1_000, cancel: cancel}
		_ = r.Seek(ctx, r.Range().First)
		_ = r.Undo(ctx)
		_, _ = r.Step(ctx, 3)
		_, err = r.Save()
		require.NoError(t, err)
	})
}
