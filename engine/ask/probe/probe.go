// Package probe adds observers to a netlist: registers, memories and operations that read the values of a circuit on
// every cycle and change nothing of what the circuit does.
//
// In comes a checked netlist.Module; out comes a larger one with the same inputs, registers, memories, texts and nets
// at the same places, and what was added behind them. A simulator runs the larger one as any other, so a question about
// a run costs what the added operations cost. State of the plain netlist is brought over by Netlist.Image.
//
// A newcomer adds a kind of observer as a function that takes a Builder (see Count for the pattern): it makes
// registers with Register, gives each its next value, and reads them after the run with Netlist.Scalar or
// Netlist.Cells.
package probe

import (
	"errors"
	"fmt"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/sim"
	"simten.dev/engine/sim/image"
	"simten.dev/engine/word"
)

// ErrClosure means that a netlist calls closures of the language, which cannot be copied into another netlist.
var ErrClosure = errors.New("the expression could not be compiled")

// Builder grows a copy of a netlist.
type Builder struct {
	*word.Builder
	base, module *netlist.Module
	fields       []netlist.Field
	shown        int
}

// New begins with a netlist, which stays as it is.
func New(base *netlist.Module) *Builder {
	m := base.Unbuilt()
	m.Registers, m.Vars, m.Loops = slices.Clone(base.Registers), slices.Clone(base.Vars), slices.Clone(base.Loops)
	m.Fields = slices.Clone(base.Fields)
	return &Builder{Builder: word.Extend(&base.Graph), base: base, module: m}
}

// Net is the value of a net of the circuit, settled before the clock edge.
func (b *Builder) Net(net int) word.ID { return b.base.Nets[net] }

// Register is a register of an observer.
type Register struct {
	Value word.ID // before the clock edge
	index int
	field int
	width int
}

// Register adds a register. It holds its value until Next gives it another.
func (b *Builder) Register(name string, width int, start circuit.Value) Register {
	r := Register{index: len(b.module.Registers), field: len(b.fields), width: width}
	r.Value = b.Leaf(word.Reg, width, uint64(r.index))
	b.module.Registers = append(b.module.Registers, netlist.Register{Name: "probe." + name, Width: width, Start: start, Next: r.Value})
	b.fields = append(b.fields, netlist.Field{Kind: netlist.RegisterField, Index: r.index, Sign: -1, Has: -1})
	return r
}

// Next is the value that a register takes at each clock edge, cut or extended to its width.
func (b *Builder) Next(r Register, value word.ID) {
	b.module.Registers[r.index].Next = b.Resize(value, r.width)
}

// Memory is a memory of an observer.
type Memory struct {
	Depth, Width int
	index, field int
}

// Memory adds a memory of zeros.
func (b *Builder) Memory(name string, depth, width int) Memory {
	x := Memory{Depth: depth, Width: width, index: len(b.module.Memories), field: len(b.fields)}
	b.module.Memories = append(b.module.Memories, netlist.Memory{Name: "probe." + name, Depth: depth, Width: width})
	b.fields = append(b.fields, netlist.Field{Kind: netlist.MemoryField, Index: x.index, Sign: -1, Has: -1})
	return x
}

// Write writes to a memory at each clock edge at which enable, one bit, is 1. An address beyond the depth writes
// nothing.
func (b *Builder) Write(x Memory, enable, address, data word.ID) {
	m := &b.module.Memories[x.index]
	m.Writes = append(m.Writes, netlist.Write{Enable: enable, Address: address, Data: b.Resize(data, x.Width)})
}

// Show makes a value readable by sim.Machine.Peek, as a net behind those of the circuit; it gives the net.
func (b *Builder) Show(value word.ID) int {
	b.module.Nets = append(b.module.Nets, value)
	b.shown++
	return len(b.module.Nets) - 1
}

// Binding says where the inputs and the state of a netlist that is copied come from.
type Binding struct {
	// Inputs are the values of its top-level inputs, by index, each of any width.
	Inputs []word.ID
	// Memories are the memories of the circuit that stand for its own ones, by index; -1 for one that it keeps to
	// itself.
	Memories []int
}

// Embed copies a netlist into the one that is being built and gives the values of its nets. Its registers become
// observers. ErrClosure when it calls closures.
func (b *Builder) Embed(from *netlist.Module, to Binding) ([]word.ID, error) {
	if len(from.Calls) > 0 || len(from.Vars) > 0 || len(from.Texts) > 0 {
		return nil, ErrClosure
	}
	e := embedding{b: b, from: from, to: to, place: make([]word.ID, len(from.Ops))}
	for i := range from.Registers {
		r := &from.Registers[i]
		e.registers = append(e.registers, b.Register(r.Name, r.Width, r.Start))
	}
	for i := range from.Memories {
		x := &from.Memories[i]
		if i < len(to.Memories) && to.Memories[i] >= 0 {
			e.memories = append(e.memories, to.Memories[i])
			continue
		}
		own := b.Memory(x.Name, x.Depth, x.Width)
		b.module.Memories[own.index].Start = x.Start
		e.memories = append(e.memories, own.index)
	}
	for i := range from.Ops {
		id, err := e.copy(word.ID(i))
		if err != nil {
			return nil, err
		}
		e.place[i] = id
	}
	for i, r := range e.registers {
		b.Next(r, e.place[from.Registers[i].Next])
	}
	for i := range from.Memories {
		if i < len(to.Memories) && to.Memories[i] >= 0 {
			continue // an observer never writes to a memory of the circuit
		}
		own := &b.module.Memories[e.memories[i]]
		for _, w := range from.Memories[i].Writes {
			w.Enable, w.Address, w.Data = e.place[w.Enable], e.place[w.Address], e.place[w.Data]
			own.Writes = append(own.Writes, w)
		}
	}
	nets := make([]word.ID, len(from.Nets))
	for i, id := range from.Nets {
		nets[i] = e.place[id]
	}
	return nets, nil
}

type embedding struct {
	b         *Builder
	from      *netlist.Module
	to        Binding
	registers []Register
	memories  []int     // by memory of from
	place     []word.ID // by operation of from
}

// copy emits one operation with the numbers that registers, memories and tables have in the larger netlist.
func (e *embedding) copy(id word.ID) (word.ID, error) {
	op := e.from.Ops[id]
	width := int(op.Width)
	switch op.Kind {
	case word.Param:
		in := &e.from.Inputs[op.Imm]
		if in.Kind == netlist.TopInput {
			return e.b.Resize(e.to.Inputs[in.Index], width), nil
		}
		return e.b.Const(in.Start, width), nil // options of components keep their start values
	case word.Reg:
		return e.registers[op.Imm].Value, nil
	case word.Table:
		op.Imm = e.b.Table(e.from.Tables[op.Imm])
	case word.MemRead, word.MemAll:
		op.Imm = uint64(e.memories[op.Imm])
		if op.Kind == word.MemAll {
			return e.b.Leaf(word.MemAll, width, op.Imm), nil
		}
	case word.Repeat:
		op.Imm = e.b.Body(e.from.Bodies[op.Imm].MapMemories(func(m uint64) uint64 { return uint64(e.memories[m]) }))
	case word.Const, word.FConst:
		return e.b.Copy(&e.from.Graph, id, nil), nil
	case word.Call, word.Result, word.Loop:
		return word.None, ErrClosure
	}
	op.MapOperands(func(x word.ID) word.ID { return e.place[x] })
	return e.b.Emit(op), nil
}

// Netlist is a netlist with observers.
type Netlist struct {
	Module *netlist.Module
	base   *netlist.Module
	node   int // the number under which the observers' state is read
}

// Build orders and checks the netlist. The Builder must not be used afterwards.
func (b *Builder) Build() (*Netlist, error) {
	n := &Netlist{Module: b.module, base: b.base, node: len(b.module.Fields)}
	b.module.Fields = append(b.module.Fields, b.fields)
	vars := len(b.module.Vars)
	netlist.Finish(b.module, b.Builder, nil)
	if len(b.module.Vars) != vars {
		return nil, fmt.Errorf("the combinational loops of %s changed while it was observed", b.base.Name)
	}
	return n, nil
}

// Scalar reads a register of an observer.
func (n *Netlist) Scalar(m sim.Machine, r Register) circuit.Value {
	return m.State(n.node, r.field).Scalar
}

// SetScalar overwrites a register of an observer, from the next Settle or Step on.
func (n *Netlist) SetScalar(m sim.Machine, r Register, v circuit.Value) {
	m.SetState(n.node, r.field, sim.State{Scalar: v.Mask(r.width)})
}

// Cells reads the first count cells of a memory of an observer, each sim.CellBytes(Width) bytes.
func (n *Netlist) Cells(m sim.Machine, x Memory, count int) []byte {
	return n.CellsFrom(m, x, 0, count)
}

// CellsFrom is Cells from one on.
func (n *Netlist) CellsFrom(m sim.Machine, x Memory, first, count int) []byte {
	cells := make([]byte, count*sim.CellBytes(x.Width))
	m.Cells(n.node, x.field, uint64(first), cells)
	return cells
}

// Image is an image of a machine on the plain netlist as one of a machine on this one, with observers at their start.
func (n *Netlist) Image(plain *sim.Block) (*sim.Block, error) {
	s, err := image.Decode(n.base, plain)
	if err != nil {
		return nil, err
	}
	size := image.RegisterBytes(n.base)
	pages := sim.NewPaged(size)
	if !pages.Fits(s.Registers) {
		return nil, sim.ErrSnapshot
	}
	cells := make([]byte, size)
	pages.Show(s.Registers, func(offset int, src []byte) { copy(cells[offset:], src) })
	first := 0
	for i := range n.base.Registers {
		first += sim.CellBytes(n.base.Registers[i].Width)
	}
	all := make([]byte, 0, image.RegisterBytes(n.Module))
	all = append(all, cells[:first]...)
	for _, r := range n.Module.Registers[len(n.base.Registers):] {
		cell := make([]byte, sim.CellBytes(r.Width))
		sim.PutCell(cell, r.Start, r.Width)
		all = append(all, cell...)
	}
	all = append(all, cells[first:]...)
	s.Registers = sim.NewPaged(len(all)).Image(func(offset int, dst []byte) { copy(dst, all[offset:]) })
	for i := range n.Module.Memories[len(n.base.Memories):] {
		x := &n.Module.Memories[len(n.base.Memories)+i]
		content := make([]byte, image.MemoryBytes(x))
		size := sim.CellBytes(x.Width)
		for at, v := range x.Start {
			sim.PutCell(content[int(at)*size:], v, x.Width)
		}
		s.Memories = append(s.Memories, sim.NewPaged(len(content)).Image(func(offset int, dst []byte) { copy(dst, content[offset:]) }))
	}
	return image.Encode(n.Module, s, nil), nil
}

// Plain is an image of a machine on this netlist as one of a machine on the plain netlist, without the observers.
func (n *Netlist) Plain(observed *sim.Block) (*sim.Block, error) {
	s, err := image.Decode(n.Module, observed)
	if err != nil {
		return nil, err
	}
	size := image.RegisterBytes(n.Module)
	pages := sim.NewPaged(size)
	if !pages.Fits(s.Registers) {
		return nil, sim.ErrSnapshot
	}
	cells := make([]byte, size)
	pages.Show(s.Registers, func(offset int, src []byte) { copy(cells[offset:], src) })
	first, extra := 0, 0
	for i := range n.base.Registers {
		first += sim.CellBytes(n.base.Registers[i].Width)
	}
	for _, r := range n.Module.Registers[len(n.base.Registers):] {
		extra += sim.CellBytes(r.Width)
	}
	plain := append(cells[:first:first], cells[first+extra:]...)
	s.Registers = sim.NewPaged(len(plain)).Image(func(offset int, dst []byte) { copy(dst, plain[offset:]) })
	s.Memories = s.Memories[:len(n.base.Memories)]
	return image.Encode(n.base, s, nil), nil
}
