package session

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/protocol"
)

// counting is an engine that notes what it compiles.
type counting struct {
	Engine
	compiled []string
}

func (c *counting) Compile(ctx context.Context, r protocol.CompileRequest, done func(protocol.Progress)) (Program, error) {
	c.compiled = append(c.compiled, r.Source)
	return c.Engine.Compile(ctx, r, done)
}

func TestPracticeEndsByItself(t *testing.T) {
	for name, c := range map[string]struct {
		round  time.Duration // of each round
		rounds int
	}{
		"fast": {time.Millisecond, practiceRounds},
		"slow": {practiceTime / 2, 2},
	} {
		t.Run(name, func(t *testing.T) {
			clock := &fakeClock{now: time.Unix(1_000, 0)}
			ticking := func() time.Time {
				clock.now = clock.now.Add(c.round)
				return clock.now
			}
			engine := &counting{Engine: &fakeEngine{clock: clock}}
			var p Practice
			for more := true; more; {
				var err error
				more, err = p.Round(context.Background(), engine, ticking)
				require.NoError(t, err)
			}
			require.Len(t, engine.compiled, c.rounds)
			more, err := p.Round(context.Background(), engine, ticking)
			require.NoError(t, err)
			require.False(t, more)
			require.Len(t, engine.compiled, c.rounds, "what is over stays over")
		})
	}
}

func TestPracticeCircuitCompiles(t *testing.T) {
	engine := Native(protocol.DefaultLimits, "", Signs{})
	var p Practice
	more, err := p.Round(context.Background(), engine, time.Now)
	require.NoError(t, err)
	require.True(t, more)
}

func TestPracticeEndsWithAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var p Practice
	more, err := p.Round(ctx, Native(protocol.DefaultLimits, "", Signs{}), time.Now)
	require.Error(t, err)
	require.False(t, more)
	more, err = p.Round(context.Background(), nil, time.Now)
	require.NoError(t, err)
	require.False(t, more)
}
