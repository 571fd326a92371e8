// Package split takes values of more than 64 bits apart into words of 64 bits, least significant first: a wide
// register becomes a row of registers, wide logic becomes operations on words, which are then simplified, shared,
// scheduled and kept in the processor's registers like any others.
//
// Large registers between which there is bitwise logic only stay whole: vectors are faster there (see keep).
//
// The result is another module with the same inputs, memories, texts and nets, which shows the same values. Only what
// a step computes is taken apart; nets are shown by the operations that there were. Divisions, the largest
// multiplications, and values from memories, tables and the host stay whole, with their operands joined.
package split

import (
	"simten.dev/engine/circuit"
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
	"simten.dev/engine/work"
)

const (
	maxOps   = 1 << 18 // modules of more operations are left as they are, for the memory's sake
	maxWords = 1 << 19 // so are those that have more words
	wordBits = 64
)

// words is the number of words of a value.
func words(width int) int { return (width + wordBits - 1) / wordBits }

// Module splits a module and gives the place of every register of m. It gives the module itself, and no places, when
// nothing in it is to be split or it has combinational loops.
func Module(m *netlist.Module, pause work.Pause) (*netlist.Module, []netlist.Place) {
	return module(m, minVectorWords, pause)
}

// module keeps whole what has so many words of registers and is fit for vectors; see keep.
func module(m *netlist.Module, vectorWords int, pause work.Pause) (*netlist.Module, []netlist.Place) {
	if len(m.Ops) > maxOps || len(m.Loops) > 0 || len(m.Vars) > 0 || !worthwhile(m) {
		return m, nil
	}
	s := &splitter{m: m, b: word.NewBuilder(), values: make([][]word.ID, len(m.Ops)), whole: make([]word.ID, len(m.Ops)), where: make([]netlist.Place, len(m.Registers))}
	if !s.keep(vectorWords) {
		return m, nil
	}
	s.b.Reserve(2 * len(m.Ops))
	s.b.Tables, s.b.Bodies = m.Tables, m.Bodies
	to := s.registers()
	for i := range m.Ops {
		pause.MaybeYield(i)
		if m.Uses[i]&netlist.InStep != 0 {
			s.operation(word.ID(i))
		}
	}
	s.roots(to)
	pause.Yield()
	s.nets(to)
	netlist.Finish(to, s.b, pause)
	return to, s.where
}

// worthwhile reports whether a step computes something wide, and not too much of it.
func worthwhile(m *netlist.Module) bool {
	wide, count := false, 0
	for i := range m.Ops {
		op := &m.Ops[i]
		if op.Width <= wordBits || m.Uses[i]&netlist.InStep == 0 {
			continue
		}
		count += words(int(op.Width))
		wide = wide || !source(op.Kind)
	}
	return wide && count <= maxWords
}

// splitter builds the module of words.
type splitter struct {
	m      *netlist.Module // the original
	b      *word.Builder
	kept   []bool          // by operation of the original: it stays whole
	values [][]word.ID     // by operation of the original, as a step computes it: its words; one for what is not wide
	whole  []word.ID       // by operation of the original: 1 + its value in one piece; 0 when nobody asked for it
	where  []netlist.Place // by register of the original
	arena  []word.ID
}

// registers makes the list of registers.
func (s *splitter) registers() *netlist.Module {
	m := s.m
	to := m.Unbuilt()
	for i := range m.Registers {
		r := m.Registers[i]
		s.where[i].Register = len(to.Registers)
		if s.where[i].Words == 1 {
			to.Registers = append(to.Registers, r)
			continue
		}
		for k := range s.where[i].Words {
			to.Registers = append(to.Registers, netlist.Register{Name: r.Name, Width: wordWidth(r.Width, k), Start: circuit.Uint(r.Start.Word(k))})
		}
	}
	return to
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
	switch {
	case w > wordBits && s.kept[id]:
		if op.Kind == word.Reg {
			s.whole[id] = 1 + s.register(op)
		} else {
			s.whole[id] = 1 + s.b.Copy(&s.m.Graph, id, s.joined)
		}
		return
	case w > wordBits:
		x := s.room(words(w))
		s.values[id] = x
		s.wide(op, x)
		return
	}
	x := s.room(1)
	s.values[id] = x
	switch {
	case op.Kind == word.Reg:
		x[0] = s.register(op)
	case op.Kind == word.Extract:
		x[0] = s.b.Extract(s.joined(op.A), s.narrow(op.B), w)
	case op.Kind.Shape().Operands > 0 && op.Kind != word.Mux && !op.IsFloat() && s.m.Ops[op.A].Width > wordBits:
		x[0] = s.reduce(op)
	case op.Kind == word.Call:
		for _, a := range s.m.Calls[op.Imm].Args {
			s.joined(a.Value) // before the call, as all that an operation needs
		}
		fallthrough
	default:
		x[0] = s.b.Copy(&s.m.Graph, id, s.narrow)
	}
}

// narrow is a value of at most 64 bits.
func (s *splitter) narrow(id word.ID) word.ID { return s.values[id][0] }

// words are the words of a value.
func (s *splitter) words(id word.ID) []word.ID {
	if s.values[id] == nil {
		s.values[id] = s.room(words(int(s.m.Ops[id].Width)))
		s.apart(s.whole[id]-1, s.values[id])
	}
	return s.values[id]
}

// register is the value of a register, in one piece.
func (s *splitter) register(op *word.Op) word.ID {
	p := s.where[op.Imm]
	if p.Words == 1 {
		return s.b.Leaf(word.Reg, int(op.Width), uint64(p.Register))
	}
	x := make([]word.ID, p.Words)
	s.registerWords(op, x)
	return s.join(x)
}

func (s *splitter) registerWords(op *word.Op, x []word.ID) {
	for k := range x {
		x[k] = s.b.Leaf(word.Reg, wordWidth(int(op.Width), k), uint64(s.where[op.Imm].Register+k))
	}
}

// joined is a value in one piece.
func (s *splitter) joined(id word.ID) word.ID {
	if s.m.Ops[id].Width <= wordBits {
		return s.narrow(id)
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

// roots gives registers, memories, texts and calls what a step computes for them.
func (s *splitter) roots(to *netlist.Module) {
	m := s.m
	for i := range m.Registers {
		next, p := m.Registers[i].Next, s.where[i]
		if p.Words == 1 {
			to.Registers[p.Register].Next = s.joined(next)
			continue
		}
		for k, id := range s.words(next) {
			to.Registers[p.Register+k].Next = id
		}
	}
	join := func(id *word.ID) { *id = s.joined(*id) }
	to.Committed(join)
	to.Arguments(join)
}

// nets emits what shows the nets as in the original, from the words of the registers.
func (s *splitter) nets(to *netlist.Module) {
	m := s.m
	show := make([]word.ID, len(m.Ops))
	at := func(id word.ID) word.ID { return show[id] }
	for i := range m.Ops {
		switch {
		case m.Uses[i]&netlist.InSettle == 0:
		case m.Ops[i].Kind == word.Call:
			show[i] = s.values[i][0]
		case m.Ops[i].Kind == word.Reg:
			show[i] = s.register(&m.Ops[i])
		default:
			show[i] = s.b.Copy(&m.Graph, word.ID(i), at)
		}
	}
	to.Shown(func(id *word.ID) { *id = show[*id] })
}
