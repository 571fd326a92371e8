package lower

import (
	"math"

	"github.com/dop251/goja/token"

	"simten.dev/engine/word"
)

// log2Value is Math.log2 of a whole number below 2^32, of which only what Math.floor and the like make of it is
// compiled. None of these logarithms is so near to a whole number that it is rounded to one.
type log2Value struct {
	of    intValue
	whole value // the largest whole number that is no larger; means nothing where of is 0
	floor value // that, or -Infinity
}

func (log2Value) isValue() {}

const refusedLog2 = "Math.log2 of a value that is not known, other than as Math.floor(Math.log2(x)) of a whole number below 2^32"

// log2 is Math.log2 of a number.
func (l *lowering) log2(v value) value {
	if c, ok := l.b.ConstValue(l.float(v).id); ok {
		return l.constantNumber(log2(word.Float(c)))
	}
	x, ok := v.(intValue)
	if !ok || x.lo < 0 || x.hi > math.MaxUint32 {
		panic(refuse(refusedLog2))
	}
	zeros := l.b.Emit(word.Op{Kind: word.Clz, Width: 32, A: l.toUint32(x).id, B: word.None, C: word.None})
	floor := l.number(l.b.Binary(word.Sub, l.b.Uint(31, 32), zeros), 0, 31)
	if x.lo > 0 {
		return log2Value{x, floor, floor}
	}
	return log2Value{x, floor, l.choose(l.numbersEqual(x, l.integer(0)), l.constantNumber(math.Inf(-1)), floor)}
}

// bitOperand is ToNumeric of an operand of an operator on integers of 32 bits: of a logarithm it takes the whole part,
// and 0 of -Infinity.
func (l *lowering) bitOperand(v value) value {
	if x, ok := v.(log2Value); ok {
		return l.choose(l.truthy(x.of), x.whole, l.integer(0))
	}
	return l.toNumber(v)
}

// isLog2 reports that a value is a logarithm, or may be one.
func isLog2(v value) bool {
	if c, ok := v.(choiceValue); ok {
		return isLog2(c.a) || isLog2(c.b)
	}
	_, ok := v.(log2Value)
	return ok
}

// wholeLog2 is a function of the language of a logarithm: Math.floor, ceil or trunc.
func (l *lowering) wholeLog2(name string, args []value) value {
	v, ok := args[0].(log2Value)
	if !ok {
		panic(refuse(refusedLog2))
	}
	switch name {
	case "Math.floor", "Math.trunc":
		return v.floor
	case "Math.ceil":
		below := l.b.And(v.of.id, l.b.Sub(v.of.id, l.b.Uint(1, l.b.Width(v.of.id))))
		more := l.number(l.b.NonZero(below), 0, 1)
		return l.each(v.floor, func(floor value) value { return l.arithmetic(token.PLUS, floor, more) })
	}
	panic(refuse(refusedLog2))
}
