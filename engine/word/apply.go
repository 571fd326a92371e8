package word

import (
	"math"
	"math/big"
	"math/bits"

	"simten.dev/engine/circuit"
)

// Apply computes a pure operation from the values of its operands; it is the definition that
// every backend is tested against. n is the width of operand A (used where it is not the result's).
// Leaves other than constants, memory reads and calls are not pure: Apply returns false for them.
func (g *Graph) Apply(op *Op, n int, a, b, c circuit.Value) (circuit.Value, bool) {
	switch op.Kind {
	case Const, FConst:
		return g.Value(op), true
	case Table:
		t := &g.Tables[op.Imm]
		if a.Hi != nil || a.Lo >= uint64(len(t.Data)) {
			return circuit.Value{}, true
		}
		return t.Data[a.Lo], true
	case Mux, FMux:
		if a.Lo != 0 {
			return b, true
		}
		return c, true
	case Extract, Insert:
		return applyElement(op, n, a, b, c), true
	case Repeat:
		return g.Bodies[op.Imm].Apply(a, nil)
	}
	if op.Width <= 64 && n <= 64 {
		r, ok := Apply64(op.Kind, uint(op.Width), uint(n), op.Imm, a.Lo, b.Lo)
		return circuit.Uint(r), ok
	}
	return applyWide(op, n, a, b)
}

// Mask64 is 2^width - 1 for a width of 1 to 64.
func Mask64(width uint) uint64 { return ^uint64(0) >> (64 - width) }

// Signed64 reads the low width bits of v as two's complement.
func Signed64(v uint64, width uint) int64 { return int64(v<<(64-width)) >> (64 - width) }

// Apply64 is Apply for operands and results of at most 64 bits: w is the result's width, n that of
// operand A, imm the operation's Imm. Operands must be masked; the result is. It returns false
// for kinds that are not a function of two operands.
func Apply64(k Kind, w, n uint, imm, a, b uint64) (uint64, bool) {
	m := Mask64(w)
	switch k {
	case And:
		return a & b, true
	case Or:
		return a | b, true
	case Xor:
		return a ^ b, true
	case Not:
		return ^a & m, true
	case Shl:
		return a << b & m, true // Go: a count >= 64 gives 0
	case LShr:
		return a >> b, true
	case AShr:
		return uint64(Signed64(a, w)>>b) & m, true
	case Slice:
		return a >> imm & m, true
	case Concat:
		// the width of B is the rest of the result's
		return a<<(w-n) | b, true
	case ZExt:
		return a, true
	case SExt:
		return uint64(Signed64(a, n)) & m, true
	case RedOr:
		return bit(a != 0), true
	case RedAnd:
		return bit(a == Mask64(n)), true
	case RedXor:
		return uint64(bits.OnesCount64(a) & 1), true
	case Clz:
		return uint64(bits.LeadingZeros64(a)) - uint64(64-n), true
	case Add:
		return (a + b) & m, true
	case Sub:
		return (a - b) & m, true
	case Mul:
		return a * b & m, true
	case UDiv:
		if b == 0 {
			return 0, true
		}
		return a / b, true
	case URem:
		if b == 0 {
			return 0, true
		}
		return a % b, true
	case SDiv:
		x, y := Signed64(a, w), Signed64(b, w)
		if y == 0 {
			return 0, true
		}
		return uint64(x/y) & m, true // Go wraps the minimum divided by -1
	case SRem:
		x, y := Signed64(a, w), Signed64(b, w)
		if y == 0 {
			return 0, true
		}
		return uint64(x%y) & m, true
	case Eq:
		return bit(a == b), true
	case Ne:
		return bit(a != b), true
	case ULt:
		return bit(a < b), true
	case ULe:
		return bit(a <= b), true
	case SLt:
		return bit(Signed64(a, n) < Signed64(b, n)), true
	case SLe:
		return bit(Signed64(a, n) <= Signed64(b, n)), true
	case FFromU:
		return math.Float64bits(float64(a)), true
	case FFromS:
		return math.Float64bits(float64(Signed64(a, n))), true
	case FToBits, FFromBits:
		return a, true
	case FToInt:
		return FloatToInt(math.Float64frombits(a)) & m, true
	}
	return applyFloat(k, math.Float64frombits(a), math.Float64frombits(b))
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func applyFloat(k Kind, a, b float64) (uint64, bool) {
	var r float64
	switch k {
	case FAdd:
		r = a + b
	case FSub:
		r = a - b
	case FMul:
		r = a * b
	case FDiv:
		r = a / b
	case FRem:
		r = math.Mod(a, b)
	case FNeg:
		r = -a
	case FAbs:
		r = math.Abs(a)
	case FSqrt:
		r = math.Sqrt(a)
	case FFloor:
		r = math.Floor(a)
	case FCeil:
		r = math.Ceil(a)
	case FTrunc:
		r = math.Trunc(a)
	case FCopySign:
		r = math.Copysign(a, b)
	case FMin:
		r = Min(a, b)
	case FMax:
		r = -Min(-a, -b)
	case FEq:
		return bit(a == b), true
	case FNe:
		return bit(a != b), true
	case FLt:
		return bit(a < b), true
	case FLe:
		return bit(a <= b), true
	default:
		return 0, false
	}
	if r != r {
		return CanonicalNaN, true
	}
	return math.Float64bits(r), true
}

// CanonicalNaN is the bit pattern that Apply64 gives for every NaN. No operation tells one NaN
// from another, so backends need not follow.
const CanonicalNaN = 0x7ff8000000000000

// Min is JavaScript's Math.min of two numbers; Go's differs when one is NaN and one infinite.
func Min(a, b float64) float64 {
	if a != a || b != b {
		return math.NaN()
	}
	return math.Min(a, b)
}

// FloatToInt truncates f toward zero and keeps the low 64 bits of the exact integer in two's
// complement, as JavaScript's ToInt32 does for 32; NaN and the infinities give 0.
func FloatToInt(f float64) uint64 {
	if f > -(1<<62) && f < 1<<62 {
		return uint64(int64(f))
	}
	raw := math.Float64bits(f)
	exp := int(raw>>52&0x7ff) - 1075 // value = mantissa * 2^exp
	if exp >= 64 {                   // also NaN and the infinities
		return 0
	}
	v := (raw&(1<<52-1) | 1<<52) << uint(exp) // here exp >= 10
	if raw>>63 != 0 {
		v = -v
	}
	return v
}

func applyWide(op *Op, n int, av, bv circuit.Value) (circuit.Value, bool) {
	w := int(op.Width)
	a, b := av.Big(), bv.Big()
	signed := func(x *big.Int) *big.Int {
		if x.Bit(n-1) == 1 {
			return new(big.Int).Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(n)))
		}
		return x
	}
	flag := func(v bool) (circuit.Value, bool) { return circuit.Uint(bit(v)), true }
	r := new(big.Int)
	switch op.Kind {
	case And:
		r.And(a, b)
	case Or:
		r.Or(a, b)
	case Xor:
		r.Xor(a, b)
	case Not:
		r.Not(a)
	case Shl:
		if bv.Hi == nil && bv.Lo < uint64(w) {
			r.Lsh(a, uint(bv.Lo))
		}
	case LShr:
		if bv.Hi == nil && bv.Lo < uint64(w) {
			r.Rsh(a, uint(bv.Lo))
		}
	case AShr:
		count := uint(w)
		if bv.Hi == nil && bv.Lo < uint64(w) {
			count = uint(bv.Lo)
		}
		r.Rsh(signed(a), count)
	case Slice:
		r.Rsh(a, uint(op.Imm))
	case Concat:
		r.Or(r.Lsh(a, uint(w-n)), b)
	case ZExt:
		r.Set(a)
	case SExt:
		r.Set(signed(a))
	case RedOr:
		return flag(a.Sign() != 0)
	case RedAnd:
		return flag(av.Equal(circuit.FromBig(big.NewInt(-1), n)))
	case RedXor:
		ones := 0
		for i := 0; i <= len(av.Hi); i++ {
			ones += bits.OnesCount64(av.Word(i))
		}
		return flag(ones&1 == 1)
	case Add:
		r.Add(a, b)
	case Sub:
		r.Sub(a, b)
	case Mul:
		r.Mul(a, b)
	case UDiv:
		if b.Sign() != 0 {
			r.Quo(a, b)
		}
	case URem:
		if b.Sign() != 0 {
			r.Rem(a, b)
		}
	case Eq:
		return flag(a.Cmp(b) == 0)
	case Ne:
		return flag(a.Cmp(b) != 0)
	case ULt:
		return flag(a.Cmp(b) < 0)
	case ULe:
		return flag(a.Cmp(b) <= 0)
	case SLt:
		return flag(signed(a).Cmp(signed(b)) < 0)
	case SLe:
		return flag(signed(a).Cmp(signed(b)) <= 0)
	default:
		return circuit.Value{}, false
	}
	return circuit.FromBig(r, w), true
}
