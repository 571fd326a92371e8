package split

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/behavior/word"
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
		if check(t, r, m, r.Intn(4)) {
			split++
		}
	})
	require.Positive(t, split)
}

// check runs a module and what is made of it side by side, and reports whether anything was split.
func check(t require.TestingT, r *rtltest.Random, m *rtl.Module, vectorWords int) bool {
	p, where := module(m, vectorWords, func() {})
	if where == nil {
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
			got := b.Registers[where[k].Register]
			if n := where[k].Words; n > 1 {
				list := make([]uint64, n)
				for i := range list {
					list[i] = b.Registers[where[k].Register+i].Lo
				}
				got = circuit.FromWords(list)
			}
			require.Truef(t, v.Equal(got), "cycle %d: register %d is %s, split %s\n%s\n%s", cycle, k, v, got, m, p)
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
			p, where := Module(o.Module, nil)
			require.NotNil(t, where)
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

// TestLogicStaysWhole: large registers between which there is bitwise logic only are left to vectors, small ones are not,
// nor is arithmetic.
func TestLogicStaysWhole(t *testing.T) {
	r := &rtltest.Random{Rand: rand.New(rand.NewSource(1))}
	large := r.WideLogic(2048).Module
	p, where := Module(large, nil)
	require.Same(t, large, p)
	require.Nil(t, where)

	p, where = Module(r.WideOperations(2048).Module, nil)
	require.Equal(t, 32, where[0].Words)
	require.Equal(t, 64, p.Registers[where[0].Register].Width)

	b, m := word.NewBuilder(), &rtl.Module{Name: "small"}
	m.Registers = []rtl.Register{{Name: "r", Width: 128, Start: circuit.Uint(5)}}
	x := b.Leaf(word.Reg, 128, 0)
	m.Registers[0].Next = b.Xor(b.Binary(word.Shl, x, b.Uint(1, 32)), b.Binary(word.LShr, x, b.Uint(7, 32)))
	m.Nets = []word.ID{x}
	rtl.Finish(m, b, nil)
	_, where = Module(m, nil)
	require.Equal(t, []Place{{Register: 0, Words: 2}}, where)
}
