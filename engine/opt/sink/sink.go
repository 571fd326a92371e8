// Package sink is the pass that moves operations of a graph behind choices among their results.
//
// A loop that searches and returns what it finds (the first request of an arbiter, the entry of an associative memory)
// gives a choice among results of the same operation: w0 ? list[i0] : w1 ? list[i1] : … Choosing the operand, and
// computing once, is as many choices and fewer operations.
package sink

import (
	"slices"

	"simten.dev/engine/word"
)

// deepestSinking bounds how many operations, one after the other, are moved behind a choice.
const deepestSinking = 8

// Graph moves operations behind choices among their results: c ? x - k : y - k becomes (c ? x : y) - k. An item of a
// list that is taken at an index counts as one operation. The results stay the same; roots, the results of the graph
// that are needed, are renumbered. Of an operation that is needed elsewhere nothing is gained, so it stays. Operations
// that are no longer needed are still in the new graph.
func Graph(g *word.Graph, roots []*word.ID) *word.Graph {
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
	*word.Graph
	uses   []int32
	lists  map[word.ID]*list
	runs   map[word.ID]*run // by the head of a choice
	packed map[word.ID]*packed
}

// chain is a choice among many: the first value whose condition holds, else the last value.
type chain struct {
	conditions []word.ID
	values     []word.ID // one more
}

// run is a part of a chain, from the value first up to the value last, that is one operation on different operands.
type run struct {
	chain
	first, last int
	shape       *shape
}

// shape is an operation all of whose operands but one are known.
type shape struct {
	op     word.Op
	varies int   // the operand that is not, as counted by Operands
	list   *list // instead, an item of this list at an index
	shared bool  // the values are needed elsewhere, too
}

func newSinking(g *word.Graph, roots []*word.ID) *sinking {
	s := &sinking{Graph: g, uses: make([]int32, len(g.Ops)), lists: map[word.ID]*list{}, runs: map[word.ID]*run{}}
	for _, r := range roots {
		if *r != word.None {
			s.uses[*r]++
		}
	}
	var operands [3]word.ID
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

func isChoice(op *word.Op) bool { return op.Kind == word.Mux || op.Kind == word.FMux }

// plan finds what to move, and reports whether there is anything.
func (s *sinking) plan() bool {
	inside := make([]bool, len(s.Ops))
	for i := len(s.Ops) - 1; i >= 0; i-- {
		if s.uses[i] == 0 || inside[i] || !isChoice(&s.Ops[i]) {
			continue
		}
		if r := s.ofNumbers(word.ID(i), inside); r != nil {
			s.runs[word.ID(i)] = r
			continue
		}
		c := s.chainAt(word.ID(i), inside)
		if r := s.ofDecidedNumbers(c); r != nil {
			s.runs[word.ID(i)] = r
		} else if r := s.best(c); r != nil {
			s.runs[word.ID(i)] = r
		}
	}
	return len(s.runs) > 0
}

// chainAt collects a chain from its head, and marks the choices inside it.
func (s *sinking) chainAt(id word.ID, inside []bool) chain {
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
func (s *sinking) ofNumbers(id word.ID, inside []bool) *run {
	l := s.readList(id)
	if l == nil || len(l.at)+1 < minNumbers || s.Ops[l.index].Bits > word.WidestIndex {
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
	by := word.None
	for i, id := range c.conditions {
		b, _, ok := s.Enumerate(id, word.WidestIndex, maxDecided)
		if !ok || b == word.None || i > 0 && b != by {
			return nil
		}
		by = b
	}
	return &run{c, 0, len(c.conditions), sh}
}

// maxDecided bounds the operations that it takes to see what decides a condition.
const maxDecided = 1 << 13

// numbersShape is the operation that all values are, on one value and numbers; nil when they are none.
func (s *sinking) numbersShape(values []word.ID) *shape {
	for varies := range s.Ops[values[0]].Kind.Shape().Operands {
		sh := &shape{op: s.Ops[values[0]], varies: varies, shared: true}
		number := func(v word.ID) bool {
			kind, x := s.operand(sh, v)
			return kind != absent && (x == word.None || s.Ops[x].Kind == word.Const || s.Ops[x].Kind == word.FConst)
		}
		switch sh.op.Kind {
		case word.UDiv, word.URem, word.SDiv, word.SRem:
			if varies == 1 { // by a number it is a multiplication
				continue
			}
		}
		if weights[sh.op.Kind] > 0 && sh.op.Width > 1 && !slices.ContainsFunc(values, func(v word.ID) bool { return !number(v) }) {
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
func (s *sinking) operand(sh *shape, v word.ID) (operandKind, word.ID) {
	if sh.list != nil {
		if l := s.listAt(v); l != nil && s.sameList(l, sh.list) {
			return computedOperand, l.index
		}
		if k := slices.Index(sh.list.items, v); k >= 0 {
			return otherOperand, sh.list.at[k]
		}
		return absent, word.None
	}
	op := &s.Ops[v]
	if s.uses[v] == 1 || sh.shared {
		if x, ok := sh.of(op); ok && s.alike(x, sh.at(&sh.op)) {
			return computedOperand, x
		}
	}
	switch shared := sh.op; sh.op.Kind {
	case word.Mux, word.FMux:
		if sh.varies == 1 && v == shared.C || sh.varies == 2 && v == shared.B {
			return otherOperand, v
		}
	case word.Or, word.Xor, word.Add: // with 0 it is the other operand
		if v == shared.A && sh.varies == 1 || v == shared.B && sh.varies == 0 {
			return otherOperand, word.None
		}
	case word.Sub, word.Shl, word.LShr, word.AShr:
		if v == shared.A && sh.varies == 1 {
			return otherOperand, word.None
		}
	case word.And:
		if op.Kind == word.Const && op.Bits == 0 {
			return otherOperand, v
		}
	}
	return absent, word.None
}

// alike tells that two values can be in each other's place.
func (s *sinking) alike(x, y word.ID) bool {
	return s.Ops[x].Width == s.Ops[y].Width && s.Ops[x].IsFloat() == s.Ops[y].IsFloat()
}

func commutes(k word.Kind) bool {
	switch k {
	case word.And, word.Or, word.Xor, word.Add, word.Mul, word.Eq, word.Ne, word.FAdd, word.FMul, word.FEq, word.FNe:
		return true
	}
	return false
}

// at is the operand of op that varies.
func (sh *shape) at(op *word.Op) word.ID { return [3]word.ID{op.A, op.B, op.C}[sh.varies] }

// of is the operand of an operation that varies, when it is of this shape.
func (sh *shape) of(op *word.Op) (word.ID, bool) {
	a := &sh.op
	if op.Kind != a.Kind || op.Width != a.Width || op.Imm != a.Imm {
		return word.None, false
	}
	mine, its := [3]word.ID{a.A, a.B, a.C}, [3]word.ID{op.A, op.B, op.C}
	if commutes(op.Kind) && its[1-sh.varies] != mine[1-sh.varies] {
		its[0], its[1] = its[1], its[0]
	}
	x := its[sh.varies]
	its[sh.varies] = mine[sh.varies]
	return x, its == mine
}

// shapeOf is the operation that both values are, if they are one.
func (s *sinking) shapeOf(a, b word.ID) *shape {
	if l, m := s.listAt(a), s.listAt(b); l != nil && m != nil {
		if s.sameList(l, m) {
			return &shape{list: l}
		}
		return nil
	}
	if s.uses[a] != 1 || s.uses[b] != 1 || weights[s.Ops[a].Kind] == 0 || s.Ops[a].Width == 1 {
		return nil
	}
	for varies := range s.Ops[a].Kind.Shape().Operands {
		sh := &shape{op: s.Ops[a], varies: varies}
		if x, ok := sh.of(&s.Ops[b]); ok && s.alike(x, sh.at(&sh.op)) {
			return sh
		}
	}
	return nil
}

// weights are what operations cost, roughly in additions; those without one stay where they are.
var weights = [word.Kinds]int{
	word.And: 1, word.Or: 1, word.Xor: 1, word.Shl: 1, word.LShr: 1, word.AShr: 1, word.RedXor: 2, word.Clz: 1, word.Add: 1, word.Sub: 1, word.Mul: 2, word.UDiv: 10, word.URem: 10, word.SDiv: 10, word.SRem: 10, word.Mux: 1,
	word.Table: 3, word.MemRead: 3, word.FAdd: 2, word.FSub: 2, word.FMul: 2, word.FDiv: 10, word.FRem: 20, word.FNeg: 1, word.FAbs: 1, word.FSqrt: 10, word.FFloor: 2, word.FCeil: 2, word.FTrunc: 2, word.FCopySign: 2,
	word.FMin: 2, word.FMax: 2, word.FMux: 1, word.FFromU: 1, word.FFromS: 1, word.FToInt: 4,
}

func (s *sinking) weight(sh *shape) int {
	if sh.list != nil {
		return len(sh.list.at)
	}
	return weights[sh.op.Kind]
}

// rebuild makes the graph anew, with what is planned.
func (s *sinking) rebuild(roots []*word.ID) *word.Graph {
	b := word.NewBuilder()
	b.Tables, b.Bodies = slices.Clone(s.Tables), slices.Clone(s.Bodies)
	place := make([]word.ID, len(s.Ops))
	to := func(id word.ID) word.ID { return place[id] }
	for i := range s.Ops {
		switch r := s.runs[word.ID(i)]; {
		case s.uses[i] == 0:
		case r != nil:
			place[i] = s.emit(b, r, to)
		case s.packed[word.ID(i)] != nil:
			place[i] = s.packed[word.ID(i)].read(b, s, word.ID(i), to)
		default:
			place[i] = b.Copy(s.Graph, word.ID(i), to)
		}
	}
	for _, r := range roots {
		if *r != word.None {
			*r = place[*r]
		}
	}
	return &b.Graph
}

func (s *sinking) emit(b *word.Builder, r *run, to func(word.ID) word.ID) word.ID {
	operand := func(k int) word.ID {
		_, x := s.operand(r.shape, r.values[k])
		if x == word.None {
			return b.Uint(0, int(s.Ops[r.shape.at(&r.shape.op)].Width))
		}
		return to(x)
	}
	x, end := operand(r.last), len(r.values)-1
	for k := r.last - 1; k >= r.first; k-- {
		x = either(b, to(r.conditions[k]), operand(k), x)
	}
	v := s.apply(b, r.shape, x, to)
	if r.last < end {
		rest := to(r.values[end])
		for k := end - 1; k > r.last; k-- {
			rest = either(b, to(r.conditions[k]), to(r.values[k]), rest)
		}
		cond := to(r.conditions[r.last])
		for k := r.last - 1; k >= r.first; k-- {
			cond = b.Or(to(r.conditions[k]), cond)
		}
		v = either(b, cond, v, rest)
	}
	for k := r.first - 1; k >= 0; k-- {
		v = either(b, to(r.conditions[k]), to(r.values[k]), v)
	}
	return v
}

// apply computes an operation of a shape.
func (s *sinking) apply(b *word.Builder, sh *shape, x word.ID, to func(word.ID) word.ID) word.ID {
	if sh.list != nil {
		return sh.list.item(b, x, to)
	}
	op := sh.op
	n := 0
	op.MapOperands(func(id word.ID) word.ID {
		n++
		if n-1 == sh.varies {
			return x
		}
		return to(id)
	})
	return b.Emit(op)
}
