package interp

import (
	"simten.dev/engine/word"
)

// groupWindow is how many operations are reordered together, so that what belongs together stays near.
const groupWindow = 4096

// group reorders the operations of a side so that those of one kind follow each other, as far as what they depend on
// allows: the processor then guesses which instruction comes next. Rounds go through the kinds in turns; an operation
// has its place in the first round of its kind in which its operands are known.
func (p *plan) group(ops []word.ID, minOps int) {
	if len(ops) < minOps || len(p.m.Calls) > 0 { // calls keep their order: the first that fails is told
		return
	}
	if p.round == nil {
		p.round = make([]int32, len(p.m.Ops))
	}
	for len(ops) > 0 {
		window := ops[:min(len(ops), groupWindow)]
		p.groupPart(window)
		ops = ops[len(window):]
	}
}

func (p *plan) groupPart(ops []word.ID) {
	var turn [classes * word.Kinds]int32 // by class: when its turn comes, + 1
	turns := int32(0)
	for _, id := range ops {
		if !p.noCode(id) && turn[p.class(id)] == 0 {
			turns++
			turn[p.class(id)] = turns
		}
	}
	if turns < 2 {
		return
	}
	var list []word.ID
	last := int32(0)
	for _, id := range ops {
		round := int32(0)
		list = p.m.Operands(&p.m.Ops[id], list[:0])
		for _, x := range list {
			round = max(round, p.round[x])
		}
		if !p.noCode(id) {
			mine := turn[p.class(id)] - 1
			round += (mine - round%turns + turns) % turns
		}
		p.round[id] = round
		last = max(last, round)
	}
	at := make([]int32, last+2)
	for _, id := range ops {
		at[p.round[id]+1]++
	}
	for i := range last {
		at[i+1] += at[i]
	}
	sorted := make([]word.ID, len(ops))
	for _, id := range ops {
		r := p.round[id]
		sorted[at[r]] = id
		at[r]++
		p.round[id] = 0 // of a later window or a side within, it is known from the start
	}
	copy(ops, sorted)
}

// classes is the number of classes of each kind.
const classes = 8

// class tells instructions apart.
func (p *plan) class(id word.ID) int {
	op := &p.m.Ops[id]
	k := int(op.Kind) * classes
	with := op.A
	switch p.folds[id] {
	case folds:
		if op.B != word.None && p.isConstant(op.B) {
			return k + 1
		}
		return k
	case foldsBoth:
		return k + 2
	case foldsB:
		with = op.B
	}
	switch p.m.Ops[with].Kind {
	case word.Add:
		if p.folds[with] != folds {
			return k + 2
		}
	case word.And:
		return k + 3
	case word.Or:
		return k + 4
	case word.Xor:
		return k + 5
	case word.Ne:
		return k + 6
	}
	return k + 7
}

// noCode reports whether a step has no instruction for an operation.
func (p *plan) noCode(id word.ID) bool { return p.silent[id] || isAlias(p.m, &p.m.Ops[id]) }
