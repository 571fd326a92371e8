package job

import (
	"encoding/json"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/limits"
	"simten.dev/engine/protocol"
	"simten.dev/engine/sandbox"
)

// A picture that takes too long is given up before the call is, so that the values come all the same.
func TestPictureThatTakesTooLongLeavesTheValues(t *testing.T) {
	w := &worker{alive: func() {}, out: json.NewEncoder(io.Discard)}
	w.task.Limits = limits.Default
	w.limits = sandbox.LimitsOf(w.task.Limits)
	w.task.Run.Run = Run{Text: `circuit('Pass', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, nodes: {},
		connect: ({ inputs, outputs }) => [inputs.a.to(outputs.y)] })`}
	draw := func(call time.Duration) *DrawResult {
		w.task.Limits.RunMilliseconds = int(call.Milliseconds())
		got, err := w.draw(t.Context(), &Draw{Theme: "light"})
		var problem *protocol.Error
		if errors.As(err, &problem) && problem.Code == protocol.ErrUnavailable {
			t.Skip(problem.Message)
		}
		require.NoError(t, err)
		require.Len(t, got.Values, 2)
		return got
	}
	short := draw(time.Millisecond)
	require.True(t, short.TooSlow)
	require.Empty(t, short.SVG)
	long := draw(time.Minute)
	require.False(t, long.TooSlow)
	require.Contains(t, long.SVG, "<svg")
}
