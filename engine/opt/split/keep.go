package split

import (
	"simten.dev/engine/netlist"
	"simten.dev/engine/word"
)

const (
	// minVectorWords: with fewer words of registers, words are faster than vectors, because the registers live in
	// locals.
	minVectorWords = 12
	// maxParts bounds how many values of at most 64 bits may be taken from what stays whole.
	maxParts = 8
)

// group is a set of wide values that are computed from each other.
type group struct {
	words  int  // of its registers
	parts  int  // values of at most 64 bits that are taken from it
	spoilt bool // something in it is not bitwise logic
	array  bool // its elements are read or changed at an index that depends on values
}

// keep finds what stays whole: wide registers and what is computed between them when that is bitwise logic and shifts
// by constants only, for which backends have vectors. It gives every register its number of words and reports whether
// anything is left to be split.
func (s *splitter) keep(vectorWords int) bool {
	m := s.m
	parent := make([]word.ID, len(m.Ops))
	for i := range parent {
		parent[i] = word.ID(i)
	}
	find := func(id word.ID) word.ID {
		for parent[id] != id {
			parent[id] = parent[parent[id]]
			id = parent[id]
		}
		return id
	}
	wide := func(id word.ID) bool { return m.Ops[id].Width > wordBits && !source(m.Ops[id].Kind) }
	join := func(a, b word.ID) {
		if wide(a) && wide(b) {
			parent[find(a)] = find(b)
		}
	}
	latest := make([]word.ID, len(m.Registers)) // the operation that reads each register
	for i := range latest {
		latest[i] = word.None
	}
	var operands []word.ID
	for i := range m.Ops {
		op := &m.Ops[i]
		if m.Uses[i]&netlist.InStep == 0 || op.Width <= wordBits {
			continue
		}
		if op.Kind == word.Reg {
			if old := latest[op.Imm]; old != word.None {
				join(old, word.ID(i))
			}
			latest[op.Imm] = word.ID(i)
			join(word.ID(i), m.Registers[op.Imm].Next)
		}
		operands = op.Operands(operands[:0])
		for _, o := range operands {
			join(word.ID(i), o)
		}
	}
	groups := make([]group, len(m.Ops))
	for i := range m.Registers {
		if latest[i] != word.None {
			groups[find(latest[i])].words += words(m.Registers[i].Width)
		}
	}
	for i := range m.Ops {
		op := &m.Ops[i]
		if m.Uses[i]&netlist.InStep == 0 {
			continue
		}
		switch op.Kind {
		case word.Extract, word.Insert, word.Repeat:
			groups[find(op.A)].array = true
		}
		bitwise := s.bitwise(op)
		if wide(word.ID(i)) && !bitwise {
			groups[find(word.ID(i))].spoilt = true
		}
		operands = op.Operands(operands[:0])
		for _, o := range operands {
			if !wide(o) {
				continue
			}
			g := &groups[find(o)]
			g.spoilt = g.spoilt || !bitwise
			if op.Width <= wordBits {
				g.parts++
			}
		}
	}
	s.kept = make([]bool, len(m.Ops))
	split := false
	for i := range m.Ops {
		id := word.ID(i)
		if m.Uses[i]&netlist.InStep != 0 && wide(id) {
			g := &groups[find(id)]
			s.kept[i] = g.array || !g.spoilt && g.parts <= maxParts && g.words >= vectorWords
			split = split || !s.kept[i]
		}
	}
	for i := range m.Registers {
		s.where[i].Bit = -1
		s.where[i].Words = words(m.Registers[i].Width)
		if id := latest[i]; id != word.None && s.kept[id] {
			s.where[i].Words = 1
		}
	}
	return split
}

// source reports whether a wide value comes in one piece from somewhere and can be used either way.
func source(k word.Kind) bool {
	switch k {
	case word.Const, word.Param, word.MemRead, word.MemAll, word.Table, word.Result:
		return true
	}
	return false
}

// bitwise reports whether an operation with a wide operand or result is as good on vectors as on words.
func (s *splitter) bitwise(op *word.Op) bool {
	switch op.Kind {
	case word.Reg, word.And, word.Or, word.Xor, word.Not, word.Mux, word.ZExt, word.Slice, word.RedOr, word.Eq, word.Ne:
		return true
	case word.Shl, word.LShr:
		return s.m.Ops[op.B].Kind == word.Const
	}
	return source(op.Kind)
}
