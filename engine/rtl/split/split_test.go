package split

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl"
	"simten.dev/engine/rtl/rtltest"
)

// TestSplitModulesShowTheSame compares modules with what is made of them, operation by operation.
func TestSplitModulesShowTheSame(t *testing.T) {
	split := 0
	rapid.Check(t, func(t *rapid.T) {
		r := &rtltest.Random{Rand: rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))), Wide: true}
		m := r.Module(rapid.IntRange(1, 80).Draw(t, "operations"))
		if check(t, r, m) {
			split++
		}
	})
	require.Positive(t, split)
}

// check runs a module and what is made of it side by side, and reports whether anything was split.
func check(t require.TestingT, r *rtltest.Random, m *rtl.Module) bool {
	p, first := Module(m)
	if first == nil {
		require.Same(t, m, p)
		return false
	}
	require.NoError(t, p.Check())
	a, b := rtltest.NewModel(m), rtltest.NewModel(p)
	for cycle := range 12 {
		require.True(t, a.Settle())
		require.True(t, b.Settle())
		for k, id := range m.Nets {
			require.Truef(t, a.Values[id].Equal(b.Values[p.Nets[k]]), "cycle %d: net %d is %s, split %s\n%s\n%s", cycle, k, a.Values[id], b.Values[p.Nets[k]], m, p)
		}
		a.Edge()
		b.Edge()
		for k, v := range a.Registers {
			words := make([]uint64, Words(m.Registers[k].Width))
			for i := range words {
				words[i] = b.Registers[first[k]+i].Lo
			}
			require.Truef(t, v.Equal(circuit.FromWords(words)), "cycle %d: register %d is %s, split %x\n%s\n%s", cycle, k, v, words, m, p)
		}
		require.Equal(t, a.Memories, b.Memories)
		require.Equal(t, a.Texts, b.Texts)
		if cycle%3 == 2 {
			for k, in := range m.Inputs {
				a.Inputs[k] = r.Value(in.Width)
				b.Inputs[k] = a.Inputs[k]
			}
		}
	}
	return true
}

// TestWordsOfEveryOperation: the operations of words give what math/big says.
func TestWordsOfEveryOperation(t *testing.T) {
	for _, w := range rtltest.WideWidths() {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			r := &rtltest.Random{Rand: rand.New(rand.NewSource(int64(w)))}
			o := r.WideOperations(w)
			p, first := Module(o.Module)
			require.NotNil(t, first)
			require.NoError(t, p.Check())
			model := rtltest.NewModel(p)
			for range 50 {
				model.Inputs = o.Inputs(r)
				for range rtltest.WideLatency {
					require.True(t, model.Settle())
					model.Edge()
				}
				require.True(t, model.Settle())
				for net, want := range o.Want(model.Inputs) {
					got := model.Values[p.Nets[net]]
					require.Truef(t, want.Equal(got), "%s of %s: want %s, got %s", o.Names[net], model.Inputs, want, got)
				}
			}
		})
	}
}
