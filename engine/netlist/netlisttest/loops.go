package netlisttest

import (
	"slices"

	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// Loops makes a module whose step does rounds of other random modules: what is a register there is a value that the
// rounds change.
func (r *Random) Loops() *netlist.Module {
	b, m := word.NewBuilder(), &netlist.Module{Name: "loops"}
	m.Inputs = []netlist.Input{{Kind: netlist.TopInput, Width: 64, Name: "i", Start: r.Value(64)}}
	values := []word.ID{b.Leaf(word.Param, 64, 0)}
	for range 2 + r.Intn(4) {
		w := []int{1, 8, 32, 64, 100}[r.Intn(5)]
		values = append(values, b.Leaf(word.Reg, w, uint64(len(m.Registers))))
		m.Registers = append(m.Registers, netlist.Register{Name: "r", Width: w, Start: r.Value(w)})
	}
	value := func(w int) word.ID {
		v := b.Resize(values[r.Intn(len(values))], w)
		if r.Intn(3) == 0 {
			return b.Xor(v, b.Const(r.Value(w), w))
		}
		return v
	}
	for range 1 + r.Intn(3) {
		var inner *netlist.Module
		for inner == nil || len(inner.Vars)+len(inner.Calls)+len(inner.Texts) > 0 || len(inner.Memories) > 0 && (m.Memories != nil || readsAll(inner)) {
			if inner = r.Arrays(); r.Intn(2) == 0 {
				inner = r.Module(1 + r.Intn(30))
			}
		}
		if len(inner.Memories) > 0 {
			m.Memories = inner.Memories
		}
		body := r.body(inner)
		starts := []word.ID{value(1), b.Uint(uint64(r.Intn(5)), 8)}
		for _, w := range body.Widths[2:] {
			starts = append(starts, value(w))
		}
		values = append(values, b.Repeat(b.Body(body), starts)...)
	}
	for i := range m.Memories {
		mem := &m.Memories[i]
		mem.Writes = []netlist.Write{{Enable: value(1), Address: value(4), Data: value(mem.Width)}}
		if bits := mem.Depth * word.CellLane(mem.Width); mem.Width <= 64 && bits%64 == 0 && bits > 64 && bits <= maxTurned {
			all := r.turned(b, b.MemAll(uint64(i), mem.Depth, mem.Width), mem.Width, value)
			mem.Writes = append(mem.Writes, netlist.Write{Enable: value(1), Address: b.Uint(0, 8), Data: all, Whole: true})
		}
	}
	for i := range m.Registers {
		m.Registers[i].Next = value(m.Registers[i].Width)
	}
	for _, id := range values {
		if r.Intn(2) == 0 {
			m.Nets = append(m.Nets, id)
		}
	}
	netlist.Finish(m, b, nil)
	return m
}

func readsAll(m *netlist.Module) bool {
	return slices.ContainsFunc(m.Ops, func(op word.Op) bool { return op.Kind == word.MemAll })
}

// maxTurned bounds the memories that are turned, in bits: as integers of any size, which the model computes with,
// large ones take long.
const maxTurned = 1 << 12

// turned changes cells of a memory in rounds, each by what stands in another one.
func (r *Random) turned(b *word.Builder, all word.ID, width int, value func(w int) word.ID) word.ID {
	n, lane := word.NewBuilder(), word.CellLane(width)
	array, left, at := n.Leaf(word.Param, b.Width(all), 1), n.Leaf(word.Param, 8, 2), n.Leaf(word.Param, 8, 3)
	taken := n.Extract(array, at, lane)
	less := n.Sub(left, n.Uint(1, 8))
	next := n.Add(at, n.Resize(taken, 8))
	changed := n.Insert(array, n.Mux(n.Slice(left, 1, 1), next, n.Ones(8)), n.ZExt(n.Resize(n.Add(taken, n.Resize(left, lane)), width), lane))
	if r.Intn(3) == 0 { // looked at once more
		next = n.Xor(next, n.Resize(n.Extract(array, n.Uint(1, 8), lane), 8))
	}
	body := &word.Body{Widths: []int{1, b.Width(all), 8, 8}, Next: []word.ID{n.Compare(word.ULt, n.Uint(0, 8), less), changed, less, next}}
	body.Graph = n.Graph
	return b.Repeat(b.Body(body), []word.ID{value(1), all, b.ZExt(value(4), 8), value(8)})[1]
}

// body makes a cycle of a module a round, of which there are a few: the second value counts them.
func (r *Random) body(m *netlist.Module) *word.Body {
	const first, limit = 2, 9
	b := word.NewBuilder()
	b.Tables = m.Tables
	body := &word.Body{Widths: []int{1, 8}}
	for i := range m.Registers {
		body.Widths = append(body.Widths, m.Registers[i].Width)
	}
	for i := range m.Inputs {
		body.Widths = append(body.Widths, m.Inputs[i].Width)
	}
	place := make([]word.ID, len(m.Ops))
	count := b.Add(b.Leaf(word.Param, 8, 1), b.Uint(1, 8))
	again := b.Compare(word.ULt, count, b.Uint(limit, 8))
	for i := range m.Ops {
		switch op := &m.Ops[i]; op.Kind {
		case word.Reg:
			place[i] = b.Leaf(word.Param, int(op.Width), first+op.Imm)
		case word.Param:
			place[i] = b.Leaf(word.Param, int(op.Width), first+uint64(len(m.Registers))+op.Imm)
		default:
			place[i] = b.Copy(&m.Graph, word.ID(i), func(id word.ID) word.ID { return place[id] })
		}
		if op := &m.Ops[i]; op.Width == 1 && !op.IsFloat() && r.Intn(8) == 0 {
			again = b.And(again, b.Or(place[i], b.Compare(word.ULt, count, b.Uint(3, 8))))
		}
	}
	body.Next = []word.ID{again, count}
	for i := range m.Registers {
		body.Next = append(body.Next, place[m.Registers[i].Next])
	}
	body.Graph = b.Graph
	return body
}
