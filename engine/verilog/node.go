package verilog

import (
	"fmt"
	"maps"
	"slices"

	"simten.dev/engine/circuit"
	"simten.dev/engine/lower"
	"simten.dev/engine/word"
)

// nodeValues are the operations of a primitive in the graph of a module.
type nodeValues struct {
	w      *writer
	m      *module
	node   int
	prefix string // of the names of its state: its id and "_"
	input  func(k int) word.ID

	registers []int // by field; -1 for a memory
	signs     []int // the registers or memories of their signs; -1: none
	memories  []int
	has       []int
	outputs   []word.ID
}

// begin declares the state of a node.
func (w *writer) begin(m *module, node int, id string, input func(k int) word.ID) *nodeValues {
	n := &nodeValues{w: w, m: m, node: node, input: input}
	if id != "" {
		n.prefix = id + "_"
	}
	b := w.Behaviors[node]
	for k, s := range w.parts[node].State() {
		shape := b.Fields[k]
		reg, sign, mem, has := -1, -1, -1, -1
		name := n.prefix + s.Name
		signed := shape.Width == 32 && shape.View == lower.WithSign
		if s.StateType.Kind == circuit.Memory {
			mem = len(m.memories)
			start, given := map[uint64]circuit.Value{}, map[uint64]circuit.Value{}
			for a, v := range s.InitialValue.Memory {
				if a < shape.Depth {
					given[a] = circuit.Uint(1)
					if v = v.Mask(shape.Width); !v.IsZero() {
						start[a] = v
					}
				}
			}
			add := func(name string, width int, start map[uint64]circuit.Value) int {
				m.memories = append(m.memories,
					memory{wanted: name, node: id, width: width, depth: int(shape.Depth), start: start})
				return len(m.memories) - 1
			}
			add(name, shape.Width, start)
			if signed {
				sign = add(name+"_sign", 1, nil)
			}
			if b.ReadsPart(k, lower.MemoryHas) {
				has = add(name+"_has", 1, given)
			}
		} else {
			reg = len(m.registers)
			start := s.InitialValue.Number.Mask(shape.Width)
			if s.InitialValue.IsText {
				for i, t := range shape.Texts {
					if t == s.InitialValue.Text {
						start = circuit.Uint(uint64(i))
					}
				}
			}
			n.register(name, id, shape.Width, start, shape.Texts)
			if signed {
				sign = len(m.registers)
				start := circuit.Value{}
				if s.InitialValue.Negative {
					start = circuit.Uint(1)
				}
				n.register(name+"_sign", id, 1, start, nil)
			}
		}
		n.registers, n.signs, n.memories, n.has = append(n.registers, reg), append(n.signs, sign), append(n.memories, mem), append(n.has, has)
	}
	return n
}

// register adds a register, which keeps its value.
func (n *nodeValues) register(name, id string, width int, start circuit.Value, texts []string) {
	m := n.m
	r := register{wanted: name, node: id, width: width, start: start, texts: texts}
	r.next = m.b.Leaf(word.Reg, width, uint64(len(m.registers)))
	m.registers = append(m.registers, r)
}

func (n *nodeValues) reg(k int) word.ID {
	return n.m.b.Leaf(word.Reg, n.m.registers[k].width, uint64(k))
}

// eval computes the outputs.
func (n *nodeValues) eval() {
	if n.outputs != nil {
		return
	}
	b, p := n.w.Behaviors[n.node], n.w.parts[n.node]
	c := p.Circuit()
	outputs := make([]word.ID, len(c.Outputs))
	n.outputs = outputs
	if b.Eval == nil {
		for k := range outputs {
			outputs[k] = n.m.b.Uint(0, p.OutputWidth(k))
		}
		return
	}
	values := n.instantiate(b.Eval)
	n.throws(b.Eval)
	for k, r := range b.Eval.Outputs {
		v, w := values[r.Value], p.OutputWidth(k)
		if given, known := n.m.b.ConstValue(values[r.Given]); known && given.IsZero() {
			v = n.m.b.Uint(0, w)
		} else if !known {
			l := len(n.m.loops)
			n.m.loops = append(n.m.loops, loop{
				wanted: n.prefix + c.Outputs[k].Name + "_latch", width: w,
				value: n.m.b.Resize(v, w), given: values[r.Given],
			})
			v = n.m.b.Leaf(word.Loop, w, uint64(l))
		}
		outputs[k] = n.m.b.Resize(v, w)
	}
}

func (n *nodeValues) output(k int) word.ID {
	n.eval()
	return n.outputs[k]
}

// throws warns of errors that a lambda throws: hardware has none.
func (n *nodeValues) throws(l *lower.Lowered) {
	for i := range l.Throws {
		t := &l.Throws[i]
		c := n.w.parts[n.node].Circuit()
		n.w.report(circuit.Diagnostic{
			Code: circuit.CodeVerilogDiffers, Severity: circuit.Warning, Circuit: c.Name, Node: n.w.Design.Path(n.node),
			Message: fmt.Sprintf("%s fails here with %q; in Verilog it goes on, with any values.", c.Name, t.Text),
		}.At(t.Place))
	}
}

// tick computes the next state.
func (n *nodeValues) tick() {
	l := n.w.Behaviors[n.node].Tick
	if l == nil {
		return
	}
	m := n.m
	values := n.instantiate(l)
	n.throws(l)
	for k, field := range l.Next {
		given := values[field.Given]
		next := func(reg int, v word.ID) {
			r := &m.registers[reg]
			r.next = m.b.Mux(given, m.b.Resize(v, r.width), r.next)
			m.clocked = true
		}
		switch {
		case n.registers[k] >= 0:
			if field.Value == word.None {
				continue
			}
			next(n.registers[k], values[field.Value])
			if n.signs[k] >= 0 {
				next(n.signs[k], values[field.Sign])
			}
		case n.memories[k] >= 0:
			for _, x := range field.Writes {
				enable := values[x.Enable]
				if n.has[k] >= 0 {
					has := m.b.Uint(1, 1)
					if x.Has != word.None {
						has = values[x.Has]
					}
					n.write(n.has[k], x, values, enable, has)
				}
				if x.Settled {
					enable = m.b.Uint(1, 1)
				}
				n.write(n.memories[k], x, values, enable, values[x.Data])
				if n.signs[k] >= 0 {
					n.write(n.signs[k], x, values, enable, values[x.Sign])
				}
			}
		}
	}
}

func (n *nodeValues) write(memory int, x lower.Write, values []word.ID, enable, data word.ID) {
	if c, known := n.m.b.ConstValue(enable); known && c.IsZero() {
		return
	}
	w := write{enable: enable, address: word.None, data: data, whole: x.Whole}
	if !x.Whole {
		w.address = values[x.Address]
	}
	n.m.memories[memory].writes = append(n.m.memories[memory].writes, w)
	n.m.clocked = true
}

// instantiate puts the operations of a lambda into the graph of the module.
func (n *nodeValues) instantiate(l *lower.Lowered) []word.ID {
	b := n.m.b
	tables := map[uint64]uint64{}
	values := make([]word.ID, len(l.Graph.Ops))
	for i := range l.Graph.Ops {
		op := l.Graph.Ops[i]
		switch op.Kind {
		case word.Param:
			values[i] = n.param(&l.Params[op.Imm])
		case word.MemRead:
			values[i] = b.MemRead(uint64(n.part(op.Imm)), int(op.Width), values[op.A])
		case word.MemAll:
			values[i] = b.Leaf(word.MemAll, int(op.Width), uint64(n.part(op.Imm)))
		case word.Table:
			t, ok := tables[op.Imm]
			if !ok {
				t = b.Table(l.Graph.Tables[op.Imm])
				tables[op.Imm] = t
			}
			op.A, op.Imm = values[op.A], t
			values[i] = b.Emit(op)
		default:
			values[i] = b.Copy(&l.Graph, word.ID(i), func(id word.ID) word.ID { return values[id] })
		}
	}
	for _, id := range slices.Sorted(maps.Keys(l.Names)) {
		n.m.hints = append(n.m.hints, hint{values[id], n.prefix + l.Names[id], false})
	}
	return values
}

// part is the memory that a part of a field has become.
func (n *nodeValues) part(imm uint64) int {
	k := imm / lower.MemoryParts
	switch imm % lower.MemoryParts {
	case lower.MemorySign:
		return n.signs[k]
	case lower.MemoryHas:
		return n.has[k]
	}
	return n.memories[k]
}

// param is the value of a parameter of a lambda.
func (n *nodeValues) param(p *lower.Param) word.ID {
	b := n.m.b
	switch p.Kind {
	case lower.InputParam:
		return b.Resize(n.input(p.Index), p.Width)
	case lower.StateParam:
		return n.reg(n.registers[p.Index])
	case lower.SignParam:
		if n.signs[p.Index] < 0 {
			return b.Uint(0, p.Width)
		}
		return n.reg(n.signs[p.Index])
	case lower.NumberParam:
		return b.Const(n.startNumber(n.w.Behaviors[n.node].Options[p.Index].Name).Mask(p.Width), p.Width)
	}
	return b.Uint(0, p.Width) // nothing has been set, and nothing to a bigint
}

// startNumber is the start value of an option that can be changed while the circuit runs.
func (n *nodeValues) startNumber(name string) circuit.Value {
	v, _ := n.w.parts[n.node].Arguments().Get(name)
	if lower.StartsAsNumber(v) {
		switch x := v.(type) {
		case float64:
			return circuit.Uint(uint64(x))
		case circuit.Value:
			return x
		}
	}
	return circuit.Value{}
}
