package netlisttest

import (
	"math"

	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

// Model runs a module the plainest way there is: operation by operation, with word.Apply. It is
// what generated code is compared with.
type Model struct {
	m         *netlist.Module
	Values    []circuit.Value
	Inputs    []circuit.Value
	Registers []circuit.Value
	Vars      []circuit.Value
	Memories  []map[uint64]circuit.Value
	Texts     [][]uint16
}

func NewModel(m *netlist.Module) *Model {
	o := &Model{m: m, Values: make([]circuit.Value, len(m.Ops)), Vars: make([]circuit.Value, len(m.Vars))}
	for _, in := range m.Inputs {
		o.Inputs = append(o.Inputs, in.Start)
	}
	for _, r := range m.Registers {
		o.Registers = append(o.Registers, r.Start)
	}
	for _, mem := range m.Memories {
		cells := map[uint64]circuit.Value{}
		for a, v := range mem.Start {
			cells[a] = v
		}
		o.Memories = append(o.Memories, cells)
	}
	o.Texts = make([][]uint16, len(m.Texts))
	return o
}

// Settle evaluates everything and reports whether all loops settled.
func (o *Model) Settle() bool {
	next := 0
	for id := 0; id < len(o.m.Ops); id++ {
		if next < len(o.m.Loops) && id == int(o.m.Loops[next].First) {
			if !o.loop(&o.m.Loops[next]) {
				return false
			}
			id = int(o.m.Loops[next].End) - 1
			next++
			continue
		}
		o.eval(id)
	}
	return true
}

func (o *Model) loop(l *netlist.Loop) bool {
	for range l.Bound {
		for id := l.First; id < l.End; id++ {
			o.eval(int(id))
		}
		changed := false
		var after []circuit.Value
		for v := l.FirstVar; v < l.EndVar; v++ {
			after = append(after, o.Values[o.m.Vars[v].Next])
		}
		for v := l.FirstVar; v < l.EndVar; v++ {
			changed = changed || !o.Vars[v].Equal(after[v-l.FirstVar])
			o.Vars[v] = after[v-l.FirstVar]
		}
		if !changed {
			return true
		}
	}
	return false
}

func (o *Model) eval(id int) {
	op := &o.m.Ops[id]
	if op.Kind == word.Call && o.m.Calls[op.Imm].Throws { // without a value; whether it throws is for others to compare
		return
	}
	switch op.Kind {
	case word.Param:
		o.Values[id] = o.Inputs[op.Imm]
	case word.Reg:
		o.Values[id] = o.Registers[op.Imm]
	case word.Loop:
		o.Values[id] = o.Vars[op.Imm]
	case word.MemRead:
		a := o.Values[op.A]
		o.Values[id] = circuit.Value{}
		if a.Hi == nil && a.Lo < uint64(o.m.Memories[op.Imm].Depth) {
			o.Values[id] = o.Memories[op.Imm][a.Lo]
		}
	case word.MemAll:
		mem := &o.m.Memories[op.Imm]
		lane := word.CellLane(mem.Width)
		words := make([]uint64, mem.Depth*lane/64)
		for a, v := range o.Memories[op.Imm] {
			words[int(a)*lane/64] |= v.Lo << (int(a) * lane % 64)
		}
		o.Values[id] = circuit.FromWords(words)
	case word.Repeat:
		o.Values[id], _ = o.m.Bodies[op.Imm].Apply(o.Values[op.A], func(memory uint64, a circuit.Value) circuit.Value {
			if a.Hi == nil && a.Lo < uint64(o.m.Memories[memory].Depth) {
				return o.Memories[memory][a.Lo]
			}
			return circuit.Value{}
		})
	default:
		var a, b, c circuit.Value
		n := 0
		switch op.Kind.Shape().Operands {
		case 3:
			c = o.Values[op.C]
			fallthrough
		case 2:
			b = o.Values[op.B]
			fallthrough
		case 1:
			a, n = o.Values[op.A], int(o.m.Ops[op.A].Width)
		}
		v, ok := o.m.Apply(op, n, a, b, c)
		if !ok {
			panic("not a pure operation: " + op.Kind.String())
		}
		o.Values[id] = v
	}
}

func (o *Model) Edge() {
	var registers []circuit.Value
	for _, r := range o.m.Registers {
		registers = append(registers, o.Values[r.Next])
	}
	copy(o.Registers, registers)
	for i, mem := range o.m.Memories {
		for _, w := range mem.Writes {
			if w.Whole {
				lane := word.CellLane(mem.Width)
				for a := range mem.Depth {
					if !o.Values[w.Enable].IsZero() {
						o.Memories[i][uint64(a)] = circuit.Uint(o.Values[w.Data].Word(a*lane/64) >> (a * lane % 64)).Mask(mem.Width)
					}
				}
				continue
			}
			if a := o.Values[w.Address].Lo; !o.Values[w.Enable].IsZero() && a < uint64(mem.Depth) {
				o.Memories[i][a] = o.Values[w.Data]
			}
		}
	}
	for i, t := range o.m.Texts {
		for _, a := range t.Appends {
			switch {
			case o.Values[a.Enable].IsZero():
			case a.Clear:
				o.Texts[i] = nil
			default:
				o.Texts[i] = append(o.Texts[i], uint16(o.Values[a.Unit].Lo))
			}
		}
	}
}

// SameValue compares a value of an operation with generated code; one NaN is as good as another.
func SameValue(op *word.Op, want, got circuit.Value) bool {
	if op.IsFloat() {
		w, g := math.Float64frombits(want.Lo), math.Float64frombits(got.Lo)
		return want.Lo == got.Lo || w != w && g != g
	}
	return want.Equal(got)
}

// Clone copies the state of a model.
func (o *Model) Clone() *Model {
	c := *o
	c.Values = append([]circuit.Value(nil), o.Values...)
	c.Inputs = append([]circuit.Value(nil), o.Inputs...)
	c.Registers = append([]circuit.Value(nil), o.Registers...)
	c.Vars = append([]circuit.Value(nil), o.Vars...)
	c.Memories = nil
	for _, cells := range o.Memories {
		copied := map[uint64]circuit.Value{}
		for a, v := range cells {
			copied[a] = v
		}
		c.Memories = append(c.Memories, copied)
	}
	c.Texts = append([][]uint16(nil), o.Texts...)
	return &c
}

// Cycle is one clock cycle as sim.Machine defines it: settle, edge, settle; nothing on an error.
func (o *Model) Cycle() bool {
	before := o.Clone()
	if o.Settle() {
		o.Edge()
		if o.Settle() {
			return true
		}
	}
	*o = *before
	return false
}

// Run runs n cycles, as long as all loops settle, and gives how many it has run.
func (o *Model) Run(n int) (done int) {
	for done < n && o.Cycle() {
		done++
	}
	return done
}

// Fields gives a random module one flat node whose state fields are all its state: registers, memories, texts.
func Fields(m *netlist.Module) {
	var fields []netlist.Field
	add := func(kind netlist.FieldKind, count int) {
		for i := range count {
			fields = append(fields, netlist.Field{Kind: kind, Index: i, Sign: -1, Has: -1})
		}
	}
	add(netlist.RegisterField, len(m.Registers))
	add(netlist.MemoryField, len(m.Memories))
	add(netlist.TextField, len(m.Texts))
	m.Fields = [][]netlist.Field{fields}
	m.Path = func(int) string { return "n" }
}
