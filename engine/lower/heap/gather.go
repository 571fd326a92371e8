package heap

import (
	"math/bits"
	"slices"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Lambdas take memories apart into lists or records, change some of these at indices that depend on values, and write
// all of them back. Item by item, each change is a choice for each cell, and each cell is written in each cycle. So
// when such a list becomes one value (packed.go), it is looked whether its items are the cells of a memory, or those of
// such a value after changes; and when all cells of a memory are written, whether what they get is the memory after few
// changes. Then these are its writes.

const (
	// maxGathered bounds the choices that lie one in the other between a value and its items.
	maxGathered = 6
	// maxPeeled bounds the changes that become writes.
	maxPeeled = 8
	// maxCrossed bounds the changes that a read passes, each with a comparison.
	maxCrossed = 4
)

// elementsFor is how many elements of so many bits a value for some items has: an index of few bits is never outside.
func elementsFor(items, lane int) int { return max(1<<bits.Len(uint(items-1)), 128/lane) }

// gather gives the value of which the items are the elements, when there is one or it is a memory: of lane bits each,
// and zeros behind them.
func (l *Lowering) gather(items []word.ID, lane int) (word.ID, bool) {
	l.Spend(1 + len(items)/4)
	return l.gatherWithin(items, lane, maxGathered)
}

func (l *Lowering) gatherWithin(items []word.ID, lane, depth int) (word.ID, bool) {
	size := elementsFor(len(items), lane) * lane
	cores := make([]word.ID, len(items))
	for k, id := range items {
		if op := &l.B.Ops[id]; op.Kind == word.ZExt {
			id = op.A
		}
		cores[k] = id
	}
	if l.B.Ops[cores[0]].Kind == word.MemRead {
		return l.gatherMemory(cores, l.B.Ops[cores[0]].Imm, lane, size)
	}
	if cond, _, _, ok := l.chosen(cores[0]); ok && l.sameChoice(cores, cond) {
		yes, no := make([]word.ID, len(cores)), make([]word.ID, len(cores))
		for k, id := range cores {
			_, yes[k], no[k], _ = l.chosen(id)
		}
		if depth == 0 {
			return word.None, false
		}
		l.Spend(1 + len(items)/8)
		x, ok := l.gatherWithin(yes, lane, depth-1)
		if !ok {
			return word.None, false
		}
		y, ok := l.gatherWithin(no, lane, depth-1)
		if !ok || !l.B.Joins(x, y) {
			return word.None, false
		}
		return l.B.Mux(cond, x, y), true
	}

	if array, ok := l.gatherChange(cores, lane, depth); ok {
		return array, true
	}

	// A change that cannot be to an item is not seen there, so the last one that is seen anywhere counts.
	last := word.None
	for _, id := range cores {
		if op := &l.B.Ops[id]; op.Kind == word.Slice && l.B.Width(op.A) == size {
			last = max(last, op.A)
		}
	}
	if last == word.None {
		return word.None, false
	}
	minWidth := lane
	for k, id := range cores {
		w := l.B.Width(id)
		if w > lane || l.B.Slice(last, k*lane, w) != id {
			return word.None, false
		}
		minWidth = min(minWidth, w)
	}
	if minWidth < lane && l.laneBits(last, lane) > minWidth {
		return word.None, false
	}
	return last, true
}

// chosen is a when cond is 1, else b, perhaps of the lower bits of a choice.
func (l *Lowering) chosen(id word.ID) (cond, a, b word.ID, ok bool) {
	op := l.B.Ops[id]
	if op.Kind == word.Slice && op.Imm == 0 {
		if of := l.B.Ops[op.A]; of.Kind == word.Mux {
			w := int(op.Width)
			return of.A, l.B.Slice(of.B, 0, w), l.B.Slice(of.C, 0, w), true
		}
	}
	return op.A, op.B, op.C, op.Kind == word.Mux
}

// sameChoice reports that items are choices by one condition.
func (l *Lowering) sameChoice(items []word.ID, cond word.ID) bool {
	for _, id := range items {
		if c, _, _, ok := l.chosen(id); !ok || c != cond {
			return false
		}
	}
	return true
}

// change is what has been put in the place of one of some items, under a condition.
type change struct{ index, when, value word.ID }

// gatherChange is the value of items of which one has been changed: each is a choice by a comparison of one index with
// its number.
func (l *Lowering) gatherChange(items []word.ID, lane, depth int) (word.ID, bool) {
	c, _, ok := l.changeOf(items[0], 0)
	if !ok || depth == 0 {
		return word.None, false
	}
	before := make([]word.ID, len(items))
	for k, id := range items {
		d, rest, ok := l.changeOf(id, k)
		switch {
		case ok && c == d:
			before[k] = rest
		case bits.Len(uint(k)) > l.B.KnownBits(c.index): // it cannot be this one
			before[k] = id
		default:
			return word.None, false
		}
	}
	l.Spend(1 + len(items)/8)
	array, ok := l.gatherWithin(before, lane, depth-1)
	if !ok || l.B.Width(c.value) > lane {
		return word.None, false
	}
	elements := l.B.Width(array) / lane
	width := max(l.B.Width(c.index), bits.Len(uint(elements)))
	index := l.B.Mux(c.when, l.B.Resize(c.index, width), l.B.Uint(uint64(elements), width))
	return l.B.Insert(array, index, l.B.ZExt(c.value, lane)), true
}

// changeOf takes the last change of an index that depends on values from item k.
func (l *Lowering) changeOf(id word.ID, k int) (c change, rest word.ID, ok bool) {
	if cond, a, b, ok := l.chosen(id); ok {
		index, when, ok := l.comparedWith(cond, k)
		return change{index, when, a}, b, ok
	}
	op := l.B.Ops[id]
	if op.Width != 1 || op.Kind != word.Or && op.Kind != word.And {
		return change{}, word.None, false
	}
	for _, side := range [2][2]word.ID{{op.A, op.B}, {op.B, op.A}} { // of a bit, a choice with a constant is no choice any more
		cond, rest := side[0], side[1]
		if op.Kind == word.And {
			cond = l.B.Not(cond)
		}
		if index, when, ok := l.comparedWith(cond, k); ok {
			return change{index, when, l.B.Uint(domain.OneIf(op.Kind == word.Or), 1)}, rest, true
		}
	}
	return change{}, word.None, false
}

// comparedWith is the index that a condition compares with a number, and the other part of the condition.
func (l *Lowering) comparedWith(cond word.ID, k int) (index, when word.ID, ok bool) {
	op := l.B.Ops[cond]
	switch op.Kind {
	case word.Eq:
		at, known := l.B.ConstValue(op.B)
		return op.A, l.B.Uint(1, 1), known && at.Len() <= 32 && at.Lo == uint64(k)
	case word.And:
		if index, when, ok = l.comparedWith(op.A, k); ok {
			return index, l.B.And(when, op.B), true
		}
		if index, when, ok = l.comparedWith(op.B, k); ok {
			return index, l.B.And(when, op.A), true
		}
	}
	return word.None, word.None, false
}

// gatherMemory is a memory as one value, when the items are its cells.
func (l *Lowering) gatherMemory(items []word.ID, part uint64, lane, size int) (word.ID, bool) {
	f := l.Memories[part/domain.MemoryParts]
	width := l.B.Width(items[0])
	if f.Depth != uint64(len(items)) || word.CellLane(width) != lane {
		return word.None, false
	}
	n := len(items) * lane
	if n > WidestPacked || !FillsWords(f, lane) && len(items) > MaxSingly {
		return word.None, false
	}
	for k, id := range items {
		op := &l.B.Ops[id]
		if op.Kind != word.MemRead || op.Imm != part {
			return word.None, false
		}
		if at, known := l.B.ConstValue(op.A); !known || at.Len() > 32 || at.Lo != uint64(k) {
			return word.None, false
		}
	}
	array := word.None
	if FillsWords(f, lane) {
		array = l.B.Resize(l.B.MemAll(part, len(items), width), size)
	} else {
		array = l.JoinCells(part, f.Depth, width, lane)
	}
	if l.Images == nil {
		l.Images = map[word.ID]uint64{}
	}
	l.Images[array] = part
	return array, true
}

// laneBits bounds the bits that can be 1 in an element.
func (l *Lowering) laneBits(array word.ID, lane int) int {
	bits := 0
	for range maxPeeled {
		if part, all := l.Images[array]; all {
			return max(bits, l.Memories[part/domain.MemoryParts].PartWidth(int(part%domain.MemoryParts)))
		}
		op := l.B.Ops[array]
		if op.Kind != word.Insert || int(op.Imm) != lane {
			break
		}
		bits = max(bits, l.B.KnownBits(op.C))
		array = op.A
	}
	return lane
}

// isOwn reports that a write gives a cell what is in it.
func (l *Lowering) isOwn(field int, w domain.Write) bool {
	op := l.B.Ops[w.Data]
	return op.Kind == word.MemRead && op.Imm == uint64(field*domain.MemoryParts+domain.MemoryData) && op.A == w.Address
}

// peeling collects the changes that lead from a memory to a value.
type peeling struct {
	l           *Lowering
	field, lane int
	writes      []domain.Write
}

// peel adds the changes that lead to a value, in their order, as writes under a condition.
func (p *peeling) peel(array, enable word.ID) bool {
	l := p.l
	l.Spend(1)
	if part, all := l.Images[array]; all {
		return part == uint64(p.field*domain.MemoryParts+domain.MemoryData)
	}
	switch op := l.B.Ops[array]; op.Kind {
	case word.Mux:
		return p.peel(op.B, l.B.And(enable, op.A)) && p.peel(op.C, l.B.And(enable, l.B.Not(op.A)))
	case word.Insert:
		if int(op.Imm) != p.lane || !p.peel(op.A, enable) || len(p.writes) == maxPeeled {
			return false
		}
		f := l.Memories[p.field]
		at, enable := l.somewhere(op.B, enable, f.Depth)
		if !l.IsFalse(enable) {
			p.writes = append(p.writes, domain.Write{Enable: enable, Address: at, Data: l.B.Resize(op.C, f.Width), Sign: l.B.Uint(0, 1), Has: l.B.Uint(1, 1)})
		}
		return true
	}
	return false
}

// somewhere is an index without the choice of a place beyond the end, and the condition under which it is one of so
// many cells.
func (l *Lowering) somewhere(index, enable word.ID, depth uint64) (at, when word.ID) {
	beyond := func(id word.ID) bool {
		k, known := l.B.ConstValue(id)
		return known && (k.Len() > 32 || k.Lo >= depth)
	}
	for op := l.B.Ops[index]; op.Kind == word.Mux; op = l.B.Ops[index] {
		if beyond(op.C) {
			index, enable = op.B, l.B.And(enable, op.A)
		} else if beyond(op.B) {
			index, enable = op.C, l.B.And(enable, l.B.Not(op.A))
		} else {
			break
		}
	}
	return index, l.below(index, enable, depth)
}

// Below is a condition and that an index is below a bound.
func (l *Lowering) below(index, enable word.ID, depth uint64) word.ID {
	if l.B.KnownBits(index) < bits.Len64(depth) {
		return enable
	}
	return l.B.And(enable, l.B.Compare(word.ULt, index, l.B.Uint(depth, l.B.Width(index))))
}

// elementAt is an element of a value. Of a memory after few changes it is a cell, or what has been put there.
func (l *Lowering) elementAt(array, index word.ID, lane int) word.ID {
	size := l.B.Width(array)
	inside := l.B.KnownBits(index) < bits.Len(uint(size/lane)) // else nothing is changed, and 0 is read
	var changes []word.ID
	x := array
	part, all := l.Images[x]
	for ; !all; part, all = l.Images[x] {
		op := l.B.Ops[x]
		if op.Kind != word.Insert || int(op.Imm) != lane || len(changes) == maxCrossed {
			return l.B.Extract(array, index, lane)
		}
		changes = append(changes, x)
		x = op.A
	}
	width := l.Memories[part/domain.MemoryParts].PartWidth(int(part % domain.MemoryParts))
	if !inside || word.CellLane(width) != lane {
		return l.B.Extract(array, index, lane)
	}
	r := l.B.ZExt(l.B.MemRead(part, width, l.B.Resize(index, 32)), lane)
	for _, id := range slices.Backward(changes) {
		in := l.B.Ops[id]
		width := max(l.B.Width(in.B), l.B.Width(index))
		r = l.B.Mux(l.B.Eq(l.B.Resize(in.B, width), l.B.Resize(index, width)), in.C, r)
	}
	return r
}

// MaxSingly bounds the cells of a memory that are read and written one by one.
const MaxSingly = 64

// JoinCells is a part of a memory of so many cells, each read by itself, with zeros behind them.
func (l *Lowering) JoinCells(part, depth uint64, width, lane int) word.ID {
	var join func(from, to int) word.ID
	join = func(from, to int) word.ID {
		switch {
		case from >= int(depth):
			return l.B.Uint(0, (to-from)*lane)
		case to == from+1:
			return l.B.ZExt(l.B.MemRead(part, width, l.B.Uint(uint64(from), 32)), lane)
		}
		half := (from + to) / 2
		low := join(from, half)
		return l.B.Concat(join(half, to), low)
	}
	return join(0, elementsFor(int(depth), lane))
}

// FillsWords reports that the cells of a memory fill words of 64 bits, more than one, so that it can be one value.
func FillsWords(f *domain.MemoryField, lane int) bool {
	size := f.Depth * uint64(lane)
	return size%64 == 0 && size > 64
}

const (
	// minPacked is from how many items on, that may be the one that changes, it is worth it.
	minPacked = 8
	// WidestPacked bounds such a value, in bits.
	WidestPacked = 1 << 15
)
