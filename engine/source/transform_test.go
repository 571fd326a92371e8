package source

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// x << out is a shift, whatever esbuild takes it for.
func TestShiftByOut(t *testing.T) {
	r := newRealmStub(10)
	require.Equal(t, []string{"24 0"}, r.run(prepare(t, "const out = 3, x = 3; log(x << out, 1 << out & 9 >> out)").Program))
	_, problems := Prepare("circuit.ts", "const out: number = 3\nlet y = 1 << out", Options{})
	require.Len(t, problems, 1)
	require.Contains(t, problems[0].Message, "the name 'out'")
	require.Equal(t, [2]int{2, 14}, [2]int{problems[0].Line, problems[0].Column})
}
