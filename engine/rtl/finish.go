package rtl

import (
	"slices"

	"simten.dev/engine/behavior/word"
	"simten.dev/engine/elaborate"
)

// Rounds that a loop may take to settle. A stable loop needs about as many as it has bits of
// feedback; the bound leaves room for one that takes a detour, such as a combinational search.
const (
	minLoopRounds    = 1_000
	loopRoundsPerBit = 4
)

// Finish orders the operations of an assembled module: feedback that is no real loop is resolved,
// real loops become contiguous, what nobody needs goes, and what depends on inputs only comes first.
func Finish(m *Module, from *word.Builder, pause Pause) {
	from.Seal()
	s := &scheduler{m: m, from: from, to: word.NewBuilder(), pause: pause}
	s.live()
	s.rebuild()
	s.number()
}

type scheduler struct {
	m        *Module
	from, to *word.Builder
	needed   []bool
	loops    []Loop // over to.Ops
	vars     []Var
	pause    Pause
}

// live marks what roots and calls need; a feedback variable that is read needs its next value.
func (s *scheduler) live() {
	s.needed = make([]bool, len(s.from.Ops))
	var stack []word.ID
	mark := func(id word.ID) {
		if !s.needed[id] {
			s.needed[id] = true
			stack = append(stack, id)
		}
	}
	s.m.Roots(func(id *word.ID, _ Use) { mark(*id) })
	for i := range s.from.Ops {
		if s.from.Ops[i].Kind == word.Call {
			mark(word.ID(i))
		}
	}
	var operands []word.ID
	for n := 0; len(stack) > 0; n++ {
		s.pause.Beat(n)
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		operands = s.reads(id, operands[:0])
		for _, x := range operands {
			mark(x)
		}
	}
}

// reads lists what an operation depends on, through feedback as well.
func (s *scheduler) reads(id word.ID, dst []word.ID) []word.ID {
	op := &s.from.Ops[id]
	if op.Kind == word.Loop {
		return append(dst, s.m.Vars[op.Imm].Next)
	}
	return s.m.Operands(op, dst)
}

// rebuild emits all needed operations in a valid order into a new builder.
func (s *scheduler) rebuild() {
	s.to.Tables = s.from.Tables
	count := 0
	for _, needed := range s.needed {
		if needed {
			count++
		}
	}
	s.to.Reserve(count)
	place := make([]word.ID, len(s.from.Ops)) // old → new
	for i := range place {
		place[i] = word.None
	}
	if len(s.m.Vars) == 0 {
		for i := range s.from.Ops {
			s.pause.Beat(i)
			if s.needed[i] {
				place[i] = s.emit(word.ID(i), place)
			}
		}
	} else {
		s.rebuildLoops(place)
	}
	s.pause.Rest()
	s.m.Roots(func(id *word.ID, _ Use) { *id = place[*id] })
	s.m.Vars, s.m.Loops = s.vars, s.loops
	s.m.Checks = slices.DeleteFunc(s.m.Checks, func(c Misfit) bool { // some can be told now that inputs are known
		v, known := s.to.ConstValue(c.Value)
		return known && v.IsZero()
	})
	s.from, s.to = s.to, nil
	s.from.Seal()
}

func (s *scheduler) rebuildLoops(place []word.ID) {
	var operands []word.ID
	users := elaborate.NewGraph(len(s.from.Ops), func(add func(from, to int)) {
		for i := range s.from.Ops {
			if s.needed[i] {
				operands = s.reads(word.ID(i), operands[:0])
				for _, x := range operands {
					add(int(x), i)
				}
			}
		}
	})
	users.Components(func(group []int32) {
		if len(group) == 1 && !users.SelfLoop(int(group[0])) {
			i := word.ID(group[0])
			if !s.needed[i] {
				return
			}
			if op := &s.from.Ops[i]; op.Kind == word.Loop { // no loop after all
				place[i] = place[s.m.Vars[op.Imm].Next]
			} else {
				place[i] = s.emit(i, place)
			}
			return
		}
		s.emitLoop(group, place)
	})
}

// emitLoop emits one combinational loop: its feedback variables first, then the operations in the
// order of their numbers, which is that of the declarations.
func (s *scheduler) emitLoop(group []int32, place []word.ID) {
	l := Loop{First: word.ID(len(s.to.Ops)), FirstVar: len(s.vars)}
	bits := 0
	for _, i := range group {
		if op := &s.from.Ops[i]; op.Kind == word.Loop {
			v := s.m.Vars[op.Imm]
			place[i] = s.to.Leaf(word.Loop, v.Width, uint64(len(s.vars)))
			s.vars = append(s.vars, v)
			bits += v.Width
		}
	}
	for _, i := range group {
		if s.from.Ops[i].Kind != word.Loop {
			place[i] = s.emit(word.ID(i), place)
		}
	}
	l.End, l.EndVar = word.ID(len(s.to.Ops)), len(s.vars)
	l.Bound = minLoopRounds + loopRoundsPerBit*bits
	for v := l.FirstVar; v < l.EndVar; v++ {
		s.vars[v].Next = place[s.vars[v].Next]
	}
	s.loops = append(s.loops, l)
}

// emit copies one operation; its operands have been placed.
func (s *scheduler) emit(id word.ID, place []word.ID) word.ID {
	if op := &s.from.Ops[id]; op.Kind == word.Call {
		c := &s.m.Calls[op.Imm]
		for k := range c.Args {
			c.Args[k].Value = place[c.Args[k].Value]
		}
	}
	return s.to.Copy(&s.from.Graph, id, func(x word.ID) word.ID { return place[x] })
}

// number drops what is not used, puts what depends on inputs only first, and renumbers.
func (s *scheduler) number() {
	m := s.m
	ops := s.from.Ops
	uses := s.uses()
	invariant := make([]bool, len(ops))
	var operands []word.ID
	for i := range ops {
		switch ops[i].Kind {
		case word.Reg, word.Loop, word.MemRead, word.Call, word.Result:
			continue
		}
		invariant[i] = true
		operands = ops[i].Operands(operands[:0])
		for _, x := range operands {
			invariant[i] = invariant[i] && invariant[x]
		}
	}
	place := make([]word.ID, len(ops))
	count := func(want bool) {
		for i := range ops {
			if uses[i] != 0 && invariant[i] == want {
				place[i] = word.ID(len(m.Ops))
				m.Ops = append(m.Ops, ops[i])
				m.Uses = append(m.Uses, uses[i])
			}
		}
	}
	used := 0
	for _, u := range uses {
		if u != 0 {
			used++
		}
	}
	m.Ops, m.Uses = make([]word.Op, 0, used), make([]Use, 0, used)
	count(true)
	m.Invariant = len(m.Ops)
	count(false)
	move := func(id *word.ID) {
		if *id != word.None {
			*id = place[*id]
		}
	}
	for i := range m.Ops {
		m.Ops[i].MapOperands(func(x word.ID) word.ID { return place[x] })
	}
	m.Roots(func(id *word.ID, _ Use) { move(id) })
	m.Arguments(move)
	for i := range m.Vars {
		move(&m.Vars[i].Next)
	}
	for i := range m.Loops {
		l := &m.Loops[i]
		first, end := word.ID(len(m.Ops)), word.ID(0)
		for k := l.First; k < l.End; k++ {
			if uses[k] != 0 && !invariant[k] {
				first, end = min(first, place[k]), max(end, place[k]+1)
			}
		}
		l.First, l.End = min(first, end), end
	}
	m.Wide, m.Tables = s.from.Wide, s.from.Tables
}

// uses computes who needs each operation; loops and calls of eval are needed always.
func (s *scheduler) uses() []Use {
	m, ops := s.m, s.from.Ops
	uses := make([]Use, len(ops))
	m.Roots(func(id *word.ID, use Use) { uses[*id] |= use })
	for i := range m.Vars {
		uses[m.Vars[i].Next] |= InStep | InSettle
	}
	for _, l := range m.Loops {
		for i := l.First; i < l.End; i++ {
			uses[i] = InStep | InSettle
		}
	}
	for i := range ops {
		if ops[i].Kind == word.Call {
			uses[i] |= InStep
			if !m.Calls[ops[i].Imm].Tick {
				uses[i] |= InSettle
			}
		}
	}
	var operands []word.ID
	for i := len(ops) - 1; i >= 0; i-- {
		if uses[i] == 0 {
			continue
		}
		operands = m.Operands(&ops[i], operands[:0])
		for _, x := range operands {
			uses[x] |= uses[i]
		}
	}
	return uses
}
