package wasmgen

import (
	"context"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/rtl/rtltest"
)

// TestTheConditionOfABranchIsMasked has a flag that is chosen by a slice of a wider register: no multiplexer of the step asks
// for its upper bits to be clear, only one of what is shown.
func TestTheConditionOfABranchIsMasked(t *testing.T) {
	ctx := context.Background()
	r := &rtltest.Random{Rand: rand.New(rand.NewSource(107))}
	r.Module(58)
	r.Intn(6)
	m := r.Chosen()
	rtltest.Fields(m)
	x, err := New(ctx, m, nil, nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, x.Close()) }()
	o := rtltest.NewModel(m)
	require.True(t, o.Settle())
	for range 5 {
		_, err := x.Step(ctx, 1)
		require.NoError(t, err)
		require.True(t, o.Cycle())
		for f := range m.Registers {
			require.True(t, o.Registers[f].Equal(x.State(0, f).Scalar), "register %d", f)
		}
	}
}
