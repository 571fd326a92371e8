package word

import "math"

//go:generate go run ./rules/gen

// simplify looks for an existing or cheaper value equal to op. It may also rewrite op in place
// (operand order) and return false.
func (b *Builder) simplify(op *Op, n int) (ID, bool) {
	switch op.Kind {
	case And, Or, Xor, Add, Mul, Eq, Ne:
		// constants on the right, otherwise the older value first: equal things look equal
		if b.isConst(op.A) || op.A > op.B && !b.isConst(op.B) {
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
	case Extract:
		return b.simplifyExtract(op, n)
	case Insert:
		return b.simplifyInsert(op)
	case FToBits, FFromBits:
		if inner := b.Ops[op.A]; inner.Kind == FToBits || inner.Kind == FFromBits {
			return inner.A, true
		}
	case FToInt, FFloor, FCeil, FTrunc, FAbs, FNeg:
		return b.simplifyFloat(op)
	case FAdd, FSub, FMul, FDiv:
		if b.isNaN(op.A) || b.isNaN(op.B) {
			return b.Float(math.NaN()), true
		}
		if op.Kind != FDiv {
			break
		}
		if r, ok := b.reciprocal(op.B); ok {
			return b.Float2(FMul, op.A, b.Float(r)), true
		}
	}
	return None, false
}

func (b *Builder) isNaN(x ID) bool {
	return b.Ops[x].Kind == FConst && b.Ops[x].Imm == CanonicalNaN
}

// reciprocal is 1/x of a constant double x where multiplying by it is the same as dividing by x: x is a power of two.
func (b *Builder) reciprocal(x ID) (float64, bool) {
	if b.Ops[x].Kind != FConst {
		return 0, false
	}
	v, _ := b.ConstValue(x)
	fraction, exponent := math.Frexp(Float(v))
	if math.Abs(fraction) != 0.5 || exponent < -1000 || exponent > 1000 { // the reciprocal is no subnormal number either
		return 0, false
	}
	return 1 / Float(v), true
}

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

func (b *Builder) isConst(x ID) bool {
	kind := b.Ops[x].Kind
	return kind == Const || kind == FConst
}

// covers reports whether constant x has all of its low bits set.
func (b *Builder) covers(x ID, bits int) bool {
	if !b.isConst(x) {
		return false
	}
	v := b.Value(&b.Ops[x])
	if bits <= 64 {
		return bits == 0 || v.Lo&Mask64(uint(bits)) == Mask64(uint(bits))
	}
	return b.isOnes(x)
}

// reassociate turns (x op c1) op c2 into x op (c1 op c2).
func (b *Builder) reassociate(op *Op) (ID, bool) {
	inner := &b.Ops[op.A]
	if inner.Kind != op.Kind || !b.isConst(op.B) || !b.isConst(inner.B) {
		return None, false
	}
	return b.Binary(op.Kind, inner.A, b.Binary(op.Kind, inner.B, op.B)), true
}

func (b *Builder) simplifyFloat(op *Op) (ID, bool) {
	inner := b.Ops[op.A]
	if op.Kind == FToInt && inner.Kind == FMux && (b.isConst(inner.B) || b.isConst(inner.C)) { // most are integers, but for the NaN of what is not there
		return b.Mux(inner.A, b.ToInt(inner.B, int(op.Width)), b.ToInt(inner.C, int(op.Width))), true
	}
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
