package domain

import (
	"math"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// log2Value is Math.log2 of a whole number below 2^32, of which only what Math.floor and the like make of it is
// compiled. None of these logarithms is so near to a whole number that it is rounded to one.
type log2Value struct {
	of    IntValue
	whole Value // the largest whole number that is no larger; means nothing where of is 0
	floor Value // that, or -Infinity
}

func (log2Value) isValue() {}

const refusedLog2 = "Math.log2 of a value that is not known, other than as Math.floor(Math.log2(x)) of a whole number below 2^32"

// Log2 is Math.log2 of a number.
func (l *Lowering) Log2(v Value) Value {
	if c, ok := l.B.ConstValue(l.Float(v).ID); ok {
		return l.ConstantNumber(log2(word.Float(c)))
	}
	x, ok := v.(IntValue)
	if !ok || x.Lo < 0 || x.Hi > math.MaxUint32 {
		panic(Refuse(refusedLog2))
	}
	zeros := l.B.Emit(word.Op{Kind: word.Clz, Width: 32, A: l.ToUint32(x).ID, B: word.None, C: word.None})
	floor := l.Number(l.B.Binary(word.Sub, l.B.Uint(31, 32), zeros), 0, 31)
	if x.Lo > 0 {
		return log2Value{x, floor, floor}
	}
	return log2Value{x, floor, l.Choose(l.NumbersEqual(x, l.Integer(0)), l.ConstantNumber(math.Inf(-1)), floor)}
}

// bitOperand is ToNumeric of an operand of an operator on integers of 32 bits: of a logarithm it takes the whole part,
// and 0 of -Infinity.
func (l *Lowering) bitOperand(v Value) Value {
	if x, ok := v.(log2Value); ok {
		return l.Choose(l.Truthy(x.of), x.whole, l.Integer(0))
	}
	return l.ToNumber(v)
}

// IsLog2 reports that a value is a logarithm, or may be one.
func IsLog2(v Value) bool {
	if c, ok := v.(ChoiceValue); ok {
		return IsLog2(c.A) || IsLog2(c.B)
	}
	_, ok := v.(log2Value)
	return ok
}

// WholeLog2 is a function of the language of a logarithm: Math.floor, ceil or trunc.
func (l *Lowering) WholeLog2(name string, args []Value) Value {
	v, ok := args[0].(log2Value)
	if !ok {
		panic(Refuse(refusedLog2))
	}
	switch name {
	case "Math.floor", "Math.trunc":
		return v.floor
	case "Math.ceil":
		below := l.B.And(v.of.ID, l.B.Sub(v.of.ID, l.B.Uint(1, l.B.Width(v.of.ID))))
		more := l.Number(l.B.NonZero(below), 0, 1)
		return l.Each(v.floor, func(floor Value) Value { return l.Arithmetic(token.PLUS, floor, more) })
	}
	panic(Refuse(refusedLog2))
}
