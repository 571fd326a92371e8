package wasmgen

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
	"simten.dev/invariants/thorough"
)

// selections are those that the step of a module has.
func selections(t *testing.T, m *netlist.Module) (found map[word.ID]*selection, rows []row) {
	t.Helper()
	tune := defaultTuning
	tune.sweepOps = -1
	s, l, err := newSweptLayout(m, tune)
	require.NoError(t, err)
	p := newPlan(m, step, l, s, tune)
	return p.selections, p.rows
}

// TestRandomModulesHaveSelections: the modules by which selections are held to the model have them, of every kind.
func TestRandomModulesHaveSelections(t *testing.T) {
	modules := thorough.Count(300)
	having, narrow, wide, part, shared, banks := 0, 0, 0, 0, 0, 0
	for seed := range int64(modules) {
		r := &netlisttest.Random{Rand: rand.New(rand.NewSource(seed))}
		found, rows := selections(t, r.Chosen())
		if len(found) > 0 {
			having++
		}
		readers := map[int32]int{}
		for _, x := range found {
			if rows[x.row].bank {
				banks++
			}
			switch {
			case x.by.wide:
				wide++
			case x.by.low > 0:
				part++
			default:
				narrow++
			}
			if readers[x.row]++; readers[x.row] == 2 {
				shared++
			}
		}
	}
	require.Greater(t, having, modules/4)
	for _, n := range []int{narrow, wide, part, shared, banks} {
		require.Greater(t, n, 10)
	}
}

// TestCrossbarSharesARow: outputs that choose among the same words read them from one row.
func TestCrossbarSharesARow(t *testing.T) {
	const n = 8
	b, m := word.NewBuilder(), &netlist.Module{Name: "crossbar"}
	words := make([]word.ID, n)
	for i := range words {
		m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: 32})
		words[i] = b.Leaf(word.Reg, 32, uint64(i))
	}
	for i := range words {
		index := b.Slice(words[i], 5, 3)
		v := words[n-1]
		for k := n - 2; k >= 0; k-- {
			v = b.Mux(b.Eq(index, b.Uint(uint64(k), 3)), words[k], v)
		}
		m.Registers[i].Next = b.Add(v, b.Uint(1, 32))
	}
	netlist.Finish(m, b, nil)
	found, rows := selections(t, m)
	require.Len(t, found, n)
	for _, x := range found {
		require.Equal(t, subject{base: x.by.base, low: 5, width: 3}, x.by)
		require.Equal(t, words, originals(m, rows[x.row].values, words))
	}
}

// originals checks that values read the registers in order, and gives them the names they had in the builder.
func originals(m *netlist.Module, values, words []word.ID) []word.ID {
	named := make([]word.ID, len(values))
	for i, v := range values {
		named[i] = word.None
		if op := &m.Ops[v]; op.Kind == word.Reg {
			named[i] = words[op.Imm]
		}
	}
	return named
}
