package word

import (
	"math"
	"math/big"

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
	e := &table[k]
	switch {
	case e.narrow != nil:
		return e.narrow(w, n, imm, a, b) & Mask64(w), true
	case e.float != nil:
		r := e.float(math.Float64frombits(a), math.Float64frombits(b))
		if r != r {
			return CanonicalNaN, true
		}
		return math.Float64bits(r), true
	}
	return 0, false
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

// applyWide is Apply for a result or an operand A of more than 64 bits.
func applyWide(op *Op, n int, a, b circuit.Value) (circuit.Value, bool) {
	wide := table[op.Kind].wide
	if wide == nil {
		return circuit.Value{}, false
	}
	w := int(op.Width)
	return circuit.FromBig(wide(&wideOperands{r: new(big.Int), a: a.Big(), b: b.Big(), w: w, n: n, imm: op.Imm, shift: b}), w), true
}
