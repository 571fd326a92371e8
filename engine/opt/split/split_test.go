package split

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
)

// TestSplitModulesShowTheSame compares modules with what is made of them, operation by operation.
func TestSplitModulesShowTheSame(t *testing.T) {
	split := 0
	rapid.Check(t, func(t *rapid.T) {
		r := &netlisttest.Random{Rand: rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))), Wide: true}
		m := r.Module(rapid.IntRange(1, 80).Draw(t, "operations"))
		if check(t, r, m, r.Intn(4)) {
			split++
		}
	})
	require.Positive(t, split)
}

// check runs a module and what is made of it side by side, and reports whether anything was split.
func check(t require.TestingT, r *netlisttest.Random, m *netlist.Module, vectorWords int) bool {
	p, where := module(m, vectorWords, nil)
	if where == nil {
		require.Same(t, m, p)
		return false
	}
	require.NoError(t, netlisttest.Alike(r, m, p, 12, 3, func(made *netlisttest.Model, k int) circuit.Value {
		at := where[k]
		if at.Words == 1 {
			return made.Registers[at.Register]
		}
		list := make([]uint64, at.Words)
		for i := range list {
			list[i] = made.Registers[at.Register+i].Lo
		}
		return circuit.FromWords(list)
	}))
	return true
}

// TestWordsOfEveryOperation: the operations of words give what math/big says.
func TestWordsOfEveryOperation(t *testing.T) {
	for _, w := range netlisttest.WideWidths() {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			r := &netlisttest.Random{Rand: rand.New(rand.NewSource(int64(w)))}
			o := r.WideOperations(w)
			p, where := Module(o.Module, nil)
			require.NotNil(t, where)
			require.NoError(t, p.Check())
			model := netlisttest.NewModel(p)
			for range 50 {
				model.Inputs = o.Inputs(r)
				for range netlisttest.WideLatency {
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

// TestLogicStaysWhole: large registers between which there is bitwise logic only are left to vectors, small ones are
// not, nor is arithmetic.
func TestLogicStaysWhole(t *testing.T) {
	r := &netlisttest.Random{Rand: rand.New(rand.NewSource(1))}
	large := r.WideLogic(2048).Module
	p, where := Module(large, nil)
	require.Same(t, large, p)
	require.Nil(t, where)

	p, where = Module(r.WideOperations(2048).Module, nil)
	require.Equal(t, 32, where[0].Words)
	require.Equal(t, 64, p.Registers[where[0].Register].Width)

	b, m := word.NewBuilder(), &netlist.Module{Name: "small"}
	m.Registers = []netlist.Register{{Name: "r", Width: 128, Start: circuit.Uint(5)}}
	x := b.Leaf(word.Reg, 128, 0)
	m.Registers[0].Next = b.Xor(b.Binary(word.Shl, x, b.Uint(1, 32)), b.Binary(word.LShr, x, b.Uint(7, 32)))
	m.Nets = []word.ID{x}
	netlist.Finish(m, b, nil)
	_, where = Module(m, nil)
	require.Equal(t, []netlist.Place{{Register: 0, Bit: -1, Words: 2}}, where)
}

// TestShiftedAgainAndAgain: a value that is shifted by one many times, with a bit put in at its end, takes as many
// operations for the last time as for the first.
func TestShiftedAgainAndAgain(t *testing.T) {
	count := func(times int) int {
		m := &netlist.Module{Registers: []netlist.Register{{Name: "r", Width: 128}, {Name: "s", Width: 128}}}
		b := word.NewBuilder()
		v, s := b.Leaf(word.Reg, 128, 0), b.Leaf(word.Reg, 128, 1)
		for k := range times {
			bit := b.Binary(word.Shl, b.ZExt(b.Slice(s, k, 1), 128), b.Uint(127, 32))
			v = b.Xor(b.Binary(word.LShr, v, b.Uint(1, 32)), bit)
			s = b.Mux(b.Slice(v, 0, 1), b.Xor(s, v), s)
		}
		m.Registers[0].Next, m.Registers[1].Next = v, s
		netlist.Finish(m, b, nil)
		p, where := Module(m, nil)
		require.NotNil(t, where)
		return len(p.Ops)
	}
	few, many := count(20), count(100)
	require.Less(t, many, 6*few, "%d and %d operations", few, many)
}
