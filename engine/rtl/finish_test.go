package rtl_test

import (
	"context"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/realm"
	"simten.dev/engine/rtl"
	"simten.dev/engine/rtl/rtltest"
	"simten.dev/engine/source"
	"simten.dev/engine/word"
	"simten.dev/invariants/thorough"
)

// requireSame compares two netlists, operations and all.
func requireSame(t *testing.T, want, got *rtl.Module, what ...any) {
	t.Helper()
	require.True(t, want.String() == got.String(), what...) // both together would be a long message
	require.True(t, slices.Equal(want.Ops, got.Ops), what...)
	require.True(t, slices.Equal(want.Uses, got.Uses), what...)
	require.Equal(t, len(want.Wide), len(got.Wide), what...)
	for i := range want.Wide {
		require.True(t, want.Wide[i].Equal(got.Wide[i]), what...)
	}
}

// emitted is a module with its operations in a builder, which simplifies them.
func emitted(m *rtl.Module) (*rtl.Module, *word.Builder) {
	b, to := word.NewBuilder(), m.Unbuilt()
	b.Tables, b.Bodies = m.Tables, m.Bodies
	to.Registers = append(to.Registers, m.Registers...)
	place := make([]word.ID, len(m.Ops))
	for i := range m.Ops {
		place[i] = b.Copy(&m.Graph, word.ID(i), func(id word.ID) word.ID { return place[id] })
	}
	move := func(id *word.ID) { *id = place[*id] }
	to.Roots(func(id *word.ID, _ rtl.Use) { move(id) })
	to.Arguments(move)
	return to, b
}

// Operations that Finish takes over unchanged come out the same when they are emitted anew.
func TestFinishAnewRandom(t *testing.T) {
	for seed := range thorough.Count(int64(300)) {
		for name, make := range map[string]func(r *rtltest.Random) *rtl.Module{
			"module": func(r *rtltest.Random) *rtl.Module { return r.Module(40) },
			"cells":  (*rtltest.Random).Cells,
			"loops":  (*rtltest.Random).Loops,
			"chosen": (*rtltest.Random).Chosen,
			"gated":  (*rtltest.Random).Gated,
		} {
			m := make(&rtltest.Random{Rand: rand.New(rand.NewSource(seed))})
			if len(m.Vars) > 0 {
				continue
			}
			want, from := emitted(m)
			rtl.FinishAnew(want, from)
			got, from := emitted(m)
			rtl.Finish(got, from, nil)
			requireSame(t, want, got, "%s %d", name, seed)
		}
	}
}

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
				want, err := rtl.BuildAnew(context.Background(), r, design, rtl.Options{Fixed: true})
				require.NoError(t, err)
				got, _, err := rtl.Build(context.Background(), r, design, rtl.Options{Fixed: true})
				require.NoError(t, err)
				requireSame(t, want, got)
			})
		}
	}
}
