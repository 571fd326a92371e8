package domain

import (
	"slices"

	"github.com/dop251/goja/token"
)

// Elements is what an array holds: anything, or the numbers of one kind that a typed array holds.
type Elements uint8

const (
	Anything Elements = iota // no typed array
	int8s
	uint8s
	clamped // Uint8ClampedArray
	int16s
	uint16s
	int32s
	uint32s
	float32s
	float64s
	OtherNumbers // of a typed array outside the lambda; they are only read
)

// TypedArrays are the classes of which a lambda can make arrays.
var TypedArrays = map[string]Elements{
	"Int8Array": int8s, "Uint8Array": uint8s, "Uint8ClampedArray": clamped, "Int16Array": int16s, "Uint16Array": uint16s, "Int32Array": int32s, "Uint32Array": uint32s, "Float32Array": float32s, "Float64Array": float64s,
}

// ElementsOf is what an array holds.
func (l *Lowering) ElementsOf(v Value, s *State) Elements {
	switch x := v.(type) {
	case RefValue:
		return s.Heap[x.Object].Elements
	case ConstantValue:
		return x.C.Elements
	case ChoiceValue:
		a := l.ElementsOf(x.A, s)
		if a != l.ElementsOf(x.B, s) {
			panic(Refuse("an array that may be a typed array or another one"))
		}
		return a
	}
	return Anything
}

// StoredIn is the number that an array holds when it is given a value.
func (l *Lowering) StoredIn(e Elements, v Value) Value {
	if e == Anything {
		return v
	}
	return l.Each(v, func(v Value) Value {
		if _, big := v.(BigValue); big {
			panic(Refuse("a bigint is stored in a typed array of numbers (that throws)"))
		}
		signed := func(unused int64) Value {
			return l.shift(token.SHIFT_RIGHT, l.shift(token.SHIFT_LEFT, v, l.Integer(unused)), l.Integer(unused))
		}
		v = l.ToNumber(v)
		switch e {
		case int8s:
			return signed(24)
		case uint8s:
			return l.bitwise(token.AND, v, l.Integer(0xff))
		case clamped:
			if _, whole := v.(IntValue); !whole {
				panic(Refuse("something else than a whole number is stored in a Uint8ClampedArray"))
			}
			n := l.Extreme(true, []Value{l.Integer(0), l.Extreme(false, []Value{v, l.Integer(255)})}).(IntValue)
			n.NegZero = false
			return n
		case int16s:
			return signed(16)
		case uint16s:
			return l.bitwise(token.AND, v, l.Integer(0xffff))
		case int32s:
			return l.ToInt32(v)
		case uint32s:
			return l.ToUint32(v)
		case float32s:
			return l.Fround(v)
		case float64s:
			return v
		}
		panic(Refuse("a typed array outside the lambda is changed, or of a kind that is not compiled"))
	})
}

// AllStoredIn is what an array holds when it is given a list of values.
func (l *Lowering) AllStoredIn(e Elements, items []Value) []Value {
	list := slices.Clone(items)
	for i, v := range list {
		list[i] = l.StoredIn(e, v)
	}
	return list
}

// IsList reports that a value is an array, typed or not.
func (l *Lowering) IsList(v Value, s *State) bool {
	switch x := v.(type) {
	case RefValue:
		return s.Heap[x.Object].Array
	case ConstantValue:
		return x.C.Array
	case ChoiceValue:
		return l.IsList(x.A, s) && l.IsList(x.B, s)
	}
	return false
}

// SetNumber changes a typed array at an index. A write outside of the array has no effect.
func (l *Lowering) SetNumber(n int, old *Object, i IntValue, v Value, s *State) {
	v = l.StoredIn(old.Elements, v)
	lo, hi := max(i.Lo, 0), min(i.Hi, int64(old.Length())-1)
	if lo <= hi {
		if c := l.PackedChange(old, i, v); c != nil {
			s.SetObject(n, c)
			return
		}
	}
	c := &Object{Array: true, Elements: old.Elements, Items: slices.Clone(l.Full(old).Items), Apart: old.Apart, Changed: old.Changed || lo < hi}
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
