package word

import "simten.dev/engine/circuit"

// class is how a machine holds a value: 0 in 32 bits, 1 in 64 bits, 2 in several words. Narrowing
// an operation pays only when it changes class.
func class(width int) int {
	switch {
	case width <= 32:
		return 0
	case width <= 64:
		return 1
	}
	return 2
}

// simplify looks for an existing or cheaper value equal to op. It may also rewrite op in place
// (operand order) and return false.
func (b *Builder) simplify(op *Op, n int) (ID, bool) {
	switch op.Kind {
	case And, Or, Xor, Add, Mul, Eq, Ne:
		// constants on the right, otherwise the older value first: equal things look equal
		if _, constant := b.ConstValue(op.A); constant || (op.A > op.B && !b.isConst(op.B)) {
			op.A, op.B = op.B, op.A
		}
	}
	switch op.Kind {
	case And, Or, Xor, Not:
		return b.simplifyLogic(op)
	case Add, Sub, Mul, UDiv, URem, SDiv, SRem:
		return b.simplifyArithmetic(op)
	case Shl, LShr, AShr:
		return b.simplifyShift(op)
	case Slice:
		return b.simplifySlice(op, n)
	case Concat:
		return b.simplifyConcat(op)
	case ZExt:
		return b.simplifyZExt(op, n)
	case SExt:
		return b.simplifySExt(op, n)
	case RedOr:
		return b.NonZero(op.A), true
	case RedAnd:
		return b.Eq(op.A, b.Ones(n)), true
	case RedXor:
		if n == 1 {
			return op.A, true
		}
	case Eq, Ne, ULt, ULe, SLt, SLe:
		return b.simplifyCompare(op, n)
	case Mux, FMux:
		return b.simplifyMux(op)
	case FToInt, FFloor, FCeil, FTrunc, FAbs, FNeg:
		return b.simplifyFloat(op)
	}
	return None, false
}

func (b *Builder) isConst(x ID) bool { return b.Ops[x].Kind == Const || b.Ops[x].Kind == FConst }

// complement reports whether x is Not y or y is Not x.
func (b *Builder) complement(x, y ID) bool {
	return b.Ops[x].Kind == Not && b.Ops[x].A == y || b.Ops[y].Kind == Not && b.Ops[y].A == x
}

func (b *Builder) simplifyLogic(op *Op) (ID, bool) {
	w := int(op.Width)
	if op.Kind == Not {
		inner := b.Ops[op.A]
		switch inner.Kind {
		case Not:
			return inner.A, true
		case Eq:
			return b.Ne(inner.A, inner.B), true
		case Ne:
			return b.Eq(inner.A, inner.B), true
		case ULt:
			return b.Compare(ULe, inner.B, inner.A), true
		case ULe:
			return b.Compare(ULt, inner.B, inner.A), true
		case SLt:
			return b.Compare(SLe, inner.B, inner.A), true
		case SLe:
			return b.Compare(SLt, inner.B, inner.A), true
		case Slice:
			if s, ok := b.setOf(op.A); ok {
				s.mask = s.everything() &^ s.mask
				return b.condition(&s), true
			}
		}
		return None, false
	}
	if b.complement(op.A, op.B) {
		if op.Kind == And {
			return b.Uint(0, w), true
		}
		return b.Ones(w), true
	}
	switch op.Kind {
	case And:
		if op.A == op.B || b.covers(op.B, b.KnownBits(op.A)) {
			return op.A, true
		}
		if b.isZero(op.B) {
			return op.B, true
		}
	case Or:
		if op.A == op.B || b.isZero(op.B) {
			return op.A, true
		}
		if b.isOnes(op.B) {
			return op.B, true
		}
	case Xor:
		if op.A == op.B {
			return b.Uint(0, w), true
		}
		if b.isZero(op.B) {
			return op.A, true
		}
		if b.isOnes(op.B) {
			return b.Not(op.A), true
		}
	}
	if w == 1 {
		if id, ok := b.absorb(op); ok {
			return id, true
		}
		if id, ok := b.joinSets(op); ok {
			return id, true
		}
	}
	if op.Kind != And {
		if id, ok := b.selectBits(op); ok {
			return id, true
		}
	}
	return b.reassociate(op)
}

// absorb drops from an And or Or of conditions what is decided by the other side: q & !(p & q) is q & !p, q & (p | q) is q, and the
// same with And and Or exchanged.
func (b *Builder) absorb(op *Op) (ID, bool) {
	if op.Kind == Xor {
		return None, false
	}
	dual := And
	if op.Kind == And {
		dual = Or
	}
	for _, x := range [2][2]ID{{op.A, op.B}, {op.B, op.A}} {
		q, inner := x[0], b.Ops[x[1]]
		negated := inner.Kind == Not
		if negated {
			inner = b.Ops[inner.A]
		}
		if inner.Kind != And && inner.Kind != Or {
			continue
		}
		for _, p := range [2][2]ID{{inner.A, inner.B}, {inner.B, inner.A}} {
			same, opposite := p[1] == q, b.opposite(p[1], q)
			switch {
			case !negated && same && inner.Kind == dual: // q & (p | q)
				return q, true
			case !negated && opposite && inner.Kind == dual: // q & (p | !q)
				return b.binary(op.Kind, 1, q, p[0]), true
			case negated && same && inner.Kind == op.Kind: // q & !(p & q)
				return b.binary(op.Kind, 1, q, b.Not(p[0])), true
			case negated && opposite && inner.Kind == op.Kind: // q & !(p & !q)
				return q, true
			}
		}
	}
	return None, false
}

// covers reports whether constant x has all of its low bits set.
func (b *Builder) covers(x ID, bits int) bool {
	v, ok := b.ConstValue(x)
	if !ok {
		return false
	}
	if bits <= 64 {
		return bits == 0 || v.Lo&Mask64(uint(bits)) == Mask64(uint(bits))
	}
	return b.isOnes(x)
}

// reassociate turns (x op c1) op c2 into x op (c1 op c2).
func (b *Builder) reassociate(op *Op) (ID, bool) {
	inner := b.Ops[op.A]
	if inner.Kind != op.Kind || !b.isConst(op.B) || !b.isConst(inner.B) {
		return None, false
	}
	return b.Binary(op.Kind, inner.A, b.Binary(op.Kind, inner.B, op.B)), true
}

func (b *Builder) simplifyArithmetic(op *Op) (ID, bool) {
	w := int(op.Width)
	c, constant := b.ConstValue(op.B)
	power := -1 // B is 2^power
	if constant && c.Len() > 0 && b.Shl1(c.Len()-1).Equal(c) {
		power = c.Len() - 1
	}
	switch op.Kind {
	case Add:
		if b.isZero(op.B) {
			return op.A, true
		}
		return b.reassociate(op)
	case Sub:
		if op.A == op.B {
			return b.Uint(0, w), true
		}
		if constant {
			return b.Add(op.A, b.Sub(b.Uint(0, w), op.B)), true
		}
	case Mul:
		if b.isZero(op.B) {
			return op.B, true
		}
		if power >= 0 {
			return b.Binary(Shl, op.A, b.Uint(uint64(power), 32)), true
		}
		return b.reassociate(op)
	case UDiv:
		if power >= 0 {
			return b.Binary(LShr, op.A, b.Uint(uint64(power), 32)), true
		}
	case URem:
		if power >= 0 {
			if power == 0 {
				return b.Uint(0, w), true
			}
			return b.ZExt(b.Slice(op.A, 0, power), w), true
		}
	case SDiv, SRem:
		if b.KnownBits(op.A) < w && b.KnownBits(op.B) < w {
			kind := UDiv
			if op.Kind == SRem {
				kind = URem
			}
			return b.Binary(kind, op.A, op.B), true
		}
	}
	if op.Kind == UDiv || op.Kind == URem {
		for _, small := range [2]int{32, 64} { // smaller divisions are much faster
			if w > small && b.KnownBits(op.A) <= small && b.KnownBits(op.B) <= small {
				return b.ZExt(b.Binary(op.Kind, b.Slice(op.A, 0, small), b.Slice(op.B, 0, small)), w), true
			}
		}
	}
	return None, false
}

// Shl1 is 2^n as a value.
func (b *Builder) Shl1(n int) circuit.Value {
	words := make([]uint64, n/64+1)
	words[n/64] = 1 << uint(n%64)
	return circuit.FromWords(words)
}

func (b *Builder) simplifyShift(op *Op) (ID, bool) {
	w := int(op.Width)
	if b.isZero(op.A) {
		return op.A, true
	}
	if op.Kind == AShr && b.KnownBits(op.A) < w {
		return b.Binary(LShr, op.A, op.B), true
	}
	c, ok := b.ConstValue(op.B)
	if !ok {
		return None, false
	}
	if c.Lo == 0 {
		return op.A, true
	}
	if op.Kind == AShr {
		if c.Lo >= uint64(w) { // the largest useful count, so that backends may shift by it directly
			if w == 1 {
				return op.A, true
			}
			return b.Binary(AShr, op.A, b.Uint(uint64(w-1), 32)), true
		}
		return None, false
	}
	if c.Lo >= uint64(w) || (op.Kind == LShr && c.Lo >= uint64(b.KnownBits(op.A))) {
		return b.Uint(0, w), true
	}
	inner := b.Ops[op.A]
	if inner.Kind == op.Kind {
		if d, ok := b.ConstValue(inner.B); ok {
			return b.Binary(op.Kind, inner.A, b.Uint(min(c.Lo+d.Lo, uint64(w)), 32)), true
		}
	}
	if b.Width(op.B) != 32 { // one form for constant counts
		return b.Binary(op.Kind, op.A, b.Uint(c.Lo, 32)), true
	}
	return None, false
}

func (b *Builder) simplifySlice(op *Op, n int) (ID, bool) {
	w, low := int(op.Width), int(op.Imm)
	if w == n {
		return op.A, true
	}
	inner := b.Ops[op.A]
	switch inner.Kind {
	case Slice:
		return b.Slice(inner.A, low+int(inner.Imm), w), true
	case Concat:
		lowWidth := b.Width(inner.B)
		if low >= lowWidth {
			return b.Slice(inner.A, low-lowWidth, w), true
		}
		if low+w <= lowWidth {
			return b.Slice(inner.B, low, w), true
		}
		return b.Concat(b.Slice(inner.A, 0, low+w-lowWidth), b.Slice(inner.B, low, lowWidth-low)), true
	case ZExt:
		from := b.Width(inner.A)
		if low >= from {
			return b.Uint(0, w), true
		}
		if low+w <= from {
			return b.Slice(inner.A, low, w), true
		}
		return b.ZExt(b.Slice(inner.A, low, from-low), w), true
	case SExt:
		from := b.Width(inner.A)
		if low+w <= from {
			return b.Slice(inner.A, low, w), true
		}
		return b.SExt(b.Slice(inner.A, min(low, from-1), max(1, from-low)), w), true
	case LShr:
		if c, ok := b.ConstValue(inner.B); ok && low+w+int(c.Lo) <= n {
			return b.Slice(inner.A, low+int(c.Lo), w), true
		}
	case Shl:
		if c, ok := b.ConstValue(inner.B); ok {
			if shift := int(c.Lo); low >= shift {
				return b.Slice(inner.A, low-shift, w), true
			} else if low+w <= shift {
				return b.Uint(0, w), true
			}
		}
	case Mux:
		// a choice between constants is narrowed for free
		if b.isConst(inner.B) || b.isConst(inner.C) || b.simpler(inner.B, inner.C, low, w) {
			return b.Mux(inner.A, b.Slice(inner.B, low, w), b.Slice(inner.C, low, w)), true
		}
	case And, Or, Xor:
		if b.isConst(inner.B) || b.simpler(inner.A, inner.B, low, w) {
			return b.binary(inner.Kind, w, b.Slice(inner.A, low, w), b.Slice(inner.B, low, w)), true
		}
	case Not:
		if w > 1 && class(w) < class(n) || w == 1 && !b.takenOut(b.Slice(inner.A, low, 1)) {
			return b.Not(b.Slice(inner.A, low, w)), true
		}
	}
	if low != 0 || class(w) == class(n) {
		return None, false
	}
	// the low bits of these depend on the low bits of their operands only
	switch inner.Kind {
	case Add, Sub, Mul:
		return b.binary(inner.Kind, w, b.Slice(inner.A, 0, w), b.Slice(inner.B, 0, w)), true
	case Shl:
		return b.binary(Shl, w, b.Slice(inner.A, 0, w), inner.B), true
	case FToInt:
		return b.ToInt(inner.A, w), true
	}
	return None, false
}

// simpler reports whether some bits of an operation on two words are better computed from those bits of each. A word that
// becomes one of a smaller class is. A single bit is when it is known, or when neither has to be taken out of a word that is
// computed: otherwise the operation would be repeated for all bits that somebody looks at, beside the word.
func (b *Builder) simpler(x, y ID, low, w int) bool {
	if w > 1 {
		return class(w) < class(b.Width(x))
	}
	x, y = b.Slice(x, low, 1), b.Slice(y, low, 1)
	return b.isConst(x) || b.isConst(y) || !b.takenOut(x) && !b.takenOut(y)
}

// takenOut reports whether a bit is one of a word that is computed in the cycle.
func (b *Builder) takenOut(x ID) bool {
	if b.Ops[x].Kind != Slice {
		return false
	}
	switch b.Ops[b.Ops[x].A].Kind {
	case Param, Reg, Loop, MemRead, Result:
		return false
	}
	return true
}

func (b *Builder) simplifyConcat(op *Op) (ID, bool) {
	w := int(op.Width)
	if b.isZero(op.A) {
		return b.ZExt(op.B, w), true
	}
	hi, lo := b.Ops[op.A], b.Ops[op.B]
	if hi.Kind == Slice && lo.Kind == Slice && hi.A == lo.A && hi.Imm == lo.Imm+uint64(lo.Width) {
		return b.Slice(hi.A, int(lo.Imm), w), true
	}
	if hi.Kind == Slice && hi.A == op.B && hi.Imm == uint64(lo.Width) && b.Width(hi.A) == w {
		return hi.A, true
	}
	return None, false
}

func (b *Builder) simplifyZExt(op *Op, n int) (ID, bool) {
	w := int(op.Width)
	if w == n {
		return op.A, true
	}
	inner := b.Ops[op.A]
	switch inner.Kind {
	case ZExt:
		return b.ZExt(inner.A, w), true
	case Slice:
		if inner.Imm == 0 && b.KnownBits(inner.A) <= n {
			return b.Resize(inner.A, w), true
		}
	}
	return None, false
}

func (b *Builder) simplifySExt(op *Op, n int) (ID, bool) {
	w := int(op.Width)
	if w == n {
		return op.A, true
	}
	if b.KnownBits(op.A) < n {
		return b.ZExt(op.A, w), true
	}
	if inner := b.Ops[op.A]; inner.Kind == SExt {
		return b.SExt(inner.A, w), true
	}
	return None, false
}

func (b *Builder) simplifyMux(op *Op) (ID, bool) {
	if c, ok := b.ConstValue(op.A); ok {
		if c.Lo != 0 {
			return op.B, true
		}
		return op.C, true
	}
	if op.B == op.C {
		return op.B, true
	}
	cond := b.Ops[op.A]
	if cond.Kind == Not {
		return b.Emit(Op{Kind: op.Kind, Width: op.Width, A: cond.A, B: op.C, C: op.B}), true
	}
	if inner := b.Ops[op.B]; inner.Kind == op.Kind && inner.A == op.A {
		return b.Emit(Op{Kind: op.Kind, Width: op.Width, A: op.A, B: inner.B, C: op.C}), true
	}
	if inner := b.Ops[op.C]; inner.Kind == op.Kind && inner.A == op.A {
		return b.Emit(Op{Kind: op.Kind, Width: op.Width, A: op.A, B: op.B, C: inner.C}), true
	}
	if op.Kind == FMux {
		return None, false
	}
	w := int(op.Width)
	switch {
	case b.isUint(op.B, 1) && b.isZero(op.C):
		return b.ZExt(op.A, w), true
	case b.isUint(op.C, 1) && b.isZero(op.B):
		return b.ZExt(b.Not(op.A), w), true
	case w == 1 && b.isZero(op.C):
		return b.And(op.A, op.B), true
	case w == 1 && b.isOnes(op.B):
		return b.Or(op.A, op.C), true
	case w == 1 && b.isZero(op.B):
		return b.And(b.Not(op.A), op.C), true
	case w == 1 && b.isOnes(op.C):
		return b.Or(b.Not(op.A), op.B), true
	}
	if w > 1 && b.KnownBits(op.B) <= 1 && b.KnownBits(op.C) <= 1 { // a condition, as a number
		return b.ZExt(b.Mux(op.A, b.Slice(op.B, 0, 1), b.Slice(op.C, 0, 1)), w), true
	}
	if id, ok := b.addCondition(op); ok {
		return id, true
	}
	if id, ok := b.nestChoice(op); ok {
		return id, true
	}
	// a condition that was tested tells what the value is: (x == k ? k : x) is x
	if b.tested(&cond, op.B, op.C) || b.tested(&cond, op.C, op.B) {
		if cond.Kind == Eq {
			return op.C, true
		}
		return op.B, true
	}
	if (cond.Kind == Eq || cond.Kind == Ne) && (cond.A == op.B && cond.B == op.C || cond.A == op.C && cond.B == op.B) {
		if cond.Kind == Eq {
			return op.C, true
		}
		return op.B, true
	}
	return None, false
}

// addCondition makes c ? x | 2^k : x, and the same with ^ and +, an operation on x and the condition: a loop that collects or counts bits is full
// of them.
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

// tested reports whether a condition compares x with the constant k; x may have been extended with zeros since.
func (b *Builder) tested(cond *Op, k, x ID) bool {
	if cond.Kind != Eq && cond.Kind != Ne {
		return false
	}
	if b.Ops[x].Kind == ZExt {
		x = b.Ops[x].A
	}
	of := cond.A
	if b.Ops[of].Kind == ZExt {
		of = b.Ops[of].A
	}
	c, ok := b.ConstValue(cond.B)
	v, known := b.ConstValue(k)
	return ok && known && x == of && c.Equal(v)
}

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
	choose := func(c ID) ID { // the other one or what is left of the inner choice
		left := inner.C
		if flipped {
			return b.Mux(c, left, other)
		}
		return b.Mux(c, other, left)
	}
	for _, part := range [2][2]ID{{cond.A, cond.B}, {cond.B, cond.A}} {
		not := b.opposite(part[0], a)
		if part[0] != a && !not {
			continue
		}
		switch {
		case cond.Kind == And && not && !flipped: // where a holds, the condition does not
			return b.Mux(a, inner.B, choose(part[1])), true
		case cond.Kind == Or && !not && flipped: // where a holds, the condition does
			return b.Mux(a, inner.B, choose(part[1])), true
		case cond.Kind == And && !not && flipped: // the inner choice is made where a holds only
			return b.Mux(op.A, inner.B, other), true
		case cond.Kind == Or && !not && !flipped: // … and where it does not hold
			return b.Mux(op.A, other, inner.C), true
		case cond.Kind == And && not && flipped:
			return b.Mux(op.A, inner.C, other), true
		case cond.Kind == Or && not && !flipped:
			return b.Mux(op.A, other, inner.B), true
		}
	}
	return None, false
}

// opposite reports whether one condition holds exactly where the other does not.
func (b *Builder) opposite(x, y ID) bool {
	if b.complement(x, y) {
		return true
	}
	p, q := &b.Ops[x], &b.Ops[y]
	switch {
	case p.Kind == Eq && q.Kind == Ne, p.Kind == Ne && q.Kind == Eq:
		return p.A == q.A && p.B == q.B
	case p.Kind == ULt && q.Kind == ULe, p.Kind == ULe && q.Kind == ULt, p.Kind == SLt && q.Kind == SLe, p.Kind == SLe && q.Kind == SLt:
		return p.A == q.B && p.B == q.A
	}
	return false
}

func (b *Builder) simplifyFloat(op *Op) (ID, bool) {
	inner := b.Ops[op.A]
	if inner.Kind != FFromS && inner.Kind != FFromU {
		if op.Kind == FNeg && inner.Kind == FNeg {
			return inner.A, true
		}
		return None, false
	}
	switch op.Kind {
	case FFloor, FCeil, FTrunc:
		return op.A, true
	case FAbs:
		if inner.Kind == FFromU {
			return op.A, true
		}
	case FToInt:
		if b.KnownBits(inner.A) > 53 {
			return None, false // the double may have been rounded
		}
		if inner.Kind == FFromS {
			return b.ResizeSigned(inner.A, int(op.Width)), true
		}
		return b.Resize(inner.A, int(op.Width)), true
	}
	return None, false
}
