package pack

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl"
	"simten.dev/engine/rtl/rtltest"
)

// TestPackedModulesShowTheSame compares modules with what is made of them, operation by operation.
func TestPackedModulesShowTheSame(t *testing.T) {
	packed := 0
	rapid.Check(t, func(t *rapid.T) {
		r := &rtltest.Random{Rand: rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))}
		m := r.Cells()
		require.NoError(t, m.Check())
		if check(t, r, m, always) {
			packed++
		}
	})
	require.Positive(t, packed)
}

// check runs a module and what is made of it side by side, and reports whether anything was packed.
func check(t require.TestingT, r *rtltest.Random, m *rtl.Module, limit int) bool {
	p, where := module(m, limit)
	if where == nil {
		require.Same(t, m, p)
		return false
	}
	require.NoError(t, p.Check())
	a, b := rtltest.NewModel(m), rtltest.NewModel(p)
	for cycle := range 20 {
		require.True(t, a.Settle())
		require.True(t, b.Settle())
		for k, id := range m.Nets {
			require.Truef(t, a.Values[id].Equal(b.Values[p.Nets[k]]), "cycle %d: net %d is %s, packed %s\n%s\n%s", cycle, k, a.Values[id], b.Values[p.Nets[k]], m, p)
		}
		a.Edge()
		b.Edge()
		for k, v := range a.Registers {
			got := b.Registers[where[k].Register]
			if where[k].Bit >= 0 {
				got = circuit.Uint(got.Lo >> where[k].Bit & 1)
			}
			require.Truef(t, v.Equal(got), "cycle %d: register %d is %s, packed %s\n%s\n%s", cycle, k, v, got, m, p)
		}
		require.Equal(t, a.Memories, b.Memories)
		require.Equal(t, a.Texts, b.Texts)
		if cycle%5 == 4 {
			for k, in := range m.Inputs {
				a.Inputs[k] = r.Value(in.Width)
				b.Inputs[k] = a.Inputs[k]
			}
		}
	}
	return true
}
