package word

import "slices"

// A loop that searches and returns what it finds (the first request of an arbiter, the entry of an associative memory)
// gives a choice among results of the same operation: w0 ? list[i0] : w1 ? list[i1] : … Choosing the operand, and
// computing once, is as many choices and fewer operations.

// deepestSinking bounds how many operations, one after the other, are moved behind a choice.
const deepestSinking = 8

// Sink moves operations behind choices among their results: c ? x - k : y - k becomes (c ? x : y) - k. An item of a
// list that is taken at an index counts as one operation. The results stay the same; roots, the results of the graph
// that are needed, are renumbered. Of an operation that is needed elsewhere nothing is gained, so it stays. Operations
// that are no longer needed are still in the new graph.
func Sink(g *Graph, roots []*ID) *Graph {
	for range deepestSinking {
		s := newSinking(g, roots)
		if !s.plan() {
			break
		}
		g = s.rebuild(roots)
	}
	if s := newSinking(g, roots); s.planPacked() {
		g = s.rebuild(roots)
	}
	return g
}

type sinking struct {
	*Graph
	uses   []int32
	lists  map[ID]*list
	runs   map[ID]*run // by the head of a choice
	packed map[ID]*packed
}

// chain is a choice among many: the first value whose condition holds, else the last value.
type chain struct {
	conditions []ID
	values     []ID // one more
}

// run is a part of a chain, from the value first up to the value last, that is one operation on different operands.
type run struct {
	chain
	first, last int
	shape       *shape
}

// shape is an operation all of whose operands but one are known.
type shape struct {
	op     Op
	varies int   // the operand that is not, as counted by Operands
	list   *list // instead, an item of this list at an index
	shared bool  // the values are needed elsewhere, too
}

func newSinking(g *Graph, roots []*ID) *sinking {
	s := &sinking{Graph: g, uses: make([]int32, len(g.Ops)), lists: map[ID]*list{}, runs: map[ID]*run{}}
	for _, r := range roots {
		if *r != None {
			s.uses[*r]++
		}
	}
	var operands [3]ID
	for i := len(g.Ops) - 1; i >= 0; i-- {
		if s.uses[i] == 0 {
			continue
		}
		for _, x := range g.Ops[i].Operands(operands[:0]) {
			s.uses[x]++
		}
	}
	return s
}

func isChoice(op *Op) bool { return op.Kind == Mux || op.Kind == FMux }

// plan finds what to move, and reports whether there is anything.
func (s *sinking) plan() bool {
	inside := make([]bool, len(s.Ops))
	for i := len(s.Ops) - 1; i >= 0; i-- {
		if s.uses[i] == 0 || inside[i] || !isChoice(&s.Ops[i]) {
			continue
		}
		if r := s.ofNumbers(ID(i), inside); r != nil {
			s.runs[ID(i)] = r
			continue
		}
		c := s.chainAt(ID(i), inside)
		if r := s.ofDecidedNumbers(c); r != nil {
			s.runs[ID(i)] = r
		} else if r := s.best(c); r != nil {
			s.runs[ID(i)] = r
		}
	}
	return len(s.runs) > 0
}

// chainAt collects a chain from its head, and marks the choices inside it.
func (s *sinking) chainAt(id ID, inside []bool) chain {
	var c chain
	for {
		op := &s.Ops[id]
		c.conditions = append(c.conditions, op.A)
		c.values = append(c.values, op.B)
		id = op.C
		if next := &s.Ops[id]; next.Kind != op.Kind || s.uses[id] != 1 || s.listAt(id) != nil {
			c.values = append(c.values, id)
			return c
		}
		inside[id] = true
	}
}

// best is the run of a chain by which most is gained, nil when nothing is.
func (s *sinking) best(c chain) *run {
	var best *run
	maxGain := 0
	for first := 0; first+1 < len(c.values); {
		r, gain := s.runFrom(c, first)
		if gain > maxGain {
			best, maxGain = r, gain
		}
		if r != nil {
			first = r.last
		}
		first++
	}
	return best
}

// minNumbers is from how many numbers on a table of them takes less than a choice.
const minNumbers = 4

// ofNumbers is a whole list, nil when it is none, of results of one operation on one value and numbers: x ^ 5, x ^ 9, x
// ^ 4 … . When its index has few bits, the numbers are a table, whether the results are needed elsewhere or not.
func (s *sinking) ofNumbers(id ID, inside []bool) *run {
	l := s.readList(id)
	if l == nil || len(l.at)+1 < minNumbers || s.Ops[l.index].Bits > widestIndex {
		return nil
	}
	c := chain{values: append(slices.Clone(l.items), l.rest)}
	sh := s.numbersShape(c.values)
	if sh == nil {
		return nil
	}
	for range l.at {
		c.conditions = append(c.conditions, s.Ops[id].A)
		inside[id] = true
		id = s.Ops[id].C
	}
	return &run{c, 0, len(l.at), sh}
}

// ofDecidedNumbers is the same of a choice by conditions that all follow from one value of a few bits.
func (s *sinking) ofDecidedNumbers(c chain) *run {
	if len(c.values) < minNumbers {
		return nil
	}
	sh := s.numbersShape(c.values)
	if sh == nil {
		return nil
	}
	by := None
	for i, id := range c.conditions {
		b, _, ok := s.Enumerate(id, widestIndex, maxDecided)
		if !ok || b == None || i > 0 && b != by {
			return nil
		}
		by = b
	}
	return &run{c, 0, len(c.conditions), sh}
}

// maxDecided bounds the operations that it takes to see what decides a condition.
const maxDecided = 1 << 13

// numbersShape is the operation that all values are, on one value and numbers; nil when they are none.
func (s *sinking) numbersShape(values []ID) *shape {
	for varies := range int(operands[s.Ops[values[0]].Kind]) {
		sh := &shape{op: s.Ops[values[0]], varies: varies, shared: true}
		number := func(v ID) bool {
			kind, x := s.operand(sh, v)
			return kind != absent && (x == None || s.Ops[x].Kind == Const || s.Ops[x].Kind == FConst)
		}
		switch sh.op.Kind {
		case UDiv, URem, SDiv, SRem:
			if varies == 1 { // by a number it is a multiplication
				continue
			}
		}
		if weights[sh.op.Kind] > 0 && sh.op.Width > 1 && !slices.ContainsFunc(values, func(v ID) bool { return !number(v) }) {
			return sh
		}
	}
	return nil
}

// farthest is how many values that are no operation of the shape may stand between its first two.
const farthest = 3

// runFrom is the longest run that starts at a value, with the weight of the operations that it saves.
func (s *sinking) runFrom(c chain, first int) (*run, int) {
	for second := first + 1; second < min(len(c.values), first+1+farthest); second++ {
		sh := s.shapeOf(c.values[first], c.values[second])
		if sh == nil {
			continue
		}
		last, computed := first, 0
		for k := first; k < len(c.values); k++ {
			x, _ := s.operand(sh, c.values[k])
			if x == absent {
				break
			}
			if x == computedOperand {
				computed++
				last = k
			} else if k == len(c.values)-1 { // worth having at the end of the chain only, where no condition is needed then
				last = k
			}
		}
		if last < second {
			continue
		}
		gain := (computed - 1) * s.weight(sh)
		if last < len(c.values)-1 { // is it one of these at all?
			gain -= last - first
		}
		return &run{c, first, last, sh}, gain
	}
	return nil, 0
}

// The substitute for the operand that varies.
type operandKind int

const (
	absent          operandKind = iota // the value is no result of the operation
	computedOperand                    // the value is computed by an operation of its own, which is saved
	otherOperand                       // the value is known to be the result for some operand
)

// operand is the operand by which a value is the result of an operation of a shape. In the place of a constant that is
// not in the graph stands None, and it is 0.
func (s *sinking) operand(sh *shape, v ID) (operandKind, ID) {
	if sh.list != nil {
		if l := s.listAt(v); l != nil && s.sameList(l, sh.list) {
			return computedOperand, l.index
		}
		if k := slices.Index(sh.list.items, v); k >= 0 {
			return otherOperand, sh.list.at[k]
		}
		return absent, None
	}
	op := &s.Ops[v]
	if s.uses[v] == 1 || sh.shared {
		if x, ok := sh.of(op); ok && s.alike(x, sh.at(&sh.op)) {
			return computedOperand, x
		}
	}
	switch shared := sh.op; sh.op.Kind {
	case Mux, FMux:
		if sh.varies == 1 && v == shared.C || sh.varies == 2 && v == shared.B {
			return otherOperand, v
		}
	case Or, Xor, Add: // with 0 it is the other operand
		if v == shared.A && sh.varies == 1 || v == shared.B && sh.varies == 0 {
			return otherOperand, None
		}
	case Sub, Shl, LShr, AShr:
		if v == shared.A && sh.varies == 1 {
			return otherOperand, None
		}
	case And:
		if op.Kind == Const && op.Bits == 0 {
			return otherOperand, v
		}
	}
	return absent, None
}

// alike tells that two values can be in each other's place.
func (s *sinking) alike(x, y ID) bool {
	return s.Ops[x].Width == s.Ops[y].Width && s.Ops[x].IsFloat() == s.Ops[y].IsFloat()
}

func commutes(k Kind) bool {
	switch k {
	case And, Or, Xor, Add, Mul, Eq, Ne, FAdd, FMul, FEq, FNe:
		return true
	}
	return false
}

// at is the operand of op that varies.
func (sh *shape) at(op *Op) ID { return [3]ID{op.A, op.B, op.C}[sh.varies] }

// of is the operand of an operation that varies, when it is of this shape.
func (sh *shape) of(op *Op) (ID, bool) {
	a := &sh.op
	if op.Kind != a.Kind || op.Width != a.Width || op.Imm != a.Imm {
		return None, false
	}
	mine, its := [3]ID{a.A, a.B, a.C}, [3]ID{op.A, op.B, op.C}
	if commutes(op.Kind) && its[1-sh.varies] != mine[1-sh.varies] {
		its[0], its[1] = its[1], its[0]
	}
	x := its[sh.varies]
	its[sh.varies] = mine[sh.varies]
	return x, its == mine
}

// shapeOf is the operation that both values are, if they are one.
func (s *sinking) shapeOf(a, b ID) *shape {
	if l, m := s.listAt(a), s.listAt(b); l != nil && m != nil {
		if s.sameList(l, m) {
			return &shape{list: l}
		}
		return nil
	}
	if s.uses[a] != 1 || s.uses[b] != 1 || weights[s.Ops[a].Kind] == 0 || s.Ops[a].Width == 1 {
		return nil
	}
	for varies := range int(operands[s.Ops[a].Kind]) {
		sh := &shape{op: s.Ops[a], varies: varies}
		if x, ok := sh.of(&s.Ops[b]); ok && s.alike(x, sh.at(&sh.op)) {
			return sh
		}
	}
	return nil
}

// weights are what operations cost, roughly in additions; those without one stay where they are.
var weights = [Kinds]int{
	And: 1, Or: 1, Xor: 1, Shl: 1, LShr: 1, AShr: 1, RedXor: 2, Clz: 1, Add: 1, Sub: 1, Mul: 2, UDiv: 10, URem: 10, SDiv: 10, SRem: 10, Mux: 1,
	Table: 3, MemRead: 3, FAdd: 2, FSub: 2, FMul: 2, FDiv: 10, FRem: 20, FNeg: 1, FAbs: 1, FSqrt: 10, FFloor: 2, FCeil: 2, FTrunc: 2, FCopySign: 2,
	FMin: 2, FMax: 2, FMux: 1, FFromU: 1, FFromS: 1, FToInt: 4,
}

func (s *sinking) weight(sh *shape) int {
	if sh.list != nil {
		return len(sh.list.at)
	}
	return weights[sh.op.Kind]
}

// rebuild makes the graph anew, with what is planned.
func (s *sinking) rebuild(roots []*ID) *Graph {
	b := NewBuilder()
	b.Tables, b.Bodies = slices.Clone(s.Tables), slices.Clone(s.Bodies)
	place := make([]ID, len(s.Ops))
	to := func(id ID) ID { return place[id] }
	for i := range s.Ops {
		switch r := s.runs[ID(i)]; {
		case s.uses[i] == 0:
		case r != nil:
			place[i] = s.emit(b, r, to)
		case s.packed[ID(i)] != nil:
			place[i] = s.packed[ID(i)].read(b, s, ID(i), to)
		default:
			place[i] = b.Copy(s.Graph, ID(i), to)
		}
	}
	for _, r := range roots {
		if *r != None {
			*r = place[*r]
		}
	}
	return &b.Graph
}

func (s *sinking) emit(b *Builder, r *run, to func(ID) ID) ID {
	operand := func(k int) ID {
		_, x := s.operand(r.shape, r.values[k])
		if x == None {
			return b.Uint(0, int(s.Ops[r.shape.at(&r.shape.op)].Width))
		}
		return to(x)
	}
	x, end := operand(r.last), len(r.values)-1
	for k := r.last - 1; k >= r.first; k-- {
		x = b.either(to(r.conditions[k]), operand(k), x)
	}
	v := s.apply(b, r.shape, x, to)
	if r.last < end {
		rest := to(r.values[end])
		for k := end - 1; k > r.last; k-- {
			rest = b.either(to(r.conditions[k]), to(r.values[k]), rest)
		}
		cond := to(r.conditions[r.last])
		for k := r.last - 1; k >= r.first; k-- {
			cond = b.Or(to(r.conditions[k]), cond)
		}
		v = b.either(cond, v, rest)
	}
	for k := r.first - 1; k >= 0; k-- {
		v = b.either(to(r.conditions[k]), to(r.values[k]), v)
	}
	return v
}

// apply computes an operation of a shape.
func (s *sinking) apply(b *Builder, sh *shape, x ID, to func(ID) ID) ID {
	if sh.list != nil {
		return sh.list.item(b, x, to)
	}
	op := sh.op
	n := 0
	op.MapOperands(func(id ID) ID {
		n++
		if n-1 == sh.varies {
			return x
		}
		return to(id)
	})
	return b.Emit(op)
}
