package netlisttest

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// Gated makes a module of registers that are written under conditions, as by state machines and clock enables: few
// conditions, nested, many registers under each, expressions that several sides and the outside share.
func (r *Random) Gated() *netlist.Module {
	b, m := word.NewBuilder(), &netlist.Module{Name: "gated"}
	in := []int{1, 8, 32}[r.Intn(3)]
	m.Inputs = []netlist.Input{{Kind: netlist.TopInput, Width: in, Name: "i", Start: r.Value(in)}}
	var values, bits []word.ID
	note := func(id word.ID) word.ID {
		values = append(values, id)
		bits = append(bits, b.Slice(id, r.Intn(b.Width(id)), 1))
		return id
	}
	note(b.Leaf(word.Param, in, 0))
	for i := range 2 + r.Intn(60) {
		w := r.width()
		m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: w, Start: r.Value(w)})
		note(b.Leaf(word.Reg, w, uint64(i)))
	}
	m.Memories = []netlist.Memory{{Name: "m", Depth: 8, Width: 16, Start: map[uint64]circuit.Value{}}}
	any := func(list []word.ID) word.ID { return list[r.Intn(len(list))] }
	fit := func(id word.ID, w int) word.ID { return b.Resize(id, w) }
	operation := func() {
		x := any(values)
		w := b.Width(x)
		switch y := fit(any(values), w); r.Intn(7) {
		case 0:
			note(b.Mux(any(bits), x, y))
		case 1:
			bits = append(bits, b.Eq(x, y))
		case 2:
			note(b.MemRead(0, 16, fit(x, 3)))
		default:
			note(b.Binary([]word.Kind{word.Add, word.Sub, word.Xor, word.And}[r.Intn(4)], x, y))
		}
	}
	for range r.Intn(80) {
		operation()
	}
	conditions := make([]word.ID, 1+r.Intn(4))
	for i := range conditions {
		conditions[i] = any(bits)
	}
	var tree func(register, depth int) word.ID
	tree = func(register, depth int) word.ID {
		w := m.Registers[register].Width
		switch {
		case depth == 0 || r.Intn(4) == 0:
			if r.Intn(3) == 0 {
				return b.Leaf(word.Reg, w, uint64(register))
			}
			return fit(any(values), w)
		default:
			condition := any(conditions[:1+r.Intn(len(conditions))])
			if w == 1 && r.Intn(2) == 0 { // a flag that is set or cleared
				if r.Intn(2) == 0 {
					condition = note(b.Not(condition))
				}
				return b.Binary([]word.Kind{word.And, word.Or}[r.Intn(2)], condition, tree(register, depth-1))
			}
			return b.Mux(condition, tree(register, depth-1), tree(register, depth-1))
		}
	}
	for i := range m.Registers {
		m.Registers[i].Next = tree(i, r.Intn(4))
		if r.Intn(8) == 0 { // another register takes the same
			m.Registers[i].Next = fit(m.Registers[r.Intn(i+1)].Next, m.Registers[i].Width)
		}
		if r.Intn(10) == 0 { // something is made of what a register takes
			note(b.Not(m.Registers[i].Next))
		}
	}
	for range r.Intn(3) {
		m.Memories[0].Writes = append(m.Memories[0].Writes, netlist.Write{
			Enable: any(conditions), Address: fit(any(values), 3), Data: fit(tree(0, 2), 16),
		})
	}
	for _, id := range values {
		if r.Intn(3) == 0 {
			m.Nets = append(m.Nets, id)
		}
	}
	netlist.Finish(m, b, nil)
	return m
}
