package wasmgen

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/netlist/netlisttest"
	"simten.dev/engine/word"
)

// TestPartsOfAnEnableAreListedOnce has a condition to whose parts there are 2^60 ways.
func TestPartsOfAnEnableAreListedOnce(t *testing.T) {
	m := &netlist.Module{Name: "shared"}
	emit := func(kind word.Kind, a, b word.ID) word.ID {
		m.Ops = append(m.Ops, word.Op{Kind: kind, Width: 1, Bits: 1, A: a, B: b, C: word.None, Imm: uint64(len(m.Ops))})
		return word.ID(len(m.Ops) - 1)
	}
	leaf := func() word.ID { return emit(word.Reg, word.None, word.None) }
	first := leaf()
	x := first
	for range 60 {
		x = emit(word.And, emit(word.And, x, leaf()), emit(word.And, x, leaf()))
	}
	p := &plan{m: m}
	list := p.conjunction(x)
	require.LessOrEqual(t, len(list), maxConditions+1)
	seen := map[word.ID]bool{}
	for _, id := range list {
		require.False(t, seen[id])
		seen[id] = true
	}
	require.Equal(t, []word.ID{first + 2, first, first + 1}, p.conjunction(first+2), "itself and both parts")
}

// TestCopiesOfMemories copies one memory to the other and back, turned by a cell, each under a condition of its own:
// what is written is computed under that, and there is too much of it for locals.
func TestCopiesOfMemories(t *testing.T) {
	const depth = 32
	b, m := word.NewBuilder(), &netlist.Module{Name: "copies"}
	m.Registers = []netlist.Register{{Name: "n", Width: 8, Start: circuit.Uint(3)}}
	n := b.Leaf(word.Reg, 8, 0)
	m.Registers[0].Next = b.Add(n, b.Uint(37, 8))
	for i := range 2 {
		m.Memories = append(m.Memories, netlist.Memory{Name: "m", Depth: depth, Width: 8, Start: map[uint64]circuit.Value{uint64(i): circuit.Uint(uint64(i + 1))}})
	}
	there, back := b.Eq(b.Slice(n, 0, 2), b.Uint(1, 2)), b.Eq(b.Slice(n, 0, 3), b.Uint(6, 3))
	read := func(memory, address int) word.ID {
		return b.Emit(word.Op{Kind: word.MemRead, Width: 8, A: b.Uint(uint64(address%depth), 8), B: word.None, C: word.None, Imm: uint64(memory)})
	}
	odd := b.Slice(n, 4, 1) // decides what is written, too
	for i := range depth {
		at := b.Uint(uint64(i), 8)
		m.Memories[1].Writes = append(m.Memories[1].Writes, netlist.Write{Enable: there, Address: at, Data: b.Mux(odd, b.Add(read(0, i), b.Binary(word.Mul, n, b.Uint(uint64(2*i+3), 8))), b.Binary(word.Mul, read(0, i+3), read(0, i+2)))})
		m.Memories[0].Writes = append(m.Memories[0].Writes, netlist.Write{Enable: back, Address: at, Data: b.Xor(read(1, i+1), b.Binary(word.Mul, n, b.Uint(uint64(2*i+5), 8)))})
	}
	m.Memories[0].Writes = append(m.Memories[0].Writes, netlist.Write{Enable: b.Uint(1, 1), Address: b.Resize(b.Slice(n, 3, 5), 8), Data: n})
	netlist.Finish(m, b, nil)
	require.NoError(t, m.Check())
	netlisttest.Fields(m)
	for name, tune := range map[string]tuning{"wazero": forWazero, "browsers": forBrowsers} {
		t.Run(name, func(t *testing.T) {
			l, err := newLayout(m, nil)
			require.NoError(t, err)
			stored := 0
			for _, crosses := range newPlan(m, step, l, nil, tune).crosses {
				if crosses {
					stored++
				}
			}
			require.Equal(t, 2*depth, stored)
			machine, err := newMachine(context.Background(), m, nil, nil, tune)
			require.NoError(t, err)
			defer func() { require.NoError(t, machine.Close()) }()
			followsTheModel(t, machine, m, 100)
		})
	}
}
