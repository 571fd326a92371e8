package netlisttest

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// Arrays makes a module of arrays in one value: elements are read and changed at indices in turn, under conditions,
// too, older states are read once more and chosen between, and some arrays are registers.
func (r *Random) Arrays() *netlist.Module {
	b, m := word.NewBuilder(), &netlist.Module{Name: "arrays"}
	m.Inputs = []netlist.Input{{Kind: netlist.TopInput, Width: 32, Name: "i", Start: r.Value(32)}}
	values := []word.ID{b.Leaf(word.Param, 32, 0)}
	register := func(w int) word.ID {
		m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: w, Start: r.Value(w)})
		return b.Leaf(word.Reg, w, uint64(len(m.Registers)-1))
	}
	for range 2 + r.Intn(6) {
		values = append(values, register([]int{1, 4, 8, 16, 32, 64}[r.Intn(6)]))
	}
	m.Memories = []netlist.Memory{{Name: "m", Depth: 16, Width: []int{16, 9}[r.Intn(2)], Start: map[uint64]circuit.Value{3: r.Value(9)}}}
	value := func(w int) word.ID {
		if r.Intn(6) == 0 {
			return b.Const(r.Value(w), w)
		}
		return b.Resize(values[len(values)-1-r.Intn(min(len(values), 20))], w)
	}
	for range 1 + r.Intn(3) {
		lane, elements := []int{8, 16, 32, 64}[r.Intn(4)], []int{9, 10, 16, 20}[r.Intn(4)]
		first := value(lane)
		cell := lane
		memory := lane == 16 && elements == 16 && r.Intn(4) > 0
		if memory {
			cell = m.Memories[0].Width
			first = b.MemAll(0, 16, cell)
		} else if r.Intn(4) == 0 {
			first = register(lane * elements)
		} else {
			for b.Width(first) < lane*elements {
				first = b.Concat(value(lane), first)
			}
		}
		states := []word.ID{first}
		state := func() word.ID { // mostly the last one
			return states[max(0, len(states)-1-max(0, r.Intn(12)-8))]
		}
		index := func() word.ID {
			switch r.Intn(5) {
			case 0:
				return b.Uint(uint64(r.Intn(elements+1)), 8)
			case 1:
				return b.Mux(value(1), b.Resize(value(3), 32), b.Uint(uint64(elements), 32))
			}
			return value([]int{3, 4, 5, 32, 64}[r.Intn(5)])
		}
		for range 4 + r.Intn(40) {
			switch x := state(); r.Intn(9) {
			case 0, 1, 2:
				states = append(states, b.Insert(x, index(), b.ZExt(value(cell), lane)))
			case 3:
				values = append(values, b.Slice(x, lane*r.Intn(elements), lane))
			case 4:
				if y := state(); x != y {
					states = append(states, b.Mux(value(1), x, y))
				}
			case 5:
				values = append(values, b.Eq(x, state()))
			default:
				values = append(values, b.Extract(x, index(), lane))
			}
			if w := []int{8, 32}[r.Intn(2)]; r.Intn(3) == 0 {
				v := b.Binary([]word.Kind{word.Add, word.Xor, word.Mul}[r.Intn(3)], value(w), value(w))
				values = append(values, b.Mux(value(1), v, value(w)))
			}
		}
		if lane == 16 && elements == 16 && (memory || m.Memories[0].Width == 16) && r.Intn(3) > 0 {
			m.Memories[0].Writes = append(m.Memories[0].Writes, netlist.Write{Enable: value(1), Address: b.Uint(0, 32), Data: state(), Whole: true})
		}
		for i := range m.Registers {
			if w := m.Registers[i].Width; w == lane*elements && m.Registers[i].Next == 0 && r.Intn(3) > 0 {
				m.Registers[i].Next = state()
			}
		}
	}
	for i := range m.Registers {
		switch w := m.Registers[i].Width; {
		case m.Registers[i].Next != 0:
		case w > 64:
			m.Registers[i].Next = b.Leaf(word.Reg, w, uint64(i))
		default:
			m.Registers[i].Next = value(w)
		}
	}
	for range r.Intn(2) {
		m.Memories[0].Writes = append(m.Memories[0].Writes, netlist.Write{Enable: value(1), Address: value(5), Data: value(m.Memories[0].Width)})
	}
	for _, id := range values {
		if r.Intn(3) == 0 {
			m.Nets = append(m.Nets, id)
		}
	}
	netlist.Finish(m, b, nil)
	return m
}
