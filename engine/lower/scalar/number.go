package scalar

import (
	"math"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// ToNumber is ToNumber of everything but objects: the numeric kinds stay, others become numbers.
func (l *Lowering) ToNumber(v domain.Value) domain.Value {
	switch x := v.(type) {
	case domain.IntValue, domain.FloatValue, domain.BigValue:
		return v
	case domain.Log2Value:
		panic(domain.Refuse(domain.RefusedLog2))
	case domain.BoolValue:
		return l.Number(x.ID, 0, 1)
	case domain.UndefinedValue:
		return l.ConstantNumber(math.NaN())
	case domain.NullValue:
		return l.Integer(0)
	case domain.ConstString:
		return l.StringToNumber(x.S)
	case domain.CharValue:
		if l.B.KnownBits(x.Unit) > 7 { // in comparisons the interpreter takes none of the spaces among them for a number
			panic(domain.Refuse("a character that may be beyond ASCII is used as a number; write Number(…)"))
		}
		return l.oneFloat(l.CharToNumber(x))
	case domain.TextValue:
		panic(domain.ReadsText(x))
	case domain.MemoryValue:
		panic(domain.Refuse("a memory is used as a number"))
	}
	panic(domain.Refuse("an object or function is used as a number"))
}

// Arithmetic is one of + - * / % ** on two numbers (or bigints).
func (l *Lowering) Arithmetic(op domain.Operator, a, b domain.Value) domain.Value {
	a, b = l.ToNumber(a), l.ToNumber(b)
	x, okX := a.(domain.BigValue)
	y, okY := b.(domain.BigValue)
	if okX && okY {
		return l.bigArithmetic(op, x, y)
	}
	if okX || okY {
		panic(domain.Refuse("a bigint is mixed with numbers"))
	}
	i, okI := a.(domain.IntValue)
	j, okJ := b.(domain.IntValue)
	switch op {
	case domain.Plus, domain.Minus, domain.Times: // a table of sines that begins with -0 does not make doubles of all sums and products
		if zero, ok := l.minusZero(a); ok && okJ {
			i, okI = zero, true
		} else if zero, ok := l.minusZero(b); ok && okI {
			j, okJ = zero, true
		}
	}
	if okI && okJ {
		if r, ok := l.IntArithmetic(op, i, j); ok {
			return r
		}
	}
	return l.floatArithmetic(op, l.Float(a), l.Float(b))
}

// Negate is unary minus.
func (l *Lowering) Negate(v domain.Value) domain.Value {
	switch x := l.ToNumber(v).(type) {
	case domain.IntValue:
		if x.Lo == 0 && x.Hi == 0 && !x.NegZero {
			return l.ConstantNumber(math.Copysign(0, -1))
		}
		r := l.SameWidth(word.Sub, l.Integer(0), x, -x.Hi, -x.Lo)
		r.NegZero = x.Lo <= 0 && x.Hi >= 0
		return r
	case domain.FloatValue:
		return domain.FloatValue{ID: l.B.Float1(word.FNeg, x.ID), Lo: -x.Hi, Hi: -x.Lo, NaN: x.NaN, ZeroSign: x.ZeroSign}
	case domain.BigValue:
		return l.bigArithmetic(domain.Minus, l.Bigint(domain.BigZero), x)
	}
	panic(domain.Refuse("unary minus of something that is no number"))
}

// oneFloat is one of some numbers as one double.
func (l *Lowering) oneFloat(v domain.Value) domain.FloatValue {
	if c, ok := v.(domain.ChoiceValue); ok {
		return l.ChooseFloat(c.Cond, l.oneFloat(c.A), l.oneFloat(c.B)).(domain.FloatValue)
	}
	return l.Float(v)
}
