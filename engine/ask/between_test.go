package ask

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/sandbox"
)

// TestBetweenIsThePlainDifference: what differs between two cycles is what two visits of them show.
func TestBetweenIsThePlainDifference(t *testing.T) {
	ctx := context.Background()
	run := recorded(t, machineText, 120, 5)
	require.NoError(t, run.compiled.Deposit(ctx, run.past, []sandbox.Deposit{{Node: "core", Field: "ram", First: 2, Cells: []byte{1, 2, 3, 4}}}))
	require.NoError(t, run.past.Settle(ctx))
	names := []string{"total", "zero", "both", "core.sum", "core.phase"}
	for i := range 16 {
		names = append(names, fmt.Sprintf("core.ram[%d]", i))
	}
	names = append(names, "core.long", "core.w")
	values := func(cycle uint64) (list []circuit.Value) {
		require.NoError(t, run.past.Seek(ctx, cycle))
		for _, name := range names {
			s, err := run.Signal(name)
			require.NoError(t, err)
			list = append(list, s.Read(run.past))
		}
		return list
	}
	for _, pair := range [][2]uint64{{0, 120}, {119, 120}, {60, 20}, {7, 7}} {
		before, after := values(pair[0]), values(pair[1])
		var want []string
		for i, name := range names {
			if !before[i].Equal(after[i]) {
				want = append(want, fmt.Sprintf("%s %s %s", name, before[i], after[i]))
			}
		}
		x, err := run.Between(ctx, Between{From: pair[0], To: pair[1]})
		require.NoError(t, err)
		var got []string
		for _, c := range x.List {
			got = append(got, fmt.Sprintf("%s %s %s", c.Name, c.Before, c.After))
		}
		require.Equal(t, want, got, "cycles %v", pair)
		require.False(t, x.More)
	}
	x, err := run.Between(ctx, Between{From: 0, To: 120, Limit: 2})
	require.NoError(t, err)
	require.Len(t, x.List, 2)
	require.True(t, x.More)
	_, err = run.Between(ctx, Between{From: 0, To: 121})
	require.Error(t, err)
}
