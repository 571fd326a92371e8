package netlisttest

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// Chosen makes a module of values that are chosen among many by an index, as in crossbars and register files: by chains
// of comparisons, by trees of bits and by both, with several choices among the same values, on the sides of other
// choices, too.
func (r *Random) Chosen() *netlist.Module {
	b, m := word.NewBuilder(), &netlist.Module{Name: "chosen"}
	in := []int{3, 6, 32, 64}[r.Intn(4)]
	m.Inputs = []netlist.Input{{Kind: netlist.TopInput, Width: in, Name: "i", Start: r.Value(in)}}
	values := []word.ID{b.Leaf(word.Param, in, 0)}
	for i := range 3 + r.Intn(20) {
		w := []int{1, 4, 8, 13, 16, 32, 40, 64}[r.Intn(8)]
		m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: w, Start: r.Value(w)})
		values = append(values, b.Leaf(word.Reg, w, uint64(i)))
	}
	var bank []word.ID // registers of one width, which lie in a row
	if w := []int{5, 8, 16, 32, 64}[r.Intn(5)]; r.Intn(2) == 0 {
		for range 4 + r.Intn(29) {
			bank = append(bank, b.Leaf(word.Reg, w, uint64(len(m.Registers))))
			m.Registers = append(m.Registers, netlist.Register{Name: "b", Width: w, Start: r.Value(w)})
		}
		values = append(values, bank...)
	}
	m.Memories = []netlist.Memory{{Name: "m", Depth: 8, Width: 16, Start: map[uint64]circuit.Value{}}}
	any := func(w int) word.ID {
		if r.Intn(6) == 0 {
			return b.Const(r.Value(w), w)
		}
		return b.Resize(values[r.Intn(len(values))], w)
	}
	// choose is a choice of an entry by an index, which is compared or looked at bit by bit.
	choose := func(index word.ID, entries []word.ID) word.ID {
		w := b.Width(index)
		var tree func(bit, first int) word.ID
		tree = func(bit, first int) word.ID {
			switch {
			case first >= len(entries):
				return entries[len(entries)-1]
			case bit == 0:
				return entries[first]
			case r.Intn(8) == 0 && first+1 < len(entries): // halves, told apart by a comparison of the whole index
				return b.Mux(b.Compare(word.ULt, index, b.Uint(uint64(first+1<<(bit-1)), w)), tree(bit-1, first), tree(bit-1, first+1<<(bit-1)))
			}
			return b.Mux(b.Slice(index, bit-1, 1), tree(bit-1, first+1<<(bit-1)), tree(bit-1, first))
		}
		if w <= 6 && r.Intn(2) == 0 {
			return tree(w, 0)
		}
		v := entries[len(entries)-1]
		for k := len(entries) - 2; k >= 0; k-- {
			is := b.Eq(index, b.Uint(uint64(k), w))
			if r.Intn(6) == 0 {
				is = b.Compare(word.ULe, index, b.Uint(uint64(k), w))
			}
			v = b.Mux(is, entries[k], v)
		}
		return v
	}
	for range 1 + r.Intn(3) {
		w := []int{1, 5, 8, 16, 24, 32, 48, 64}[r.Intn(8)]
		entries := make([]word.ID, 3+r.Intn(22))
		for k := range entries {
			if k > 0 && r.Intn(8) == 0 {
				entries[k] = entries[k-1]
			} else {
				entries[k] = any(w)
			}
		}
		if bank != nil && r.Intn(2) == 0 {
			w = max(w, b.Width(bank[0]))
			entries = entries[:0]
			for _, id := range bank {
				entries = append(entries, b.ZExt(id, w))
			}
		}
		for range 1 + r.Intn(5) {
			n := []int{2, 3, 4, 5, 6, 6, 9, 33}[r.Intn(8)]
			index := any(n)
			if from := values[r.Intn(len(values))]; b.Width(from) > n {
				index = b.Slice(from, r.Intn(b.Width(from)-n), n)
			}
			v := choose(index, entries)
			switch r.Intn(4) {
			case 0: // on one side of another choice
				v = b.Mux(b.Slice(any(8), 3, 1), b.Add(v, any(w)), any(w))
			case 1:
				v = b.Mux(b.Slice(any(8), 5, 1), any(w), v)
			}
			values = append(values, v)
		}
	}
	for i := range m.Registers {
		m.Registers[i].Next = any(m.Registers[i].Width)
		if w := m.Registers[i].Width; r.Intn(3) == 0 {
			m.Registers[i].Next = b.Mux(b.Slice(values[0], 1, 1), b.Add(m.Registers[i].Next, any(w)), b.Leaf(word.Reg, w, uint64(i)))
		}
	}
	for range r.Intn(2) {
		m.Memories[0].Writes = append(m.Memories[0].Writes, netlist.Write{Enable: any(1), Address: any(3), Data: any(16)})
	}
	for _, id := range values {
		if r.Intn(2) == 0 {
			m.Nets = append(m.Nets, id)
		}
	}
	netlist.Finish(m, b, nil)
	return m
}
