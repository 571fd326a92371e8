package batch_test

import (
	"context"
	"errors"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/sim/batch"
	"simten.dev/engine/word"
)

// TestLanesAgreeWithTheModel runs random netlists on random vectors, every lane against a plain model that
// starts anew for it.
func TestLanesAgreeWithTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := &netlisttest.Random{
			Rand: rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))),
			Wide: rapid.Bool().Draw(t, "wide"),
		}
		m := r.Module(rapid.IntRange(1, 80).Draw(t, "operations"))
		if r.Intn(6) == 0 {
			m = r.Loops()
		}
		var nets []int
		for net := range m.Nets {
			if rapid.Bool().Draw(t, "read") {
				nets = append(nets, net)
			}
		}
		p, err := batch.New(m, nets)
		require.NoError(t, err)
		x := p.NewMachine()
		cycles := rapid.IntRange(0, 4).Draw(t, "cycles")
		const lanes = 70 // of two words
		x.SetLanes(lanes)

		stable := true
		models := make([]*netlisttest.Model, lanes)
		for lane := range models {
			models[lane] = netlisttest.NewModel(m)
			stable = stable && (len(m.Loops) == 0 || models[lane].Settle())
		}
		if err := x.Reset(); !stable {
			require.Error(t, err)
			return
		}
		for lane, o := range models {
			for k, in := range m.Inputs {
				if in.Kind == netlist.TopInput && r.Intn(3) > 0 {
					o.Inputs[k] = r.Value(in.Width)
					x.Set(in.Index, lane, o.Inputs[k])
				}
			}
		}
		if cycles > 0 {
			err = x.Step(cycles)
		} else {
			err = x.Settle()
		}
		for _, o := range models {
			for range cycles {
				if stable = stable && o.Settle(); stable {
					o.Edge()
				}
			}
			stable = stable && o.Settle()
		}
		if !stable {
			var oscillation *batch.VectorError
			require.ErrorAs(t, err, &oscillation)
			require.Equal(t, circuit.CodeOscillation, oscillation.Diagnostic.Code)
			return
		}
		require.NoError(t, err)
		for k, net := range nets {
			id := m.Nets[net]
			for lane, o := range models {
				require.Truef(t, netlisttest.SameValue(&m.Ops[id], o.Values[id], x.Peek(k, lane)), "net %d lane %d, operation %d %s: want %s, got %s\n%s",
					net, lane, id, m.Ops[id].Kind, o.Values[id], x.Peek(k, lane), m)
				require.Equal(t, x.Peek(k, lane).Lo, x.Word(k, lane))
			}
		}
	})
}

// adder is a netlist of one-bit gates: two numbers of n bits as single inputs, and their sum.
func adder(n int) *netlist.Module {
	b := word.NewBuilder()
	m := &netlist.Module{Name: "adder", Path: func(int) string { return "n" }}
	for i := range 2 * n {
		m.Inputs = append(m.Inputs, netlist.Input{Kind: netlist.TopInput, Width: 1, Index: i})
		b.Leaf(word.Param, 1, uint64(i))
	}
	carry := b.Uint(0, 1)
	for i := range n {
		p, q := b.Leaf(word.Param, 1, uint64(n-1-i)), b.Leaf(word.Param, 1, uint64(2*n-1-i))
		half := b.Xor(p, q)
		m.Nets = append(m.Nets, b.Xor(half, carry))
		carry = b.Or(b.And(p, q), b.And(half, carry))
	}
	m.Nets = append(m.Nets, carry)
	m.Graph = b.Graph
	for range m.Ops {
		m.Uses = append(m.Uses, netlist.InSettle)
	}
	return m
}

func fields(m *netlist.Module) []batch.Field {
	var list []batch.Field
	for _, in := range m.Inputs {
		list = append(list, batch.Field{Input: in.Index, Width: in.Width})
	}
	return list
}

func allNets(m *netlist.Module) []int {
	list := make([]int, len(m.Nets))
	for i := range list {
		list[i] = i
	}
	return list
}

// sum reads the output of an adder in one lane.
func sum(b *batch.Block, lane, n int) uint64 {
	v := uint64(0)
	for bit := range n + 1 {
		v |= b.Word(bit, lane) << bit
	}
	return v
}

// TestExhaustive adds every pair of numbers of eight bits: 65,536 vectors in their order.
func TestExhaustive(t *testing.T) {
	const n = 8
	m := adder(n)
	require.NoError(t, m.Check())
	p, err := batch.New(m, allNets(m))
	require.NoError(t, err)
	for _, workers := range []int{1, 4} {
		next := uint64(0)
		err = p.Run(context.Background(), 1<<(2*n), batch.Options{
			Workers: workers, Vectors: batch.Counting{Fields: fields(m)},
			Each: func(b *batch.Block) error {
				for lane := range b.Count {
					v := b.First + uint64(lane)
					if v>>n+v&(1<<n-1) != sum(b, lane, n) {
						return errors.New("wrong sum")
					}
				}
				return nil
			},
			Collect: func(b *batch.Block) error {
				require.Equal(t, next, b.First)
				next += uint64(b.Count)
				return nil
			},
		})
		require.NoError(t, err)
		require.EqualValues(t, 1<<(2*n), next)
	}
}

// TestRunGivesTheEarliestError makes two blocks fail and always sees the first.
func TestRunGivesTheEarliestError(t *testing.T) {
	m := adder(8)
	p, err := batch.New(m, allNets(m))
	require.NoError(t, err)
	first, second := errors.New("first"), errors.New("second")
	for range 20 {
		err := p.Run(context.Background(), 1<<16, batch.Options{
			Workers: 4, Vectors: batch.Counting{Fields: fields(m)},
			Each: func(b *batch.Block) error {
				switch b.First / batch.Lanes {
				case 3:
					return first
				case 4:
					return second
				}
				return nil
			},
		})
		require.ErrorIs(t, err, first)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err = p.Run(ctx, 1000, batch.Options{Vectors: batch.Counting{Fields: fields(m)}, Each: func(*batch.Block) error { return nil }})
	require.ErrorIs(t, err, context.Canceled)
}

// TestRandomVectors are the same for the same seed, whatever block they fall into.
func TestRandomVectors(t *testing.T) {
	m := adder(8)
	p, err := batch.New(m, allNets(m))
	require.NoError(t, err)
	sums := func(count uint64) []uint64 {
		list := make([]uint64, 0, count)
		require.NoError(t, p.Run(context.Background(), count, batch.Options{
			Vectors: batch.Random{Fields: fields(m), Seed: 9},
			Each:    func(*batch.Block) error { return nil },
			Collect: func(b *batch.Block) error {
				for lane := range b.Count {
					list = append(list, sum(b, lane, 8))
				}
				return nil
			},
		}))
		return list
	}
	long := sums(1000)
	require.Equal(t, long[:300], sums(300))
	seen := map[uint64]bool{}
	for _, v := range long {
		seen[v] = true
	}
	require.Greater(t, len(seen), 200)
}

func TestRefusals(t *testing.T) {
	m := adder(2)
	m.Calls = []netlist.Call{{Reason: "it calls JSON.stringify", Place: circuit.Place{Line: 3, Column: 7}}}
	_, err := batch.New(m, nil)
	var opaque *batch.OpaqueError
	require.ErrorAs(t, err, &opaque)
	require.Equal(t, 3, opaque.Place.Line)
	require.Contains(t, err.Error(), "JSON.stringify")

	m = adder(2)
	m.Memories = []netlist.Memory{{Depth: 1 << 20, Width: 32, Writes: []netlist.Write{{}}}}
	_, err = batch.New(m, nil)
	var size *batch.SizeError
	require.ErrorAs(t, err, &size)
	require.Contains(t, err.Error(), "MiB")
}

// BenchmarkExhaustive is the whole truth table of 16 inputs, from the netlist on.
func BenchmarkExhaustive(b *testing.B) {
	m := adder(8)
	for b.Loop() {
		p, err := batch.New(m, allNets(m))
		require.NoError(b, err)
		require.NoError(b, p.Run(context.Background(), 1<<16, batch.Options{
			Vectors: batch.Counting{Fields: fields(m)}, Each: func(*batch.Block) error { return nil },
		}))
	}
}
