package synthesis

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/elaborate"
	"simten.dev/engine/lower"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// declareState makes registers, memories and texts of a node's state fields.
func (b *build) declareState(i int) {
	state, node := b.parts[i].State(), b.nodes[i]
	if len(state) == 0 {
		return
	}
	fields := make([]netlist.Field, len(state))
	path := b.design.Path(i)
	for k, s := range state {
		name := circuit.AppendPath(path, s.Name)
		f := netlist.Field{Kind: netlist.HostField, Index: i, Sign: -1, Has: -1}
		switch {
		case node.Opaque != nil:
		case s.StateType.Kind == circuit.Memory:
			f.Kind, f.Index = netlist.MemoryField, len(b.m.Memories)
			shape := node.Fields[k]
			f.Signed = shape.Width == 32 && shape.View == lower.AsInt32
			start := map[uint64]circuit.Value{}
			has := map[uint64]circuit.Value{}
			for a, v := range s.InitialValue.Memory {
				if a < shape.Depth {
					has[a] = circuit.Uint(1)
					if v = v.Mask(shape.Width); !v.IsZero() {
						start[a] = v
					}
				}
			}
			b.m.Memories = append(b.m.Memories, netlist.Memory{Name: name, Depth: int(shape.Depth), Width: shape.Width, Start: start})
			if shape.Width == 32 && shape.View == lower.WithSign {
				f.Sign = len(b.m.Memories)
				b.m.Memories = append(b.m.Memories, netlist.Memory{Name: name + "#sign", Depth: int(shape.Depth), Width: 1})
			}
			if node.ReadsPart(k, lower.MemoryHas) {
				f.Has = len(b.m.Memories)
				b.m.Memories = append(b.m.Memories, netlist.Memory{Name: name + "#has", Depth: int(shape.Depth), Width: 1, Start: has})
			}
		case s.InitialValue.IsText && node.Fields[k].Texts != nil:
			f.Kind, f.Index, f.Texts = netlist.RegisterField, len(b.m.Registers), node.Fields[k].Texts
			b.register(name, node.Fields[k].Width, f.Number(s.InitialValue.Text))
		case s.InitialValue.IsText:
			f.Kind, f.Index = netlist.TextField, len(b.m.Texts)
			limit := lower.DefaultTextLimit
			if node.Tick != nil && node.Tick.Next[k].Limit > 0 {
				limit = node.Tick.Next[k].Limit
			}
			b.m.Texts = append(b.m.Texts, netlist.Text{Name: name, Start: s.InitialValue.Text, Limit: limit})
		default:
			f.Kind, f.Index = netlist.RegisterField, len(b.m.Registers)
			shape := node.Fields[k]
			f.Signed = shape.Width == 32 && shape.View == lower.AsInt32
			b.register(name, shape.Width, s.InitialValue.Number.Mask(shape.Width))
			if shape.Width == 32 && shape.View == lower.WithSign {
				f.Sign = len(b.m.Registers)
				sign := circuit.Value{}
				if s.InitialValue.Negative {
					sign = circuit.Uint(1)
				}
				b.register(name+"#sign", 1, sign)
			}
		}
		if lo, hi, less := node.Within(k); less {
			f.Within = &[2]int64{lo, hi}
		}
		fields[k] = f
	}
	b.m.Fields[i] = fields
}

// register adds a register that holds until tick says otherwise.
func (b *build) register(name string, width int, start circuit.Value) {
	id := b.b.Leaf(word.Reg, width, uint64(len(b.m.Registers)))
	b.regs = append(b.regs, id)
	b.m.Registers = append(b.m.Registers, netlist.Register{Name: name, Width: width, Start: start, Next: id})
}

// startNumber is the start value of a live option that starts as an unsigned number. It is taken
// from the node: nodes share behaviour, not options.
func startNumber(p elaborate.Part, name string) circuit.Value {
	v, _ := p.Arguments().Get(name)
	if !lower.StartsAsNumber(v) {
		return circuit.Value{}
	}
	switch x := v.(type) {
	case float64:
		return circuit.Uint(uint64(x))
	case circuit.Value:
		return x
	}
	return circuit.Value{}
}
