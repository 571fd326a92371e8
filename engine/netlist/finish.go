package netlist

import (
	"slices"

	"simten.dev/engine/graph"
	"simten.dev/engine/word"
	"simten.dev/engine/work"
)

// Rounds that a loop may take to settle. A stable loop needs about as many as it has bits of
// feedback; the bound leaves room for one that takes a detour, such as a combinational search.
const (
	minLoopRounds    = 1_000
	loopRoundsPerBit = 4
)

// Finish orders the operations of an assembled module: feedback that is no real loop is resolved,
// real loops become contiguous, what nobody needs goes, and what depends on inputs only comes first.
func Finish(m *Module, from *word.Builder, pause work.Pause) { finish(m, from, pause, false) }

// FinishAnew is Finish that emits every operation anew, which takes longer and gives the same.
func FinishAnew(m *Module, from *word.Builder) { finish(m, from, nil, true) }

// finish is Finish, which emits the operations anew only where that can change one of them, or always.
func finish(m *Module, from *word.Builder, pause work.Pause, anew bool) {
	from.Seal()
	s := &scheduler{m: m, from: from, pause: pause}
	if !anew && len(m.Vars) == 0 {
		s.checks()
		s.uses()
		anew = !from.Settled(func(id word.ID) bool { return s.used[id] != 0 })
	}
	if anew || len(m.Vars) > 0 {
		for again := true; again; again = s.resolved() {
			s.to, s.vars, s.loops = word.NewBuilder(), nil, nil
			s.live()
			s.rebuild()
		}
		s.checks()
		s.uses()
	}
	pause.Yield()
	s.number()
}

type scheduler struct {
	m        *Module
	from, to *word.Builder
	needed   []bool
	used     []Use
	loops    []Loop // over to.Ops
	vars     []Var
	pause    work.Pause
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
		s.pause.MaybeYield(n)
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
	s.to.Tables, s.to.Bodies = s.from.Tables, s.from.Bodies
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
			s.pause.MaybeYield(i)
			if s.needed[i] {
				place[i] = s.emit(word.ID(i), place)
			}
		}
	} else {
		s.rebuildLoops(place)
	}
	s.pause.Yield()
	s.m.Roots(func(id *word.ID, _ Use) { *id = place[*id] })
	s.m.Vars, s.m.Loops = s.vars, s.loops
	s.from, s.to = s.to, nil
	s.from.Seal()
}

// resolved reports that a feedback variable becomes what no variable of its loop has a part in, as what led there
// turned out to be constant: it is no feedback.
func (s *scheduler) resolved() bool {
	var operands []word.ID
	for _, l := range s.m.Loops {
		part := make([]bool, l.End-l.First)
		has := func(id word.ID) bool { return id >= l.First && part[id-l.First] }
		for id := l.First; id < l.End; id++ {
			s.pause.MaybeYield(int(id))
			op := &s.from.Ops[id]
			operands = s.m.Operands(op, operands[:0])
			part[id-l.First] = op.Kind == word.Loop || slices.ContainsFunc(operands, has)
		}
		for _, v := range s.m.Vars[l.FirstVar:l.EndVar] {
			if !has(v.Next) {
				return true
			}
		}
	}
	return false
}

// checks drops those that can be told now that inputs are known.
func (s *scheduler) checks() {
	s.m.Checks = slices.DeleteFunc(s.m.Checks, func(c Overflow) bool {
		v, known := s.from.ConstValue(c.Value)
		return known && v.IsZero()
	})
}

func (s *scheduler) rebuildLoops(place []word.ID) {
	var operands []word.ID
	users := graph.New(len(s.from.Ops), func(add func(from, to int)) {
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
	l.Once = s.keeps(group)
	for v := l.FirstVar; v < l.EndVar; v++ {
		s.vars[v].Next = place[s.vars[v].Next]
	}
	s.loops = append(s.loops, l)
}

// keeps tells whether a loop is one variable that goes on to its next value through choices, which something outside of
// the loop decides: an output that a lambda leaves as it was. The choice of the first round is that of all others.
func (s *scheduler) keeps(group []int32) bool {
	variables, width := 0, int32(0)
	for _, i := range group {
		if op := &s.from.Ops[i]; op.Kind == word.Loop {
			variables++
			width = op.Width
		}
	}
	if variables != 1 {
		return false
	}
	for _, i := range group {
		op := &s.from.Ops[i]
		switch op.Kind {
		case word.Loop, word.ZExt:
		case word.Slice:
			if op.Imm != 0 {
				return false
			}
		case word.Mux, word.FMux:
			if _, inside := slices.BinarySearch(group, int32(op.A)); inside {
				return false
			}
		default:
			return false
		}
		if op.Width < width {
			return false
		}
	}
	return true
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
	uses := s.used
	place := make([]word.ID, len(ops))
	first, count := s.invariant(place)
	m.Ops, m.Uses = make([]word.Op, count), make([]Use, count)
	m.Invariant = first
	next := [2]word.ID{variant: word.ID(first), invariant: 0}
	for i := range ops {
		s.pause.MaybeYield(i)
		if uses[i] == 0 {
			continue
		}
		kind := place[i]
		at := next[kind]
		next[kind]++
		place[i] = at
		to := &m.Ops[at]
		*to = ops[i]
		if to.A >= 0 {
			to.A = place[to.A]
			if to.B >= 0 {
				to.B = place[to.B]
				if to.C >= 0 {
					to.C = place[to.C]
				}
			}
		}
		m.Uses[at] = uses[i]
	}
	move := func(id *word.ID) {
		if *id != word.None {
			*id = place[*id]
		}
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
			if uses[k] != 0 && place[k] >= word.ID(m.Invariant) {
				first, end = min(first, place[k]), max(end, place[k]+1)
			}
		}
		l.First, l.End = min(first, end), end
	}
	m.Tables, m.Bodies = s.from.Tables, s.from.Bodies
	s.wide()
}

// The results of invariant for an operation.
const (
	variant   word.ID = iota // changes in a run
	invariant                // depends on inputs only, and on memories that nothing writes to
)

// invariant tells for every operation that is used which it is, and counts the invariant ones and all.
func (s *scheduler) invariant(kinds []word.ID) (first, count int) {
	ops := s.from.Ops
	for i := range ops {
		if s.used[i] == 0 {
			continue
		}
		count++
		op := &ops[i]
		switch op.Kind {
		case word.Reg, word.Loop, word.Call, word.Result:
			continue
		case word.MemRead, word.MemAll:
			if len(s.m.Memories[op.Imm].Writes) > 0 {
				continue
			}
		case word.Repeat:
			if s.from.Bodies[op.Imm].ReadsMemory() {
				continue
			}
		}
		if (op.A < 0 || kinds[op.A] == invariant) && (op.B < 0 || kinds[op.B] == invariant) && (op.C < 0 || kinds[op.C] == invariant) {
			kinds[i] = invariant
			first++
		}
	}
	return first, count
}

// wide keeps the wide constants that are used, in the order of their use.
func (s *scheduler) wide() {
	m := s.m
	m.Wide = nil
	if len(s.from.Wide) == 0 {
		return
	}
	place := make([]int, len(s.from.Wide)) // of a constant in the new list, plus 1
	for i := range m.Ops {
		op := &m.Ops[i]
		if op.Kind != word.Const || op.Width <= 64 {
			continue
		}
		if place[op.Imm] == 0 {
			m.Wide = append(m.Wide, s.from.Wide[op.Imm])
			place[op.Imm] = len(m.Wide)
		}
		op.Imm = uint64(place[op.Imm] - 1)
	}
}

// uses computes who needs each operation; loops and calls of eval are needed always.
func (s *scheduler) uses() {
	m, ops := s.m, s.from.Ops
	uses := make([]Use, len(ops))
	s.used = uses
	m.Roots(func(id *word.ID, use Use) { uses[*id] |= use })
	for i := range m.Vars {
		uses[m.Vars[i].Next] |= InStep | InSettle
	}
	for _, l := range m.Loops {
		for i := l.First; i < l.End; i++ {
			uses[i] = InStep | InSettle
		}
	}
	if len(m.Calls) > 0 {
		for i := range ops {
			if ops[i].Kind == word.Call {
				uses[i] |= InStep
				if !m.Calls[ops[i].Imm].Tick {
					uses[i] |= InSettle
				}
			}
		}
	}
	for i := len(ops) - 1; i >= 0; i-- {
		s.pause.MaybeYield(i)
		use := uses[i]
		if use == 0 {
			continue
		}
		op := &ops[i]
		if op.Kind == word.Call {
			for _, a := range m.Calls[op.Imm].Args {
				uses[a.Value] |= use
			}
			continue
		}
		if op.A >= 0 {
			uses[op.A] |= use
			if op.B >= 0 {
				uses[op.B] |= use
				if op.C >= 0 {
					uses[op.C] |= use
				}
			}
		}
	}
}
