package operator

import (
	"slices"

	"simten.dev/engine/lower/domain"
)

// StoredIn is the number that an array holds when it is given a value.
func (l *Lowering) StoredIn(e domain.Elements, v domain.Value) domain.Value {
	if e == domain.Anything {
		return v
	}
	return l.Each(v, func(v domain.Value) domain.Value {
		if _, big := v.(domain.BigValue); big {
			panic(domain.Refuse("a bigint is stored in a typed array of numbers (that throws)"))
		}
		signed := func(unused int64) domain.Value {
			return l.Shift(domain.ShiftRight, l.Shift(domain.ShiftLeft, v, l.Integer(unused)), l.Integer(unused))
		}
		v = l.ToNumber(v)
		switch e {
		case domain.Int8s:
			return signed(24)
		case domain.Uint8s:
			return l.Bitwise(domain.BitAnd, v, l.Integer(0xff))
		case domain.Clamped:
			if _, whole := v.(domain.IntValue); !whole {
				panic(domain.Refuse("something else than a whole number is stored in a Uint8ClampedArray"))
			}
			n := l.Extreme(true, []domain.Value{l.Integer(0), l.Extreme(false, []domain.Value{v, l.Integer(255)})}).(domain.IntValue)
			n.NegZero = false
			return n
		case domain.Int16s:
			return signed(16)
		case domain.Uint16s:
			return l.Bitwise(domain.BitAnd, v, l.Integer(0xffff))
		case domain.Int32s:
			return l.ToInt32(v)
		case domain.Uint32s:
			return l.ToUint32(v)
		case domain.Float32s:
			return l.Fround(v)
		case domain.Float64s:
			return v
		}
		panic(domain.Refuse("a typed array outside the lambda is changed, or of a kind that is not compiled"))
	})
}

// AllStoredIn is what an array holds when it is given a list of values.
func (l *Lowering) AllStoredIn(e domain.Elements, items []domain.Value) []domain.Value {
	list := slices.Clone(items)
	for i, v := range list {
		list[i] = l.StoredIn(e, v)
	}
	return list
}

// SetNumber changes a typed array at an index. A write outside of the array has no effect.
func (l *Lowering) SetNumber(n int, old *domain.Object, i domain.IntValue, v domain.Value, s *domain.State) {
	v = l.StoredIn(old.Elements, v)
	lo, hi := max(i.Lo, 0), min(i.Hi, int64(old.Length())-1)
	if lo <= hi {
		if c := l.PackedChange(old, i, v); c != nil {
			s.SetObject(n, c)
			return
		}
	}
	c := &domain.Object{Array: true, Elements: old.Elements, Items: slices.Clone(l.Full(old).Items), Apart: old.Apart, Changed: old.Changed || lo < hi}
	switch {
	case lo > hi:
		return
	case i.Lo == i.Hi:
		c.Items[lo] = v
	default:
		l.SetOneOf(c.Items, i, lo, hi, v)
	}
	s.SetObject(n, c)
}
