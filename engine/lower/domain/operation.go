package domain

import (
	"math"
	"math/big"

	"simten.dev/engine/circuit"
	"simten.dev/engine/word"
)

// Extend holds v in a given width, at least that of its range.
func (l *Lowering) Extend(v IntValue, width int) word.ID {
	if v.Lo < 0 {
		return l.B.ResizeSigned(v.ID, width)
	}
	return l.B.Resize(v.ID, width)
}

// Number makes an integer value of width bits from an operation that holds it modulo 2^width; the
// width is changed to that of the range.
func (l *Lowering) Number(id word.ID, lo, hi int64) IntValue {
	v := IntValue{ID: id, Lo: lo, Hi: hi}
	if lo == hi {
		v.ID = l.B.Int(lo, IntWidth(lo, hi))
		return v
	}
	w := IntWidth(lo, hi)
	if have := l.B.Width(id); have != w {
		if have < w && lo < 0 {
			v.ID = l.B.SExt(id, w)
		} else {
			v.ID = l.B.Resize(id, w)
		}
	}
	// the graph may know more than the range
	if c, ok := l.B.ConstValue(v.ID); ok {
		n := int64(c.Lo)
		if lo < 0 && w == 32 {
			n = int64(int32(c.Lo))
		}
		if lo <= n && n <= hi {
			v.Lo, v.Hi = n, n
		}
		return v
	}
	if known := l.B.KnownBits(v.ID); lo >= 0 && known < 53 {
		v.Hi = min(v.Hi, 1<<uint(known)-1)
	}
	return v
}

// Integer is a number that is known.
func (l *Lowering) Integer(n int64) IntValue { return l.Number(l.B.Int(n, IntWidth(n, n)), n, n) }

// ConstantNumber makes a number from a literal or run-time value.
func (l *Lowering) ConstantNumber(f float64) Value {
	if f == math.Trunc(f) && math.Abs(f) <= MaxInt && !(f == 0 && math.Signbit(f)) {
		return l.Integer(int64(f))
	}
	return FloatValue{ID: l.B.Float(f), Lo: f, Hi: f, NaN: f != f}
}

// Bigint is a bigint that is known.
func (l *Lowering) Bigint(n *big.Int) BigValue {
	w := BigWidth(n, n)
	return BigValue{ID: l.B.Const(fromBig(n, w), w), Lo: n, Hi: n}
}

// BigOf makes a bigint of the given range from an operation that holds it modulo 2^width.
func (l *Lowering) BigOf(id word.ID, lo, hi *big.Int) BigValue {
	if lo.Cmp(hi) == 0 {
		return l.Bigint(lo)
	}
	w := BigWidth(lo, hi)
	if lo.Sign() < 0 {
		id = l.B.ResizeSigned(id, w)
	} else {
		id = l.B.Resize(id, w)
	}
	if c, ok := l.B.ConstValue(id); ok { // the graph knows more than the range: a counter of a loop
		n := c.Big()
		if lo.Sign() < 0 && n.BitLen() == w {
			n.Sub(n, new(big.Int).Lsh(BigOne, uint(w)))
		}
		if lo.Cmp(n) <= 0 && n.Cmp(hi) <= 0 {
			return l.Bigint(n)
		}
	}
	return BigValue{ID: id, Lo: lo, Hi: hi}
}

// ExtendBig holds v in a given width, at least its own.
func (l *Lowering) ExtendBig(v BigValue, width int) word.ID {
	if v.Lo.Sign() < 0 {
		return l.B.ResizeSigned(v.ID, width)
	}
	return l.B.Resize(v.ID, width)
}

// Truth is a truth value that is known.
func (l *Lowering) Truth(b bool) BoolValue {
	if b {
		return BoolValue{l.B.Uint(1, 1)}
	}
	return BoolValue{l.B.Uint(0, 1)}
}

// ConstBool returns the value of a one-bit operation when it is constant.
func (l *Lowering) ConstBool(id word.ID) (value, known bool) {
	c, ok := l.B.ConstValue(id)
	return ok && c.Lo != 0, ok
}

// ConstInt returns the value of an integer when it is a single number.
func ConstInt(v Value) (int64, bool) {
	i, ok := v.(IntValue)
	return i.Lo, ok && i.Lo == i.Hi
}

// Float gives the double of a number.
func (l *Lowering) Float(v Value) FloatValue {
	switch x := v.(type) {
	case FloatValue:
		return x
	case IntValue:
		return FloatValue{
			ID: l.B.FromInt(x.ID, x.Lo < 0), Lo: float64(x.Lo), Hi: float64(x.Hi), ZeroSign: x.NegZero,
		}
	}
	panic(Refuse("a value is used as a number that is none"))
}

// IsSpecial reports a constant NaN or infinity. A choice between one and an integer stays a
// choice, since most users (bit operators, ports) turn the special one into 0.
func (l *Lowering) IsSpecial(v FloatValue) bool {
	c, ok := l.B.ConstValue(v.ID)
	f := word.Float(c)
	return ok && (math.IsNaN(f) || math.IsInf(f, 0))
}

// StringToNumber is ToNumber of a text, as the interpreter has it.
func (l *Lowering) StringToNumber(text string) Value {
	return l.ConstantNumber(l.NumberOf(text))
}

// IsTrue reports a bit that is certainly 1.
func (l *Lowering) IsTrue(id word.ID) bool {
	is, known := l.ConstBool(id)
	return known && is
}

// IsFalse reports a bit that is certainly 0.
func (l *Lowering) IsFalse(id word.ID) bool {
	is, known := l.ConstBool(id)
	return known && !is
}

// The bigints that are needed everywhere.

var (
	BigZero     = big.NewInt(0)
	BigOne      = big.NewInt(1)
	BigMinusOne = big.NewInt(-1)
)

func fromBig(n *big.Int, width int) circuit.Value { return circuit.FromBig(n, width) }

// Bit is a truth value as 0 or 1.
func (l *Lowering) Bit(b BoolValue) IntValue { return l.Number(l.B.ZExt(b.ID, 32), 0, 1) }

// SameWidth computes modulo 2^width, where width holds the result.
func (l *Lowering) SameWidth(k word.Kind, a, b IntValue, lo, hi int64) IntValue {
	w := IntWidth(lo, hi)
	return l.Number(l.B.Binary(k, l.Extend(a, w), l.Extend(b, w)), lo, hi)
}

func OneIf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// SignedIs compares a number of a field that is seen with its sign with a constant. The bits tell all but which of two
// numbers from 2^31 on, or below 0, it is.
func (l *Lowering) SignedIs(x IntValue, c int64) (word.ID, bool) {
	field, ok := l.Signed[x.ID]
	if !ok {
		return word.None, false
	}
	same := l.B.Eq(field.Bits, l.B.Int(c, 32))
	switch {
	case c < 0:
		return l.B.And(field.Sign, same), true
	case c > math.MaxInt32:
		return l.B.And(l.B.Not(field.Sign), same), true
	}
	return same, true
}
