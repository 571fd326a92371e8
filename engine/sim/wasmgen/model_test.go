package wasmgen

import (
	"math"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl"
)

// model runs a module the plainest way there is: operation by operation, with word.Apply. It is
// what generated code is compared with.
type model struct {
	m         *rtl.Module
	values    []circuit.Value
	inputs    []circuit.Value
	registers []circuit.Value
	vars      []circuit.Value
	memories  []map[uint64]circuit.Value
	texts     [][]uint16
}

func newModel(m *rtl.Module) *model {
	o := &model{m: m, values: make([]circuit.Value, len(m.Ops)), vars: make([]circuit.Value, len(m.Vars))}
	for _, in := range m.Inputs {
		o.inputs = append(o.inputs, in.Start)
	}
	for _, r := range m.Registers {
		o.registers = append(o.registers, r.Start)
	}
	for _, mem := range m.Memories {
		cells := map[uint64]circuit.Value{}
		for a, v := range mem.Start {
			cells[a] = v
		}
		o.memories = append(o.memories, cells)
	}
	o.texts = make([][]uint16, len(m.Texts))
	return o
}

// settle evaluates everything and reports whether all loops came to rest.
func (o *model) settle() bool {
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

func (o *model) loop(l *rtl.Loop) bool {
	for range l.Bound {
		for id := l.First; id < l.End; id++ {
			o.eval(int(id))
		}
		changed := false
		var after []circuit.Value
		for v := l.FirstVar; v < l.EndVar; v++ {
			after = append(after, o.values[o.m.Vars[v].Next])
		}
		for v := l.FirstVar; v < l.EndVar; v++ {
			changed = changed || !o.vars[v].Equal(after[v-l.FirstVar])
			o.vars[v] = after[v-l.FirstVar]
		}
		if !changed {
			return true
		}
	}
	return false
}

func (o *model) eval(id int) {
	op := &o.m.Ops[id]
	switch op.Kind {
	case word.Param, word.FParam:
		o.values[id] = o.inputs[op.Imm]
	case word.Reg:
		o.values[id] = o.registers[op.Imm]
	case word.Loop:
		o.values[id] = o.vars[op.Imm]
	case word.MemRead:
		a := o.values[op.A]
		o.values[id] = circuit.Value{}
		if a.Hi == nil && a.Lo < uint64(o.m.Memories[op.Imm].Depth) {
			o.values[id] = o.memories[op.Imm][a.Lo]
		}
	default:
		var a, b, c circuit.Value
		n := 0
		switch op.Kind.Shape().Operands {
		case 3:
			c = o.values[op.C]
			fallthrough
		case 2:
			b = o.values[op.B]
			fallthrough
		case 1:
			a, n = o.values[op.A], int(o.m.Ops[op.A].Width)
		}
		v, ok := o.m.Apply(op, n, a, b, c)
		if !ok {
			panic("not a pure operation: " + op.Kind.String())
		}
		o.values[id] = v
	}
}

func (o *model) edge() {
	var registers []circuit.Value
	for _, r := range o.m.Registers {
		registers = append(registers, o.values[r.Next])
	}
	copy(o.registers, registers)
	for i, mem := range o.m.Memories {
		for _, w := range mem.Writes {
			if a := o.values[w.Address].Lo; !o.values[w.Enable].IsZero() && a < uint64(mem.Depth) {
				o.memories[i][a] = o.values[w.Data]
			}
		}
	}
	for i, t := range o.m.Texts {
		for _, a := range t.Appends {
			switch {
			case o.values[a.Enable].IsZero():
			case a.Clear:
				o.texts[i] = nil
			default:
				o.texts[i] = append(o.texts[i], uint16(o.values[a.Unit].Lo))
			}
		}
	}
}

// sameValue compares a value of an operation with generated code; one NaN is as good as another.
func sameValue(op *word.Op, want, got circuit.Value) bool {
	if op.IsFloat() {
		w, g := math.Float64frombits(want.Lo), math.Float64frombits(got.Lo)
		return want.Lo == got.Lo || w != w && g != g
	}
	return want.Equal(got)
}
