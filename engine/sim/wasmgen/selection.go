package wasmgen

import (
	"encoding/binary"
	"slices"

	"simten.dev/engine/sim/wasmgen/encode"
	"simten.dev/engine/word"
)

// Where multiplexers choose among many values by one index, as those of a crossbar, of a register file or of words[i]
// do, the values are stored in a row in memory and the index reads one of them. Outputs that choose among the same
// values share the row, so each costs a load instead of one multiplexer for each value.

// selection is a multiplexer that, with those below it, chooses an entry of a row.
type selection struct {
	by  subject
	row int32 // index into plan.rows; an index beyond its end reads the last entry
}

// row is the values that selections choose from, by index.
type row struct {
	values  []word.ID
	width   int
	gain    int    // operations that selections from it spare
	offset  uint32 // in memory; 0 until something asks for it
	bank    bool   // the values are registers that lie in a row themselves, at this offset in their bank; width is theirs
	inPlace bool   // they have one place, in bank A
}

const (
	// selectionGain is how many operations the selections from a row must spare; a store counts two, as a multiplexer with
	// its condition does.
	selectionGain = 4
	// readCost is what a selection costs besides the stores.
	readCost = 4
	// selectionNodes bounds the multiplexers of one selection.
	selectionNodes = 128
)

// subject is what conditions are about: some bits of a value, or all of a value wider than an index can be.
type subject struct {
	base       word.ID
	low, width int
	wide       bool
}

// subjectBits bounds the width of an index.
const subjectBits = 6

// subjectOf is a value as a subject; a slice is bits of what it is taken from.
func (p *plan) subjectOf(id word.ID) subject {
	op := &p.m.Ops[id]
	if op.Width > 64 {
		return subject{base: word.None}
	}
	if op.Kind == word.Slice && op.Width <= subjectBits && p.m.Ops[op.A].Width <= 64 {
		return subject{base: op.A, low: int(op.Imm), width: int(op.Width)}
	}
	s := subject{base: id, width: int(op.Bits)}
	s.wide = s.width > subjectBits
	return s
}

// about is the subject of a condition, and the value that is compared; base is None when there is none.
func (p *plan) about(cond word.ID) subject {
	none := subject{base: word.None}
	op := &p.m.Ops[cond]
	switch op.Kind {
	case word.Not:
		return p.about(op.A)
	case word.Eq, word.Ne, word.ULt, word.ULe:
		switch {
		case p.m.Ops[op.B].Kind == word.Const:
			return p.subjectOf(op.A)
		case p.m.Ops[op.A].Kind == word.Const:
			return p.subjectOf(op.B)
		}
		return none
	case word.Slice:
		if set := &p.m.Ops[op.A]; set.Kind == word.LShr && op.Imm == 0 && p.m.Ops[set.A].Kind == word.Const && set.Width <= 64 {
			return p.subjectOf(set.B)
		}
		return p.subjectOf(cond)
	}
	return none
}

// with is the subject that holds both; base is None when none does.
func (s subject) with(t subject) subject {
	if s == t {
		return s
	}
	low := min(s.low, t.low)
	width := max(s.low+s.width, t.low+t.width) - low
	if s.base != t.base || s.wide || t.wide || width > subjectBits {
		return subject{base: word.None}
	}
	return subject{base: s.base, low: low, width: width}
}

// holdsFor are the indices below 64 for which a condition holds, and whether it does for greater ones.
func (p *plan) holdsFor(cond word.ID, s subject) (mask uint64, beyond bool) {
	op := &p.m.Ops[cond]
	if op.Kind == word.Not {
		mask, beyond = p.holdsFor(op.A, s)
		return ^mask, !beyond
	}
	part := p.about(cond)
	limit := ^uint64(0)
	if !part.wide {
		limit = 1<<part.width - 1
	}
	is := func(v uint64) bool {
		switch op.Kind {
		case word.Slice:
			set := &p.m.Ops[op.A]
			if set.Kind != word.LShr || p.m.Ops[set.A].Kind != word.Const {
				return v&1 != 0
			}
			return v < 64 && p.m.Ops[set.A].Imm>>v&1 != 0
		case word.Eq, word.Ne:
			c := op.B
			if p.m.Ops[c].Kind != word.Const {
				c = op.A
			}
			return (v == p.m.Ops[c].Imm) == (op.Kind == word.Eq)
		}
		x, y := v, v
		if p.m.Ops[op.B].Kind == word.Const {
			y = p.m.Ops[op.B].Imm
		} else {
			x = p.m.Ops[op.A].Imm
		}
		return x < y || op.Kind == word.ULe && x == y
	}
	for v := range uint64(64) {
		if is(v >> uint(part.low-s.low) & limit) {
			mask |= 1 << v
		}
	}
	return mask, part.wide && is(^uint64(0))
}

// small reports whether the constant of a condition on a wide subject is an index: the condition is the same for all
// greater values.
func (p *plan) small(cond word.ID) bool {
	op := &p.m.Ops[cond]
	switch op.Kind {
	case word.Not:
		return p.small(op.A)
	case word.Eq, word.Ne, word.ULt, word.ULe:
		c := &p.m.Ops[op.B]
		if c.Kind != word.Const {
			c = &p.m.Ops[op.A]
		}
		return c.Imm < 63
	}
	return true
}

// chooser is a multiplexer of this phase that may be a part of a selection.
func (p *plan) chooser(id word.ID) bool {
	op := &p.m.Ops[id]
	return op.Kind == word.Mux && op.Width <= 64 && p.loopOf[id] < 0 && p.computed(id)
}

// selector finds the selections of a phase.
type selector struct {
	plan   *plan
	layout *layout
	byKey  map[string]int32 // rows by their values
	final  bool             // rows are known, and what each of them spares

	needed []bool
	found  map[word.ID]*selection
}

// findSelections finds the selections of the phase, and what nobody needs with them. The savings of a row are known
// when all selections from it are, so all are looked for twice.
func (p *plan) findSelections(l *layout) {
	if p.sweeps != nil || p.phase == prepare || p.tune.noSelections || !p.nested() {
		return
	}
	s := &selector{plan: p, layout: l, byKey: map[string]int32{}, needed: make([]bool, len(p.m.Ops))}
	s.search(l)
	if len(s.found) == 0 {
		return
	}
	s.final = true
	clear(s.needed)
	s.search(l)
	if len(s.found) == 0 {
		return
	}
	p.selections, p.absorbed = s.found, s.needed
	for id := range p.absorbed {
		p.absorbed[id] = !s.needed[id]
	}
}

// search goes from the users to what they use.
func (s *selector) search(l *layout) {
	p := s.plan
	s.found = map[word.ID]*selection{}
	need := func(id word.ID) { s.needed[id] = true }
	p.roots(l, need)
	for id := range p.m.Ops {
		if p.member(word.ID(id)) && (p.m.Ops[id].Kind == word.Call || p.loopOf[id] >= 0) {
			need(word.ID(id))
		}
	}
	for _, v := range p.m.Vars {
		need(v.Next)
	}
	var operands []word.ID
	for id := word.ID(len(p.m.Ops) - 1); id >= 0; id-- {
		p.tune.pause.MaybeYield(int(id))
		if !s.needed[id] || !p.computed(id) {
			continue
		}
		if p.chooser(id) {
			if x := s.selectionAt(id); x != nil {
				s.found[id] = x
				need(x.by.base)
				for _, v := range p.rows[x.row].stored() {
					need(v)
				}
				continue
			}
		}
		operands = p.operands(id, operands[:0])
		for _, o := range operands {
			need(o)
		}
	}
}

// nested reports whether there are multiplexers in multiplexers at all.
func (p *plan) nested() bool {
	for id := range p.m.Ops {
		if op := &p.m.Ops[id]; op.Kind == word.Mux && p.chooser(word.ID(id)) {
			for _, side := range [2]word.ID{op.B, op.C} {
				if in := &p.m.Ops[side]; in.Kind == word.Mux && (p.m.Ops[in.B].Kind == word.Mux || p.m.Ops[in.C].Kind == word.Mux) {
					return true
				}
			}
		}
	}
	return false
}

// selectionAt makes a selection of a multiplexer and those below it, when that is worth it.
func (s *selector) selectionAt(root word.ID) *selection {
	p := s.plan
	by := p.about(p.m.Ops[root].A)
	if by.base == word.None {
		return nil
	}
	// The index is all bits that the conditions are about, as far as they are bits of one value.
	nodes := 0
	var widen func(id word.ID)
	widen = func(id word.ID) {
		if nodes++; nodes > selectionNodes {
			return
		}
		for _, side := range [2]word.ID{p.m.Ops[id].B, p.m.Ops[id].C} {
			if !p.chooser(side) {
				continue
			}
			if u := by.with(p.about(p.m.Ops[side].A)); u.base != word.None {
				by = u
				widen(side)
			}
		}
	}
	widen(root)
	if nodes > selectionNodes {
		return nil
	}
	indices := 64
	if !by.wide {
		indices = 1 << by.width
	}
	var leaf [64]word.ID
	beyond := word.None
	var choices []word.ID
	var walk func(id word.ID, mask uint64, far bool)
	walk = func(id word.ID, mask uint64, far bool) {
		if mask == 0 && !far {
			return
		}
		op := &p.m.Ops[id]
		if p.chooser(id) && by.with(p.about(op.A)) == by && (!by.wide || p.small(op.A)) {
			if !slices.Contains(choices, id) {
				choices = append(choices, id)
			}
			holds, afar := p.holdsFor(op.A, by)
			walk(op.B, mask&holds, far && afar)
			walk(op.C, mask&^holds, far && !afar)
			return
		}
		for v := range indices {
			if mask>>v&1 != 0 {
				leaf[v] = id
			}
		}
		if far {
			beyond = id
		}
	}
	walk(root, ^uint64(0)>>(64-indices), by.wide)
	values := leaf[:indices]
	if by.wide {
		n := indices
		for n > 1 && leaf[n-1] == beyond {
			n--
		}
		if n == indices {
			return nil
		}
		values = append(values[:n:n], beyond)
	} else if by.width > 0 {
		n := indices
		for n > 1 && leaf[n-2] == leaf[n-1] {
			n--
		}
		if indices-n > 2 { // a comparison is cheaper than so many stores
			values = leaf[:n]
		}
	}
	bank, offset, width := s.inBank(values)
	stores := 0
	for _, v := range values {
		if bank {
			break
		}
		switch p.m.Ops[v].Kind {
		case word.Const:
		case word.UDiv, word.URem, word.SDiv, word.SRem:
			return nil // what is dear should be computed only when it is chosen
		default:
			stores++
		}
	}
	key := make([]byte, 1, 1+4*len(values))
	key[0] = byte(p.m.Ops[root].Width)
	for _, v := range values {
		key = binary.LittleEndian.AppendUint32(key, uint32(v))
	}
	at, there := s.byKey[string(key)]
	if !there {
		if s.final {
			return nil
		}
		at = int32(len(p.rows))
		s.byKey[string(key)] = at
		r := row{values: slices.Clone(values), width: int(p.m.Ops[root].Width), gain: -2 * stores}
		if bank {
			r.bank, r.offset, r.width = true, offset, width
		}
		p.rows = append(p.rows, r)
	}
	r := &p.rows[at]
	if !s.final {
		r.gain += 2*len(choices) - readCost
	}
	if s.final && r.gain < selectionGain || 2*len(choices) < readCost {
		return nil
	}
	return &selection{by: by, row: at}
}

// stored are the values that must be stored for a row.
func (r *row) stored() []word.ID {
	if r.bank {
		return nil
	}
	return r.values
}

// inBank reports whether values are registers of one width, in the order in which they lie in memory.
func (s *selector) inBank(values []word.ID) (ok bool, offset uint32, width int) {
	m := s.plan.m
	if registersFit(m, s.plan.tune) {
		return false, 0, 0
	}
	for i, v := range values {
		op := &m.Ops[v]
		if op.Kind == word.ZExt {
			op = &m.Ops[op.A]
		}
		if op.Kind != word.Reg || op.Width > 64 {
			return false, 0, 0
		}
		at := s.layout.registers[op.Imm]
		if i == 0 {
			offset, width = at.offset, int(op.Width)
		}
		if int(op.Width) != width || at.offset != offset+uint32(i)*cellSize(width) {
			return false, 0, 0
		}
	}
	return true, offset, width
}

// place gives a row its memory; entries that are constants stand there from the beginning.
func (r *row) place(g *generator) {
	if r.offset != 0 {
		return
	}
	size := cellSize(r.width)
	a := arena{g.layout.end}
	r.offset = a.block(size*uint32(len(r.values)), 64)
	g.layout.end = a.next
	bytes := make([]byte, size*uint32(len(r.values)))
	for i, v := range r.values {
		if op := &g.m.Ops[v]; op.Kind == word.Const {
			putValue(bytes[size*uint32(i):], placeFor(r.width), g.m.Value(op))
		}
	}
	if slices.ContainsFunc(bytes, func(b byte) bool { return b != 0 }) {
		g.module.Data(r.offset, bytes)
	}
}

// selection generates the choice of an entry. The row is stored unless that was done on the way here.
func (f *function) selection(x *selection, t encode.ValueType) {
	r := &f.p.rows[x.row]
	if !r.bank {
		r.place(f.g)
		f.storeRow(x.row, t)
	}
	n := typeOf(f.op(x.by.base))
	f.push(x.by.base)
	if !x.by.wide {
		f.subject(x.by)
		n = encode.I32
	}
	if last := uint64(len(r.values) - 1); x.by.wide || last < 1<<x.by.width-1 {
		index := f.stash(n)
		f.constant(n, last)
		f.c.LocalGet(index)
		f.constant(n, last)
		f.c.Op(pick(n, encode.I32LtU, encode.I64LtU), encode.Select)
		f.give(n, index)
	}
	f.convert(n, encode.I32)
	f.scale(cellSize(r.width))
	if !r.bank {
		f.c.Memory(loadOp(placeFor(r.width), t), r.offset)
		return
	}
	if offset := r.offset; r.inPlace {
		f.c.Memory(loadOp(placeFor(r.width), t), offset+f.g.layout.bankA)
	} else {
		f.c.LocalGet(f.cur)
		f.c.Op(encode.I32Add)
		f.c.Memory(loadOp(placeFor(r.width), t), offset)
	}
	if r.width <= 32 {
		f.convert(encode.I32, t)
	}
}

// storeRow generates the stores of a row.
func (f *function) storeRow(index int32, t encode.ValueType) {
	r := &f.p.rows[index]
	if f.rows == nil {
		f.rows = make([]bool, len(f.p.rows))
	}
	if f.rows[index] {
		for _, v := range r.values {
			f.drop(v)
		}
		return
	}
	cell := placeFor(r.width)
	for i, v := range slices.Backward(r.values) { // the highest first: a compiler that checks bounds in code does so once then
		if f.op(v).Kind == word.Const {
			continue
		}
		f.c.LocalGet(f.zero)
		f.push(v)
		cell.offset = r.offset + uint32(i)*uint32(cell.size)
		f.store(cell, t)
	}
	f.rows[index] = true
	f.stored = append(f.stored, index)
}

// drop is a use of a value for which nothing is generated.
func (f *function) drop(id word.ID) {
	f.left[id]--
	if l := f.local[id]; l != 0 && f.left[id] == 0 && !f.inLoop {
		f.local[id] = 0
		f.give(typeOf(f.op(id)), uint32(l-1))
	}
}
