package word

import "maps"

// The range of a value may follow from the conditions under which it is chosen: a count that is one more where
// something comes in, which it does only while there is room, and one less where something goes out, which it does only
// while there is something. So the value is looked at for each outcome of these conditions, with what each of them says
// of what it compares.

// Range is the numbers from Lo to Hi.
type Range struct{ Lo, Hi int64 }

// Holds reports whether all numbers of x are in r.
func (r Range) Holds(x Range) bool { return r.Lo <= x.Lo && x.Hi <= r.Hi }

// Union is the smallest range with the numbers of both.
func (r Range) Union(x Range) Range { return Range{min(r.Lo, x.Lo), max(r.Hi, x.Hi)} }

// Bounds of the search: outcomes that are looked at, and operations for each of them.
const (
	maxOutcomes = 64
	fewOutcomes = 8 // where many values are looked at
	maxBounded  = 200
	maxBits     = 48 // of numbers that are calculated with
	endless     = 1 << 60
)

// outcome is what is known where some conditions have been decided.
type outcome struct {
	g      *Graph
	values map[ID]Range
	truths map[ID]bool
	left   *int // outcomes that may still be looked at
	seen   int  // operations
	never  bool // the conditions contradict each other
}

// Bounds finds numbers such that the value of an operation of at most 64 bits always is one of them, modulo 2 to the
// power of its width; false when that would take too long. Of some values it is told what they are, as unsigned
// numbers.
func (g *Graph) Bounds(id ID, known map[ID]Range) (Range, bool) {
	return g.outcome(known).of(id, maxOutcomes)
}

// Where finds the same where a condition holds, or does not. It gives nil when that says nothing of any number.
func (g *Graph) Where(condition ID, holds bool, known map[ID]Range) func(id ID) (Range, bool) {
	o := g.outcome(known)
	o.assume(condition, holds)
	if o.never || maps.Equal(o.values, known) {
		return nil
	}
	return func(id ID) (Range, bool) { return o.of(id, fewOutcomes) }
}

func (g *Graph) outcome(known map[ID]Range) *outcome {
	o := &outcome{g: g, values: maps.Clone(known), truths: map[ID]bool{}}
	if o.values == nil {
		o.values = map[ID]Range{}
	}
	return o
}

func (o *outcome) of(id ID, outcomes int) (Range, bool) {
	o.left = &outcomes
	b, ok := o.bounds(id)
	return b, ok && isBounded(b)
}

// isBounded tells numbers that can be calculated with from those that may be anything.
func isBounded(b Range) bool { return b.Lo >= -1<<maxBits && b.Hi <= 1<<maxBits }

func (o *outcome) bounds(id ID) (Range, bool) {
	if *o.left--; *o.left < 0 {
		return Range{}, false
	}
	o.seen = 0
	condition, ok := o.undecided(id)
	switch {
	case !ok:
		return Range{}, false
	case condition == None:
		o.seen = 0
		return o.number(id), true
	}
	var all Range
	found := false
	for _, truth := range [2]bool{true, false} {
		in := &outcome{g: o.g, values: maps.Clone(o.values), truths: maps.Clone(o.truths), left: o.left}
		if in.assume(condition, truth); in.never {
			continue
		}
		b, ok := in.bounds(id)
		if !ok {
			return Range{}, false
		}
		if found {
			b = b.Union(all)
		}
		all, found = b, true
	}
	return all, found
}

// undecided finds a condition that a value depends on and that has not been decided: None when there is none, false
// when it cannot be told.
func (o *outcome) undecided(id ID) (condition ID, ok bool) {
	if o.seen++; o.seen > maxBounded {
		return None, false
	}
	op := &o.g.Ops[id]
	switch op.Kind {
	case Mux:
		truth, known := o.truth(op.A)
		if !known {
			return op.A, true
		}
		if truth {
			return o.undecided(op.B)
		}
		return o.undecided(op.C)
	case ZExt, SExt, Slice:
		if o.g.Ops[op.A].Width == 1 && op.Kind == ZExt {
			if _, known := o.truth(op.A); !known {
				return op.A, true
			}
			return None, true
		}
		return o.undecided(op.A)
	case Add, Sub:
		if condition, ok = o.undecided(op.A); !ok || condition != None {
			return condition, ok
		}
		return o.undecided(op.B)
	}
	return None, true
}

// truth is whether a condition holds, if that has been decided.
func (o *outcome) truth(id ID) (truth, known bool) {
	op := &o.g.Ops[id]
	switch op.Kind {
	case Const:
		return op.Imm != 0, true
	case Not:
		truth, known = o.truth(op.A)
		return !truth, known
	}
	truth, known = o.truths[id]
	return truth, known
}

// assume decides a condition.
func (o *outcome) assume(id ID, truth bool) {
	if t, known := o.truth(id); known {
		o.never = o.never || t != truth
		return
	}
	o.truths[id] = truth
	op := &o.g.Ops[id]
	switch op.Kind {
	case Not:
		o.assume(op.A, !truth)
	case And, Or:
		if truth == (op.Kind == And) {
			o.assume(op.A, truth)
			o.assume(op.B, truth)
		}
	case ULt, ULe:
		strict := int64(0)
		if op.Kind == ULt {
			strict = 1
		}
		a, b := o.unsigned(op.A), o.unsigned(op.B)
		if truth {
			o.narrow(op.A, Range{a.Lo, b.Hi - strict})
			o.narrow(op.B, Range{a.Lo + strict, b.Hi})
		} else { // b < a, or b <= a
			o.narrow(op.A, Range{b.Lo + 1 - strict, a.Hi})
			o.narrow(op.B, Range{b.Lo, a.Hi - 1 + strict})
		}
	case Eq, Ne:
		if truth == (op.Kind == Eq) {
			o.narrow(op.A, o.unsigned(op.B))
			o.narrow(op.B, o.unsigned(op.A))
			return
		}
		o.differs(op.A, o.unsigned(op.B))
		o.differs(op.B, o.unsigned(op.A))
	case RedOr:
		if truth {
			o.differs(op.A, Range{})
		} else {
			o.narrow(op.A, Range{})
		}
	case Slice: // a bit
		if truth {
			o.narrow(id, Range{1, 1})
		} else {
			o.narrow(id, Range{})
		}
	}
}

// narrow says that a value, unsigned, is one of some numbers.
func (o *outcome) narrow(id ID, to Range) {
	now := o.unsigned(id)
	to = Range{max(now.Lo, to.Lo), min(now.Hi, to.Hi)}
	if to.Lo > to.Hi {
		o.never = true
		return
	}
	o.values[id] = to
	op := &o.g.Ops[id]
	switch {
	case op.Kind == ZExt:
		o.narrow(op.A, to)
	case op.Kind == Slice && op.Imm < maxBits && o.g.Ops[op.A].Bits <= op.Width+int32(op.Imm) && o.g.Ops[op.A].Bits <= maxBits: // all of it, without the lowest bits
		o.narrow(op.A, Range{to.Lo << op.Imm, to.Hi<<op.Imm | (1<<op.Imm - 1)})
	}
}

// differs says that a value is not a number, when that is one.
func (o *outcome) differs(id ID, from Range) {
	if from.Lo != from.Hi {
		return
	}
	now := o.unsigned(id)
	if now.Lo == from.Lo {
		now.Lo++
	}
	if now.Hi == from.Lo {
		now.Hi--
	}
	o.narrow(id, now)
}

// unsigned is the numbers that a value can be, unsigned.
func (o *outcome) unsigned(id ID) Range {
	if b, ok := o.values[id]; ok {
		return b
	}
	op := &o.g.Ops[id]
	all := Range{0, endless}
	switch {
	case op.Bits > maxBits:
	case op.Kind == Const && op.Width <= 64:
		return Range{int64(op.Imm), int64(op.Imm)}
	default:
		all.Hi = 1<<op.Bits - 1
	}
	if op.Kind == ZExt {
		if b := o.unsigned(op.A); b.Hi < all.Hi {
			all = b
		}
	}
	return all
}

// number is the numbers that a value is one of, modulo 2 to the power of its width, when the conditions have been
// decided.
func (o *outcome) number(id ID) Range {
	op := &o.g.Ops[id]
	all := o.unsigned(id)
	if o.seen++; o.seen > maxBounded {
		return all
	}
	within := func(b Range) Range {
		if !isBounded(b) || all.Hi-all.Lo < b.Hi-b.Lo {
			return all
		}
		return b
	}
	switch op.Kind {
	case Const:
		if w := op.Width; w <= maxBits && op.Imm>>(w-1) != 0 {
			return Range{int64(op.Imm) - 1<<w, int64(op.Imm) - 1<<w} // what is added is taken away, mostly
		}
	case Mux:
		if truth, _ := o.truth(op.A); truth {
			return within(o.number(op.B))
		}
		return within(o.number(op.C))
	case Add:
		a, b := o.number(op.A), o.number(op.B)
		return within(Range{a.Lo + b.Lo, a.Hi + b.Hi})
	case Sub:
		a, b := o.number(op.A), o.number(op.B)
		return within(Range{a.Lo - b.Hi, a.Hi - b.Lo})
	case ZExt:
		if o.g.Ops[op.A].Width == 1 {
			if truth, known := o.truth(op.A); known {
				n := int64(bit(truth))
				return Range{n, n}
			}
		}
		if b := o.number(op.A); b.Lo >= 0 && b.Hi <= 1<<min(o.g.Ops[op.A].Width, maxBits)-1 {
			return b
		}
	case SExt:
		half := int64(1) << min(o.g.Ops[op.A].Width-1, maxBits)
		if b := o.number(op.A); b.Lo >= -half && b.Hi < half {
			return b
		}
		return Range{-half, half - 1}
	case Slice:
		if op.Imm == 0 {
			return within(o.number(op.A))
		}
	}
	return all
}
