package operator

import (
	"math"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// Hypot is Math.hypot of finite numbers, as the interpreter computes it: with numbers divided by the largest, and what
// rounding their squares' sum has lost.
func (l *Lowering) Hypot(args []domain.Value) domain.Value {
	zero := l.B.Float(0)
	largest, bound := zero, 0.0
	sizes := make([]word.ID, len(args))
	for i, a := range args {
		n := l.oneNumber(a)
		if n.NaN || math.IsInf(n.Lo, 0) || math.IsInf(n.Hi, 0) {
			panic(domain.Refuse("Math.hypot of a number that may be infinite or none"))
		}
		sizes[i] = l.B.Float1(word.FAbs, n.ID)
		largest = l.B.FMux(l.B.Compare(word.FLt, largest, sizes[i]), sizes[i], largest)
		bound = math.Max(bound, math.Max(math.Abs(n.Lo), math.Abs(n.Hi)))
	}
	sum, lost := zero, zero
	for _, x := range sizes {
		x = l.B.Float2(word.FDiv, x, largest)
		more := l.B.Float2(word.FSub, l.B.Float2(word.FMul, x, x), lost)
		next := l.B.Float2(word.FAdd, sum, more)
		lost = l.B.Float2(word.FSub, l.B.Float2(word.FSub, next, sum), more)
		sum = next
	}
	root := l.B.Float2(word.FMul, l.B.Float1(word.FSqrt, sum), largest)
	id := l.B.FMux(l.B.Compare(word.FEq, largest, zero), zero, root)
	return domain.FloatValue{ID: id, Lo: 0, Hi: bound * math.Sqrt(float64(len(args)+1)) * (1 + 0x1p-20)}
}

// oneNumber is a value as a double.
func (l *Lowering) oneNumber(v domain.Value) domain.FloatValue {
	n, ok := l.Each(v, func(v domain.Value) domain.Value {
		n := l.ToNumber(v)
		if _, big := n.(domain.BigValue); big {
			panic(domain.Refuse("a bigint is used as a number (that throws)"))
		}
		return l.Float(n)
	}).(domain.FloatValue)
	if !ok {
		panic(domain.Refuse("a value is used as a number that is not always one"))
	}
	return n
}

// Extreme is Math.min or Math.max.
func (l *Lowering) Extreme(largest bool, args []domain.Value) domain.Value {
	if len(args) == 0 {
		if largest {
			return l.ConstantNumber(math.Inf(-1))
		}
		return l.ConstantNumber(math.Inf(1))
	}
	toNumber := func(v domain.Value) domain.Value {
		n := l.ToNumber(v)
		if _, ok := n.(domain.BigValue); ok {
			panic(domain.Refuse("a bigint is given to Math.min or Math.max (that throws)"))
		}
		return n
	}
	r := l.Each(args[0], toNumber)
	for _, a := range args[1:] {
		r = l.Each2(r, a, func(a, b domain.Value) domain.Value {
			b = toNumber(b)
			x, okX := a.(domain.IntValue)
			y, okY := b.(domain.IntValue)
			if okX && okY {
				first := l.Truthy(l.Compare(false, a, b)) // a < b
				if largest {
					first = l.Truthy(l.Compare(false, b, a))
				}
				v := l.Choose(first, a, b).(domain.IntValue)
				lo, hi := min(x.Lo, y.Lo), min(x.Hi, y.Hi)
				if largest {
					lo, hi = max(x.Lo, y.Lo), max(x.Hi, y.Hi)
				}
				n := l.Number(v.ID, lo, hi)
				n.NegZero = x.NegZero || y.NegZero
				return n
			}
			p, q := l.Float(a), l.Float(b)
			kind, lo, hi := word.FMin, math.Min(p.Lo, q.Lo), math.Min(p.Hi, q.Hi)
			if largest {
				kind, lo, hi = word.FMax, math.Max(p.Lo, q.Lo), math.Max(p.Hi, q.Hi)
			}
			return domain.FloatValue{ID: l.B.Float2(kind, p.ID, q.ID), Lo: lo, Hi: hi, NaN: p.NaN || q.NaN, ZeroSign: p.ZeroSign || q.ZeroSign}
		})
	}
	return r
}

// ExtremeOf is Math.max or Math.min of the items that are kept.
func (l *Lowering) ExtremeOf(largest bool, items []domain.Value, kept []word.ID) domain.Value {
	var best domain.Value
	some := l.B.Uint(0, 1)
	for i, item := range items {
		if best == nil {
			best, some = l.Extreme(largest, []domain.Value{item}), kept[i]
			continue
		}
		both := l.Choose(some, l.Extreme(largest, []domain.Value{best, item}), l.Extreme(largest, []domain.Value{item}))
		best, some = l.Choose(kept[i], both, best), l.B.Or(some, kept[i])
	}
	none := l.ConstantNumber(math.Inf(1))
	if largest {
		none = l.ConstantNumber(math.Inf(-1))
	}
	if best == nil {
		return none
	}
	return l.Choose(some, best, none)
}

// WholeLog2 is a function of the language of a logarithm: Math.floor, ceil or trunc.
func (l *Lowering) WholeLog2(name string, args []domain.Value) domain.Value {
	v, ok := args[0].(domain.Log2Value)
	if !ok {
		panic(domain.Refuse(domain.RefusedLog2))
	}
	switch name {
	case "Math.floor", "Math.trunc":
		return v.Floor
	case "Math.ceil":
		below := l.B.And(v.Of.ID, l.B.Sub(v.Of.ID, l.B.Uint(1, l.B.Width(v.Of.ID))))
		more := l.Number(l.B.NonZero(below), 0, 1)
		return l.Each(v.Floor, func(floor domain.Value) domain.Value { return l.Arithmetic(domain.Plus, floor, more) })
	}
	panic(domain.Refuse(domain.RefusedLog2))
}
