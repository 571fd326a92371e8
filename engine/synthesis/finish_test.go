package synthesis_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/realm"
	"simten.dev/engine/source"
	"simten.dev/engine/synthesis"
)

// Operations that netlist.Finish takes over unchanged come out the same when they are emitted anew.
func TestFinishAnew(t *testing.T) {
	for _, pattern := range []string{"testdata/*.ts", "../../examples/*/circuit.ts", "../../examples/*/*.circuit.ts", "../../bench/*/circuit.ts"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			t.Run(file, func(t *testing.T) {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				r, err := realm.New(realm.Options{})
				require.NoError(t, err)
				script, problems := source.Prepare(file, string(text), source.Options{Library: r.LibraryNames()})
				require.NotNil(t, script, "%v", problems)
				if problems = r.Run(context.Background(), script, nil); circuit.HasErrors(problems) || len(r.Circuits()) == 0 {
					t.Skip("not a circuit by itself")
				}
				design, problems := elaborate.Elaborate(r.Circuits()[len(r.Circuits())-1].Circuit, r, elaborate.Limits{})
				require.NotNil(t, design, "%v", problems)
				want, err := synthesis.BuildAnew(context.Background(), r, design, synthesis.Options{Fixed: true})
				require.NoError(t, err)
				got, _, err := synthesis.Build(context.Background(), r, design, synthesis.Options{Fixed: true})
				require.NoError(t, err)
				require.True(t, want.String() == got.String()) // both together would be a long message
				require.True(t, slices.Equal(want.Ops, got.Ops))
				require.True(t, slices.Equal(want.Uses, got.Uses))
			})
		}
	}
}
