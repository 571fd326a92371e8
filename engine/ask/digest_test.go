package ask

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/sandbox"
)

// TestDigestsNameStates: two runs have the same digest of a cycle exactly where Between finds no difference, and one
// that was brought there another way has it too.
func TestDigestsNameStates(t *testing.T) {
	ctx := context.Background()
	run, twin := recorded(t, machineText, 120, 5), recorded(t, machineText, 120, 5)
	digests := map[uint64]string{}
	for _, cycle := range []uint64{0, 1, 7, 60, 119, 120} {
		digest, err := run.Digest(ctx, cycle)
		require.NoError(t, err)
		require.Regexp(t, `^1\.[0-9a-f]{32}$`, digest)
		digests[cycle] = digest
		again, err := twin.Digest(ctx, cycle)
		require.NoError(t, err)
		require.Equal(t, digest, again)
	}
	for a, one := range digests {
		for b, other := range digests {
			x, err := run.Between(ctx, Between{From: a, To: b})
			require.NoError(t, err)
			require.Equal(t, len(x.List) == 0, one == other, "cycles %d and %d", a, b)
		}
	}
	// One bit of one cell is another state.
	require.NoError(t, run.compiled.Deposit(ctx, run.past, []sandbox.Deposit{{Node: "core", Field: "ram", First: 2, Cells: []byte{1, 2, 3, 4}}}))
	require.NoError(t, run.past.Settle(ctx))
	changed, err := run.Digest(ctx, 120)
	require.NoError(t, err)
	require.NotEqual(t, digests[120], changed)
	_, err = run.Digest(ctx, 121)
	require.Error(t, err)
}

// The digests of a version stay: links hold them. The engine's module has the same (sandbox-site/test/engine.test.ts).
func TestDigestsStay(t *testing.T) {
	const text = `circuit('C', { outputs: { n: bus(8) }, state: { v: reg(8), m: mem(4, 8) }, eval: ({ v }) => ({ n: v }), ` +
		`onTick: ({ v, m }) => { m[v & 15] = v; return { v: v + 3, m } } })`
	run := recorded(t, text, 20, 0)
	digest, err := run.Digest(context.Background(), 20)
	require.NoError(t, err)
	require.Equal(t, "1.ca1195c420a700717460cb49d46e56b1", digest)
}
