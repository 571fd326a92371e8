package lower

import (
	"cmp"
	"math/bits"
	"slices"

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
func (l *lowering) gather(items []word.ID, lane int) (word.ID, bool) {
	l.spend(1 + len(items)/4)
	return l.gatherWithin(items, lane, maxGathered)
}

func (l *lowering) gatherWithin(items []word.ID, lane, depth int) (word.ID, bool) {
	size := elementsFor(len(items), lane) * lane
	cores := make([]word.ID, len(items))
	for k, id := range items {
		if op := &l.b.Ops[id]; op.Kind == word.ZExt {
			id = op.A
		}
		cores[k] = id
	}
	if l.b.Ops[cores[0]].Kind == word.MemRead {
		return l.gatherMemory(cores, l.b.Ops[cores[0]].Imm, lane, size)
	}
	if cond, _, _, ok := l.chosen(cores[0]); ok && l.sameChoice(cores, cond) {
		yes, no := make([]word.ID, len(cores)), make([]word.ID, len(cores))
		for k, id := range cores {
			_, yes[k], no[k], _ = l.chosen(id)
		}
		if depth == 0 {
			return word.None, false
		}
		l.spend(1 + len(items)/8)
		x, ok := l.gatherWithin(yes, lane, depth-1)
		if !ok {
			return word.None, false
		}
		y, ok := l.gatherWithin(no, lane, depth-1)
		if !ok || !l.b.Joins(x, y) {
			return word.None, false
		}
		return l.b.Mux(cond, x, y), true
	}

	if array, ok := l.gatherChange(cores, lane, depth); ok {
		return array, true
	}

	// A change that cannot be to an item is not seen there, so the last one that is seen anywhere counts.
	last := word.None
	for _, id := range cores {
		if op := &l.b.Ops[id]; op.Kind == word.Slice && l.b.Width(op.A) == size {
			last = max(last, op.A)
		}
	}
	if last == word.None {
		return word.None, false
	}
	minWidth := lane
	for k, id := range cores {
		w := l.b.Width(id)
		if w > lane || l.b.Slice(last, k*lane, w) != id {
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
func (l *lowering) chosen(id word.ID) (cond, a, b word.ID, ok bool) {
	op := l.b.Ops[id]
	if op.Kind == word.Slice && op.Imm == 0 {
		if of := l.b.Ops[op.A]; of.Kind == word.Mux {
			w := int(op.Width)
			return of.A, l.b.Slice(of.B, 0, w), l.b.Slice(of.C, 0, w), true
		}
	}
	return op.A, op.B, op.C, op.Kind == word.Mux
}

// sameChoice reports that items are choices by one condition.
func (l *lowering) sameChoice(items []word.ID, cond word.ID) bool {
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
func (l *lowering) gatherChange(items []word.ID, lane, depth int) (word.ID, bool) {
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
		case bits.Len(uint(k)) > l.b.KnownBits(c.index): // it cannot be this one
			before[k] = id
		default:
			return word.None, false
		}
	}
	l.spend(1 + len(items)/8)
	array, ok := l.gatherWithin(before, lane, depth-1)
	if !ok || l.b.Width(c.value) > lane {
		return word.None, false
	}
	elements := l.b.Width(array) / lane
	width := max(l.b.Width(c.index), bits.Len(uint(elements)))
	index := l.b.Mux(c.when, l.b.Resize(c.index, width), l.b.Uint(uint64(elements), width))
	return l.b.Insert(array, index, l.b.ZExt(c.value, lane)), true
}

// changeOf takes the last change of an index that depends on values from item k.
func (l *lowering) changeOf(id word.ID, k int) (c change, rest word.ID, ok bool) {
	if cond, a, b, ok := l.chosen(id); ok {
		index, when, ok := l.comparedWith(cond, k)
		return change{index, when, a}, b, ok
	}
	op := l.b.Ops[id]
	if op.Width != 1 || op.Kind != word.Or && op.Kind != word.And {
		return change{}, word.None, false
	}
	for _, side := range [2][2]word.ID{{op.A, op.B}, {op.B, op.A}} { // of a bit, a choice with a constant is no choice any more
		cond, rest := side[0], side[1]
		if op.Kind == word.And {
			cond = l.b.Not(cond)
		}
		if index, when, ok := l.comparedWith(cond, k); ok {
			return change{index, when, l.b.Uint(oneIf(op.Kind == word.Or), 1)}, rest, true
		}
	}
	return change{}, word.None, false
}

// comparedWith is the index that a condition compares with a number, and the other part of the condition.
func (l *lowering) comparedWith(cond word.ID, k int) (index, when word.ID, ok bool) {
	op := l.b.Ops[cond]
	switch op.Kind {
	case word.Eq:
		at, known := l.b.ConstValue(op.B)
		return op.A, l.b.Uint(1, 1), known && at.Len() <= 32 && at.Lo == uint64(k)
	case word.And:
		if index, when, ok = l.comparedWith(op.A, k); ok {
			return index, l.b.And(when, op.B), true
		}
		if index, when, ok = l.comparedWith(op.B, k); ok {
			return index, l.b.And(when, op.A), true
		}
	}
	return word.None, word.None, false
}

// gatherMemory is a memory as one value, when the items are its cells.
func (l *lowering) gatherMemory(items []word.ID, part uint64, lane, size int) (word.ID, bool) {
	f := l.memories[part/MemoryParts]
	width := l.b.Width(items[0])
	if f.depth != uint64(len(items)) || word.CellLane(width) != lane {
		return word.None, false
	}
	n := len(items) * lane
	if n > widestPacked || !fillsWords(f, lane) && len(items) > maxSingly {
		return word.None, false
	}
	for k, id := range items {
		op := &l.b.Ops[id]
		if op.Kind != word.MemRead || op.Imm != part {
			return word.None, false
		}
		if at, known := l.b.ConstValue(op.A); !known || at.Len() > 32 || at.Lo != uint64(k) {
			return word.None, false
		}
	}
	array := word.None
	if fillsWords(f, lane) {
		array = l.b.Resize(l.b.MemAll(part, len(items), width), size)
	} else {
		array = l.joinCells(part, f.depth, width, lane)
	}
	if l.images == nil {
		l.images = map[word.ID]uint64{}
	}
	l.images[array] = part
	return array, true
}

// laneBits bounds the bits that can be 1 in an element.
func (l *lowering) laneBits(array word.ID, lane int) int {
	bits := 0
	for range maxPeeled {
		if part, all := l.images[array]; all {
			return max(bits, l.memories[part/MemoryParts].partWidth(int(part%MemoryParts)))
		}
		op := l.b.Ops[array]
		if op.Kind != word.Insert || int(op.Imm) != lane {
			break
		}
		bits = max(bits, l.b.KnownBits(op.C))
		array = op.A
	}
	return lane
}

// rewritten gives the writes that make a memory what the writes to all its cells make it, when these are no more than a
// few changes.
func (l *lowering) rewritten(field int, o *object) ([]write, bool) {
	f := l.memories[field]
	if len(o.writes) > 0 || len(o.cells) < minPacked || uint64(len(o.cells)) != f.depth || f.has || f.width > 64 || f.width == 32 && f.view == WithSign {
		return nil, false
	}
	cells := slices.Clone(o.cells)
	if !slices.ContainsFunc(cells, func(w write) bool { return !l.isOwn(field, w) }) {
		return nil, true
	}
	slices.SortFunc(cells, func(a, b write) int {
		return cmp.Compare(l.b.Value(&l.b.Ops[a.address]).Lo, l.b.Value(&l.b.Ops[b.address]).Lo)
	})
	lane := word.CellLane(f.width)
	items := make([]word.ID, len(cells))
	for k, w := range cells {
		if at, known := l.b.ConstValue(w.address); !known || at.Len() > 32 || at.Lo != uint64(k) || w.enable != cells[0].enable {
			return nil, false
		}
		items[k] = w.data
	}
	array, ok := l.gather(items, lane)
	if !ok {
		return nil, false
	}
	p := peeling{l: l, field: field, lane: lane}
	if !p.peel(array, cells[0].enable) || len(p.writes) > len(cells)/2 {
		return nil, false
	}
	return p.writes, true
}

// isOwn reports that a write gives a cell what is in it.
func (l *lowering) isOwn(field int, w write) bool {
	op := l.b.Ops[w.data]
	return op.Kind == word.MemRead && op.Imm == uint64(field*MemoryParts+MemoryData) && op.A == w.address
}

// peeling collects the changes that lead from a memory to a value.
type peeling struct {
	l           *lowering
	field, lane int
	writes      []write
}

// peel adds the changes that lead to a value, in their order, as writes under a condition.
func (p *peeling) peel(array, enable word.ID) bool {
	l := p.l
	l.spend(1)
	if part, all := l.images[array]; all {
		return part == uint64(p.field*MemoryParts+MemoryData)
	}
	switch op := l.b.Ops[array]; op.Kind {
	case word.Mux:
		return p.peel(op.B, l.b.And(enable, op.A)) && p.peel(op.C, l.b.And(enable, l.b.Not(op.A)))
	case word.Insert:
		if int(op.Imm) != p.lane || !p.peel(op.A, enable) || len(p.writes) == maxPeeled {
			return false
		}
		f := l.memories[p.field]
		at, enable := l.somewhere(op.B, enable, f.depth)
		if !l.isFalse(enable) {
			p.writes = append(p.writes, write{enable: enable, address: at, data: l.b.Resize(op.C, f.width), sign: l.b.Uint(0, 1), has: l.b.Uint(1, 1)})
		}
		return true
	}
	return false
}

// somewhere is an index without the choice of a place beyond the end, and the condition under which it is one of so
// many cells.
func (l *lowering) somewhere(index, enable word.ID, depth uint64) (at, when word.ID) {
	beyond := func(id word.ID) bool {
		k, known := l.b.ConstValue(id)
		return known && (k.Len() > 32 || k.Lo >= depth)
	}
	for op := l.b.Ops[index]; op.Kind == word.Mux; op = l.b.Ops[index] {
		if beyond(op.C) {
			index, enable = op.B, l.b.And(enable, op.A)
		} else if beyond(op.B) {
			index, enable = op.C, l.b.And(enable, l.b.Not(op.A))
		} else {
			break
		}
	}
	return index, l.below(index, enable, depth)
}

// below is a condition and that an index is below a bound.
func (l *lowering) below(index, enable word.ID, depth uint64) word.ID {
	if l.b.KnownBits(index) < bits.Len64(depth) {
		return enable
	}
	return l.b.And(enable, l.b.Compare(word.ULt, index, l.b.Uint(depth, l.b.Width(index))))
}

// elementAt is an element of a value. Of a memory after few changes it is a cell, or what has been put there.
func (l *lowering) elementAt(array, index word.ID, lane int) word.ID {
	size := l.b.Width(array)
	inside := l.b.KnownBits(index) < bits.Len(uint(size/lane)) // else nothing is changed, and 0 is read
	var changes []word.ID
	x := array
	part, all := l.images[x]
	for ; !all; part, all = l.images[x] {
		op := l.b.Ops[x]
		if op.Kind != word.Insert || int(op.Imm) != lane || len(changes) == maxCrossed {
			return l.b.Extract(array, index, lane)
		}
		changes = append(changes, x)
		x = op.A
	}
	width := l.memories[part/MemoryParts].partWidth(int(part % MemoryParts))
	if !inside || word.CellLane(width) != lane {
		return l.b.Extract(array, index, lane)
	}
	r := l.b.ZExt(l.b.MemRead(part, width, l.b.Resize(index, 32)), lane)
	for _, id := range slices.Backward(changes) {
		in := l.b.Ops[id]
		width := max(l.b.Width(in.B), l.b.Width(index))
		r = l.b.Mux(l.b.Eq(l.b.Resize(in.B, width), l.b.Resize(index, width)), in.C, r)
	}
	return r
}
