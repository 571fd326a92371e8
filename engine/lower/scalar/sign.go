package scalar

import (
	"math"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Abs is Math.abs.
func (l *Lowering) Abs(v domain.Value) domain.Value {
	if x, ok := v.(domain.FloatValue); ok {
		hi := math.Max(math.Abs(x.Lo), math.Abs(x.Hi))
		return domain.FloatValue{ID: l.B.Float1(word.FAbs, x.ID), Lo: 0, Hi: hi, NaN: x.NaN}
	}
	x := v.(domain.IntValue)
	if x.Lo >= 0 {
		x.NegZero = false
		return x
	}
	hi := max(-x.Lo, x.Hi)
	w := max(domain.IntWidth(x.Lo, x.Hi), domain.IntWidth(0, hi))
	id := l.Extend(x, w)
	negative := l.B.Slice(id, w-1, 1)
	return l.Number(l.B.Mux(negative, l.B.Sub(l.B.Uint(0, w), id), id), 0, hi)
}

// Sign is Math.sign.
func (l *Lowering) Sign(v domain.Value) domain.Value {
	if x, ok := v.(domain.FloatValue); ok {
		if x.NaN {
			panic(domain.Refuse("Math.sign of a number that may be NaN"))
		}
		positive := l.Truthy(l.Compare(false, l.Integer(0), x))
		negative := l.Truthy(l.Compare(false, x, l.Integer(0)))
		r := l.Choose(positive, l.Integer(1), l.Choose(negative, l.Integer(-1), l.Integer(0))).(domain.IntValue)
		r.NegZero = true
		return r
	}
	x := v.(domain.IntValue)
	positive := l.Truthy(l.Compare(false, l.Integer(0), x))
	negative := l.Truthy(l.Compare(false, x, l.Integer(0)))
	r := l.Choose(positive, l.Integer(1), l.Choose(negative, l.Integer(-1), l.Integer(0))).(domain.IntValue)
	r.NegZero = x.NegZero
	return r
}
