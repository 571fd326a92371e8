package sandbox

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestTheHarnessTakesNothingFromTheProgram: what the harness needs of the library loads also when the
// program ended at the last moment of its time.
func TestTheHarnessTakesNothingFromTheProgram(t *testing.T) {
	now := time.Unix(0, 0)
	clock := func() time.Time {
		now = now.Add(300 * time.Millisecond) // every look at the clock costs
		return now
	}
	text := `circuit('Late', { inputs: { a: bus(8) }, outputs: { y: bus(8) }, eval: ({ a }) => ({ y: a }) })`
	c, err := Compile(context.Background(), Source{Text: text, Harness: true}, Limits{RunTime: time.Millisecond, Now: clock})
	require.NoError(t, err)
	require.Empty(t, c.Diagnostics)
	require.NotNil(t, c.Design)
}
