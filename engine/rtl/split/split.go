// Package split takes values of more than 64 bits apart into words of 64 bits, least significant first: a wide
// register becomes a row of registers, wide logic becomes operations on words, which are then simplified, shared,
// scheduled and kept in the processor's registers like any others.
//
// What it makes is another module with the same inputs, memories, texts and nets, which shows the same values. Only
// what a step computes is taken apart; nets are shown by the operations that there were. Divisions, the largest
// multiplications, and what comes from memories, tables and the host stay whole, with their operands joined.
package split

import (
	"slices"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/circuit"
	"simten.dev/engine/rtl"
)

const (
	mostOps   = 1 << 18 // modules of more operations are left as they are, for the memory's sake
	mostWords = 1 << 19 // so are those that have more words
	wordBits  = 64
)

// Words is the number of words of a value.
func Words(width int) int { return (width + wordBits - 1) / wordBits }

// Module splits a module. The second result gives for every register of m the first of its words among the
// registers of the new module; the others follow it. It gives the module itself, and nil, when nothing in it is wide or it has
// combinational loops.
func Module(m *rtl.Module) (*rtl.Module, []int) {
	if len(m.Ops) > mostOps || len(m.Loops) > 0 || len(m.Vars) > 0 || !worthwhile(m) {
		return m, nil
	}
	s := &splitter{m: m, b: word.NewBuilder(), values: make([][]word.ID, len(m.Ops)), whole: make([]word.ID, len(m.Ops)), first: make([]int, len(m.Registers))}
	s.b.Reserve(2 * len(m.Ops))
	s.b.Tables = m.Tables
	to := s.registers()
	for i := range m.Ops {
		if m.Uses[i]&rtl.InStep != 0 {
			s.operation(word.ID(i))
		}
	}
	s.roots(to)
	s.nets(to)
	rtl.Finish(to, s.b)
	return to, s.first
}

// worthwhile reports whether a step computes something wide, and not too much of it.
func worthwhile(m *rtl.Module) bool {
	wide, words := false, 0
	for i := range m.Ops {
		op := &m.Ops[i]
		if op.Width <= wordBits || m.Uses[i]&rtl.InStep == 0 {
			continue
		}
		words += Words(int(op.Width))
		switch op.Kind {
		case word.Const, word.Param, word.MemRead, word.Table, word.Result:
		default:
			wide = true
		}
	}
	return wide && words <= mostWords
}

// splitter builds the module of words.
type splitter struct {
	m      *rtl.Module // the original
	b      *word.Builder
	values [][]word.ID // by operation of the original, as a step computes it: its words; one for what is not wide
	whole  []word.ID   // by operation of the original: 1 + its value in one piece; 0 when nobody asked for it
	first  []int       // by register of the original: the first of its words
	arena  []word.ID
}

// registers makes the list of registers.
func (s *splitter) registers() *rtl.Module {
	m := s.m
	to := *m
	to.Graph = word.Graph{}
	to.Uses, to.Invariant, to.Registers = nil, 0, nil
	to.Memories, to.Texts, to.Calls = slices.Clone(m.Memories), slices.Clone(m.Texts), slices.Clone(m.Calls)
	to.Nets, to.Checks = slices.Clone(m.Nets), slices.Clone(m.Checks)
	for i := range m.Registers {
		r := m.Registers[i]
		s.first[i] = len(to.Registers)
		for k := range Words(r.Width) {
			part := rtl.Register{Name: r.Name, Width: wordWidth(r.Width, k), Start: r.Start}
			if r.Width > wordBits {
				part.Start = circuit.Uint(r.Start.Word(k))
			}
			to.Registers = append(to.Registers, part)
		}
	}
	return &to
}

// wordWidth is the number of bits of a value of a width that its word k has.
func wordWidth(width, k int) int { return min(wordBits, width-wordBits*k) }

// room is a list of n words.
func (s *splitter) room(n int) []word.ID {
	if len(s.arena) < n {
		s.arena = make([]word.ID, max(n, 1024))
	}
	list := s.arena[:n:n]
	s.arena = s.arena[n:]
	return list
}

// operation emits an operation of the original as a step computes it.
func (s *splitter) operation(id word.ID) {
	op := &s.m.Ops[id]
	w := int(op.Width)
	x := s.room(Words(w))
	s.values[id] = x
	switch {
	case op.Kind == word.Reg:
		for k := range x {
			x[k] = s.b.Leaf(word.Reg, wordWidth(w, k), uint64(s.first[op.Imm]+k))
		}
	case op.Kind == word.Const && w > wordBits:
		v := s.m.Value(op)
		for k := range x {
			x[k] = s.b.Uint(v.Word(k), wordWidth(w, k))
		}
	case w > wordBits:
		s.wide(op, x)
	case op.Kind.Shape().Operands > 0 && op.Kind != word.Mux && !op.IsFloat() && s.m.Ops[op.A].Width > wordBits:
		x[0] = s.reduce(op)
	default:
		x[0] = s.copy(id, s.narrow)
	}
}

// narrow is a value of at most 64 bits.
func (s *splitter) narrow(id word.ID) word.ID { return s.values[id][0] }

// joined is a value in one piece.
func (s *splitter) joined(id word.ID) word.ID {
	if len(s.values[id]) == 1 {
		return s.values[id][0]
	}
	if s.whole[id] == 0 {
		s.whole[id] = 1 + s.join(s.values[id])
	}
	return s.whole[id] - 1
}

// join puts words together, as a tree that is not deep.
func (s *splitter) join(x []word.ID) word.ID {
	if len(x) == 1 {
		return x[0]
	}
	half := 1
	for 2*half < len(x) {
		half *= 2
	}
	return s.b.Concat(s.join(x[half:]), s.join(x[:half]))
}

// apart takes a value in one piece apart.
func (s *splitter) apart(id word.ID, x []word.ID) {
	w := s.b.Width(id)
	for k := range x {
		x[k] = s.b.Slice(id, wordBits*k, wordWidth(w, k))
	}
}

// copy emits an operation of the original with other operands.
func (s *splitter) copy(id word.ID, operand func(word.ID) word.ID) word.ID {
	op := s.m.Ops[id]
	switch op.Kind {
	case word.Const:
		return s.b.Const(s.m.Value(&op), int(op.Width))
	case word.FConst, word.Param:
		return s.b.Leaf(op.Kind, int(op.Width), op.Imm)
	case word.Call:
		return s.b.NewCall(op.Imm)
	}
	shape := op.Kind.Shape()
	if shape.Operands > 0 {
		op.A = operand(op.A)
	}
	if shape.Operands > 1 {
		op.B = operand(op.B)
	}
	if shape.Operands > 2 {
		op.C = operand(op.C)
	}
	return s.b.Emit(op)
}

// roots gives registers, memories, texts and calls what a step computes for them.
func (s *splitter) roots(to *rtl.Module) {
	m := s.m
	for i := range m.Registers {
		for k, id := range s.values[m.Registers[i].Next] {
			to.Registers[s.first[i]+k].Next = id
		}
	}
	for i := range m.Memories {
		to.Memories[i].Writes = slices.Clone(m.Memories[i].Writes)
	}
	for i := range m.Texts {
		to.Texts[i].Appends = slices.Clone(m.Texts[i].Appends)
	}
	to.Committed(func(id *word.ID) { *id = s.joined(*id) })
	for i := range m.Calls {
		args := slices.Clone(m.Calls[i].Args)
		for k := range args {
			args[k].Value = s.joined(args[k].Value)
		}
		to.Calls[i].Args = args
	}
}

// nets emits what shows the nets as in the original, from the words of the registers.
func (s *splitter) nets(to *rtl.Module) {
	m := s.m
	show := make([]word.ID, len(m.Ops))
	at := func(id word.ID) word.ID { return show[id] }
	for i := range m.Ops {
		switch {
		case m.Uses[i]&rtl.InSettle == 0:
		case m.Ops[i].Kind == word.Call:
			show[i] = s.values[i][0]
		case m.Ops[i].Kind == word.Reg:
			w, first := int(m.Ops[i].Width), s.first[m.Ops[i].Imm]
			x := make([]word.ID, Words(w))
			for k := range x {
				x[k] = s.b.Leaf(word.Reg, wordWidth(w, k), uint64(first+k))
			}
			show[i] = s.join(x)
		default:
			show[i] = s.copy(word.ID(i), at)
		}
	}
	for i := range to.Nets {
		to.Nets[i] = show[to.Nets[i]]
	}
	for i := range to.Checks {
		to.Checks[i].Value = show[to.Checks[i].Value]
	}
}
