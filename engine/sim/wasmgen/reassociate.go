package wasmgen

import (
	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// A sum of several values may be added up in any order, and so may others be put together whose kind does not care. As
// written, one value after the other waits for all before it, though most may have been there long before; where one
// sum leads to the next, as in the rounds of a hash, a processor has nothing else to do meanwhile. So what is there
// first is added first, in as few steps after the last value as possible.

// The steps, of a simple instruction each, until a result is there after its operands are.
const (
	simpleSteps = 1
	chosenSteps = 2 // a multiplexer without a branch
	timesSteps  = 3
	readSteps   = 5 // something in memory, at an address that is computed
	floatSteps  = 4
	dividedStep = 15
)

// maxTerms is of how many values at most the order is chosen.
const maxTerms = 64

// term is a value of a sum, or the sum of two others.
type term struct {
	id    word.ID // None for a sum
	a, b  int16   // the two, numbers of terms
	there int32   // steps after the begin of a cycle
}

// anyOrder reports whether what an operation makes of several values does not depend on their order. Sums of other
// widths are masked at times.
func anyOrder(op *word.Op) bool {
	switch op.Kind {
	case word.And, word.Or, word.Xor:
		return op.Width <= 64
	case word.Add:
		return op.Width == 32 || op.Width == 64
	}
	return false
}

// isPart reports whether an operand of an operation is of its kind, and computed for it alone and in its place.
func (p *plan) isPart(op *word.Op, operand word.ID) bool {
	x := &p.m.Ops[operand]
	return x.Kind == op.Kind && p.inline[operand] && p.selections[operand] == nil &&
		!(p.raw(operand) && p.clean[operand]) && !(x.Kind == word.Or && p.rotates(x))
}

// several reports whether an operation puts more than two values together, in any order.
func (p *plan) several(op *word.Op) bool {
	return anyOrder(op) && (p.isPart(op, op.A) || p.isPart(op, op.B))
}

// terms adds to the list what an operation puts together.
func (p *plan) terms(op *word.Op, list []term) []term {
	for _, o := range [...]word.ID{op.A, op.B} {
		if p.isPart(op, o) {
			list = p.terms(&p.m.Ops[o], list)
		} else {
			list = append(list, term{id: o, there: p.there[o]})
		}
	}
	return list
}

// together puts two terms together at a time, those that are there first, until one is left, the last of the list. It
// gives nil where that is there no sooner than the operation as it is written, and where there are only two.
func (p *plan) together(op *word.Op, room []term) []term {
	if !p.several(op) {
		return nil
	}
	list := p.terms(op, room[:0])
	if len(list) > maxTerms {
		return nil
	}
	var open [maxTerms]int16 // terms that are not in others yet, the first one last
	n := 0
	add := func(i int) {
		at := n
		for at > 0 && list[open[at-1]].there <= list[i].there {
			open[at] = open[at-1]
			at--
		}
		open[at] = int16(i)
		n++
	}
	for i := range list {
		add(i)
	}
	for n > 1 {
		a, b := open[n-1], open[n-2]
		n -= 2
		list = append(list, term{id: word.None, a: a, b: b, there: max(list[a].there, list[b].there) + simpleSteps})
		add(len(list) - 1)
	}
	if list[len(list)-1].there >= max(p.there[op.A], p.there[op.B])+simpleSteps {
		return nil
	}
	return list
}

// A processor works on so many operations at a time, so on a cycle that is shorter and the ones after it. A register's
// late value is late in the next one.
const (
	aheadOps    = 500
	aheadCycles = 4
)

// arrivals finds when each value of a step is there, if the order of sums makes the whole step shorter by a twentieth.
// Else sums stay as they are: there are other things for a processor to do.
func (p *plan) arrivals() {
	found := false
	for i := 0; i < len(p.m.Ops) && !found; i++ {
		p.tune.pause.MaybeYield(i)
		found = p.computed(word.ID(i)) && p.several(&p.m.Ops[i])
	}
	if !found {
		return
	}
	cycles := 1
	if p.weightOfAll() <= aheadOps {
		cycles = aheadCycles
	}
	written := p.lasts(cycles, false)
	if sooner := p.lasts(cycles, true); 20*sooner > 19*written {
		p.there = nil
	}
}

// lasts is how many steps some cycles take, with the best order of sums or as they are written.
func (p *plan) lasts(cycles int, ordered bool) int32 {
	p.there = make([]int32, len(p.m.Ops))
	registers := make([]int32, len(p.m.Registers))
	for range cycles {
		p.arrive(registers, ordered)
		for i := range registers {
			registers[i] = p.there[p.m.Registers[i].Next]
		}
	}
	last := int32(0)
	for _, there := range p.there {
		last = max(last, there)
	}
	return last
}

// arrive finds when each value of a cycle is there, registers at the given times.
func (p *plan) arrive(registers []int32, ordered bool) {
	var operands []word.ID
	var room [2 * maxTerms]term
	for i := range p.m.Ops {
		id := word.ID(i)
		p.tune.pause.MaybeYield(i)
		op := &p.m.Ops[id]
		if !p.computed(id) {
			if op.Kind == word.Reg {
				p.there[id] = registers[op.Imm]
			}
			continue // an input or a constant, or of no use to a step
		}
		if ordered {
			if list := p.together(op, room[:]); list != nil {
				p.there[id] = list[len(list)-1].there
				continue
			}
		}
		if op.Kind == word.Or && p.rotates(op) {
			p.there[id] = p.there[p.m.Ops[op.A].A] + simpleSteps
			continue
		}
		operands = p.operands(id, operands[:0])
		last := int32(0)
		for _, o := range operands {
			last = max(last, p.there[o])
		}
		p.there[id] = last + p.steps(id)
	}
}

// steps is how many steps an operation takes.
func (p *plan) steps(id word.ID) int32 {
	op := &p.m.Ops[id]
	switch op.Kind {
	case word.ZExt:
		return 0
	case word.Slice:
		return min(simpleSteps, int32(op.Imm))
	case word.Mux, word.FMux, word.Concat, word.SExt:
		return chosenSteps
	case word.Mul:
		return timesSteps
	case word.MemRead, word.Table, word.Extract, word.Insert:
		return readSteps
	case word.UDiv, word.URem, word.SDiv, word.SRem:
		return dividedStep
	}
	switch {
	case p.selections[id] != nil:
		return readSteps
	case op.IsFloat():
		return floatSteps
	}
	return simpleSteps
}

// inOrder generates an operation on several values in the order in which they are there, when that helps.
func (f *function) inOrder(op *word.Op) bool {
	if f.p.phase != step || f.p.there == nil {
		return false
	}
	var room [2 * maxTerms]term
	list := f.p.together(op, room[:])
	if list == nil {
		return false
	}
	f.skip(op)
	f.pushTerm(list, int16(len(list)-1), pick(typeOf(op), plainOps[op.Kind][0], plainOps[op.Kind][1]))
	return true
}

// skip notes the uses of the parts of an operation that are not generated as such.
func (f *function) skip(op *word.Op) {
	for _, o := range [...]word.ID{op.A, op.B} {
		if f.p.isPart(op, o) {
			f.left[o]--
			f.pushes++
			f.skip(f.op(o))
		}
	}
}

func (f *function) pushTerm(list []term, at int16, code encode.Op) {
	t := &list[at]
	if t.id != word.None {
		f.push(t.id)
		return
	}
	f.pushTerm(list, t.a, code)
	f.pushTerm(list, t.b, code)
	f.c.Op(code)
}
