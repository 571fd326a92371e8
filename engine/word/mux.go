package word

import "slices"

func (b *Builder) simplifyMux(op *Op) (ID, bool) {
	if id, ok := b.choiceRules(op); ok {
		return id, true
	}
	if b.begunWith(op.B, op.C, op.A, true) {
		return op.B, true
	}
	if b.begunWith(op.C, op.B, op.A, false) {
		return op.C, true
	}
	if op.Kind == FMux {
		return None, false
	}
	if id, ok := b.muxRules(op); ok {
		return id, true
	}
	if id, ok := b.joinInserts(op); ok {
		return id, true
	}
	if id, ok := b.addCondition(op); ok {
		return id, true
	}
	if id, ok := b.held(op); ok {
		return id, true
	}
	if id, ok := b.orOnes(op); ok {
		return id, true
	}
	if id, ok := b.flag(op); ok {
		return id, true
	}
	if id, ok := b.padTable(op); ok {
		return id, true
	}
	if id, ok := b.joinChoices(op); ok {
		return id, true
	}
	if id, ok := b.nestChoice(op); ok {
		return id, true
	}
	// a condition that was tested tells what the value is: (x == y ? y : x) is x
	if cond := b.Ops[op.A]; b.tested(&cond, op.B, op.C) {
		if cond.Kind == Eq {
			return op.C, true
		}
		return op.B, true
	}
	return None, false
}

// maxHeld bounds the choices that held looks through.
const maxHeld = 64

// held puts the constant in the place of a value that was compared with it, where that is left when none of some
// choices is taken: a state machine that stays in its state in all other cases.
func (b *Builder) held(op *Op) (ID, bool) {
	cond := b.Ops[op.A]
	side := op.B
	if cond.Kind == Ne {
		side = op.C
	}
	if cond.Kind != Eq && cond.Kind != Ne || b.Ops[side].Kind != Mux || !b.isConst(cond.B) || op.Width > 64 {
		return None, false
	}
	var choices []ID
	at := side
	for b.Ops[at].Kind == Mux && len(choices) < maxHeld {
		choices = append(choices, at)
		at = b.Ops[at].C
	}
	if b.narrow(at) != b.narrow(cond.A) {
		return None, false
	}
	c, _ := b.ConstValue(cond.B)
	v := b.Const(c, b.Width(at))
	for _, id := range slices.Backward(choices) {
		v = b.Mux(b.Ops[id].A, b.Ops[id].B, v)
	}
	if cond.Kind == Eq {
		return b.Mux(op.A, v, op.C), true
	}
	return b.Mux(op.A, op.B, v), true
}

// maxPadded bounds the tables that padTable makes, by the bits of their index.
const maxPadded = 12

// padTable puts what is taken outside of a table into the table: x < length ? table[x] : default. Beyond its end a
// table has 0.
func (b *Builder) padTable(op *Op) (ID, bool) {
	inner, other := op.B, op.C
	cond := b.Ops[op.A]
	inside, bound := cond.A, cond.B // x < n
	switch {
	case cond.Kind == ULe && b.isConst(cond.A): // n <= x
		inside, bound = cond.B, cond.A
		inner, other = op.C, op.B
	case cond.Kind != ULt:
		return None, false
	}
	value, known := b.ConstValue(other)
	n, bounded := b.ConstValue(bound)
	if !known || !bounded || n.Len() > 32 {
		return None, false
	}
	read := b.Ops[inner]
	for value.IsZero() && givesZero(read.Kind) {
		read = b.Ops[read.A]
	}
	if read.Kind != Table || b.narrow(read.A) != b.narrow(inside) {
		return None, false
	}
	table := b.Tables[read.Imm]
	if n.Lo != uint64(len(table.Data)) {
		return None, false
	}
	if value.IsZero() {
		return inner, true
	}
	if b.KnownBits(read.A) > maxPadded {
		return None, false
	}
	padded := LookupTable{Width: table.Width, Data: slices.Clone(table.Data)}
	for len(padded.Data) < 1<<b.KnownBits(read.A) {
		padded.Data = append(padded.Data, value)
	}
	return b.Lookup(b.Table(padded), read.A), true
}

// givesZero reports whether operations of a kind give 0 when their first operand is 0.
func givesZero(k Kind) bool {
	switch k {
	case Slice, ZExt, SExt, And, Shl, LShr, AShr, Mul:
		return true
	}
	return false
}

// narrow is what an operand was before zeros were put before it.
func (b *Builder) narrow(id ID) ID {
	if op := &b.Ops[id]; op.Kind == ZExt {
		return op.A
	}
	return id
}

// addCondition makes c ? x | 2^k : x, and the same with ^ and +, an operation on x and the condition: a loop that
// collects or counts bits is full of them.
func (b *Builder) addCondition(op *Op) (ID, bool) {
	inner := b.Ops[op.B]
	if inner.Kind != Or && inner.Kind != Xor && inner.Kind != Add || inner.A != op.C || op.Width > 64 {
		return None, false
	}
	c, ok := b.ConstValue(inner.B)
	if !ok || c.Lo&(c.Lo-1) != 0 {
		return None, false
	}
	w := int(op.Width)
	one := b.Binary(Shl, b.ZExt(op.A, w), b.Uint(uint64(c.Len()-1), 32))
	return b.binary(inner.Kind, w, op.C, one), true
}

// tested reports whether a condition compares x with y. When one of them is a constant, the other may have been
// extended with zeros since.
func (b *Builder) tested(cond *Op, x, y ID) bool {
	if cond.Kind != Eq && cond.Kind != Ne {
		return false
	}
	if cond.A == x && cond.B == y || cond.A == y && cond.B == x {
		return true
	}
	c, ok := b.ConstValue(cond.B)
	if !ok {
		return false
	}
	of := b.narrow(cond.A)
	for _, side := range [2][2]ID{{x, y}, {y, x}} {
		k, known := b.ConstValue(side[0])
		if known && k.Equal(c) && b.narrow(side[1]) == of {
			return true
		}
	}
	return false
}

// joinChoices makes p ? x : (q ? x : y) the choice (p | q) ? x : y where p | q is no more than p or q is: both are
// conditions on one value, or one is part of the other. Branches that do the same, as the cases of an instruction that
// go on to the next one, are otherwise a choice each, and each waits for the one before.
func (b *Builder) joinChoices(op *Op) (ID, bool) {
	inner := b.Ops[op.C]
	if inner.Kind != Mux || inner.B != op.B {
		return None, false
	}
	either := b.Or(op.A, inner.A)
	if b.Ops[either].Kind == Or {
		return None, false
	}
	return b.Mux(either, op.B, inner.C), true
}

// deepestNesting bounds how far one choice goes into others. A search for the first of many bits makes a choice for
// each of them that could go through all those before it: as many choices as the square of the bits.
const deepestNesting = 1

// nestChoice puts a choice with a condition that another one is part of inside that one: (!a & b) ? x : (a ? y : z) is
// a ? y : (b ? x : z). So the registers of a state machine, of which each takes a value in some of its branches,
// are chosen by the same conditions in the same order.
func (b *Builder) nestChoice(op *Op) (ID, bool) {
	inner := b.Ops[op.C]
	flipped := inner.Kind != Mux // the choice inside may be taken when the condition holds
	if flipped {
		inner = b.Ops[op.B]
	}
	if inner.Kind != Mux {
		return None, false
	}
	other := op.B
	if flipped {
		other = op.C
	}
	a, cond := inner.A, b.Ops[op.A]
	if cond.Kind != And && cond.Kind != Or || b.isConst(a) {
		return None, false
	}
	and := cond.Kind == And
	for _, part := range [2][2]ID{{cond.A, cond.B}, {cond.B, cond.A}} {
		not := b.opposite(part[0], a)
		if part[0] != a && !not {
			continue
		}
		if b.nesting >= deepestNesting {
			b.undecided = true
			return None, false
		}
		b.nesting++
		id := b.nested(op, &inner, part[1], other, and, not, flipped)
		b.nesting--
		return id, true
	}
	return None, false
}

// nested is the choice op in the form that nestChoice describes: rest is the part of its condition besides that of the
// inner choice, other what it gives when not the inner choice.
func (b *Builder) nested(op, inner *Op, rest, other ID, and, not, flipped bool) ID {
	switch {
	case and && not && !flipped: // where the inner condition holds, this one does not
		return b.Mux(inner.A, inner.B, b.Mux(rest, other, inner.C))
	case !and && !not && flipped: // where the inner condition holds, this one does
		return b.Mux(inner.A, inner.B, b.Mux(rest, inner.C, other))
	case and && !not && !flipped: // an early return: where the inner condition does not hold, neither does this one
		return b.Mux(inner.A, b.Mux(rest, other, inner.B), inner.C)
	case !and && not && flipped: // where the inner condition does not hold, this one does
		return b.Mux(inner.A, b.Mux(rest, inner.B, other), inner.C)
	case and && !not: // the inner choice is made where its condition holds only
		return b.Mux(op.A, inner.B, other)
	case !not: // … and where it does not hold
		return b.Mux(op.A, other, inner.C)
	case and:
		return b.Mux(op.A, inner.C, other)
	}
	return b.Mux(op.A, other, inner.B)
}
