package js

import (
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/domain"
	"simten.dev/engine/word"
)

// operators are the operators of the language with two operands that are both values.
var operators = map[token.Token]domain.Operator{
	token.PLUS:                 domain.Plus,
	token.MINUS:                domain.Minus,
	token.MULTIPLY:             domain.Times,
	token.SLASH:                domain.Over,
	token.REMAINDER:            domain.Remainder,
	token.EXPONENT:             domain.Power,
	token.AND:                  domain.BitAnd,
	token.OR:                   domain.BitOr,
	token.EXCLUSIVE_OR:         domain.BitXor,
	token.SHIFT_LEFT:           domain.ShiftLeft,
	token.SHIFT_RIGHT:          domain.ShiftRight,
	token.UNSIGNED_SHIFT_RIGHT: domain.ShiftRightUnsigned,
	token.LESS:                 domain.Less,
	token.LESS_OR_EQUAL:        domain.LessOrEqual,
	token.GREATER:              domain.Greater,
	token.GREATER_OR_EQUAL:     domain.GreaterOrEqual,
	token.EQUAL:                domain.Equal,
	token.NOT_EQUAL:            domain.NotEqual,
	token.STRICT_EQUAL:         domain.StrictEqual,
	token.STRICT_NOT_EQUAL:     domain.StrictNotEqual,
	token.LOGICAL_AND:          domain.And,
	token.LOGICAL_OR:           domain.Or,
	token.COALESCE:             domain.Coalesce,
}

// guarded is an operator of two values that are both computed, where it may throw, too.
func (l *Lowering) guarded(op domain.Operator, a, b domain.Value, at file.Idx, s *domain.State) domain.Value {
	if v, ok := l.guardedDivision(op, a, b, at, s); ok {
		return v
	}
	return l.guardedBinary(op, a, b, at, s)
}

// guardedBinary is an operator of two values that are both computed. Where one of them is sometimes a bigint, such as
// an entry of a table that may be missing, the path on which the other is none ends with the exception that JavaScript
// throws.
func (l *Lowering) guardedBinary(op domain.Operator, a, b domain.Value, at file.Idx, s *domain.State) domain.Value {
	switch op {
	case domain.Plus, domain.Minus, domain.Times, domain.Over, domain.Remainder, domain.Power, domain.BitAnd, domain.BitOr, domain.BitXor, domain.ShiftLeft, domain.ShiftRight:
	default:
		return l.Binary(op, a, b)
	}
	mixed := l.mixed(a, b)
	if _, known := l.ConstBool(mixed); known || op == domain.Plus && l.mayBeText(a, b) {
		return l.Binary(op, a, b)
	}
	l.throwWhen(mixed, "TypeError: Cannot mix BigInt and other types, use explicit conversions", at, s)
	return l.unmixed(a, b, func(a, b domain.Value) domain.Value { return l.Binary(op, a, b) })
}

// mixed is one bit: one of the values is a bigint and the other is not.
func (l *Lowering) mixed(a, b domain.Value) word.ID { return l.B.Xor(l.isBig(a), l.isBig(b)) }

func (l *Lowering) isBig(v domain.Value) word.ID {
	switch x := v.(type) {
	case domain.ChoiceValue:
		return l.B.Mux(x.Cond, l.isBig(x.A), l.isBig(x.B))
	case domain.BigValue:
		return l.B.Uint(1, 1)
	}
	return l.B.Uint(0, 1)
}

func (l *Lowering) mayBeText(values ...domain.Value) bool {
	for _, v := range values {
		if c, ok := v.(domain.ChoiceValue); ok && l.mayBeText(c.A, c.B) || domain.TypeOf(v) == "string" {
			return true
		}
	}
	return false
}

// unmixed applies f to the pairs of alternatives of which both or none is a bigint; nil when there is no such pair.
func (l *Lowering) unmixed(a, b domain.Value, f func(a, b domain.Value) domain.Value) domain.Value {
	either := func(cond word.ID, x, y domain.Value) domain.Value {
		switch {
		case x == nil:
			return y
		case y == nil:
			return x
		}
		return l.Choose(cond, x, y)
	}
	if x, ok := a.(domain.ChoiceValue); ok {
		return either(x.Cond, l.unmixed(x.A, b, f), l.unmixed(x.B, b, f))
	}
	if y, ok := b.(domain.ChoiceValue); ok {
		return either(y.Cond, l.unmixed(a, y.A, f), l.unmixed(a, y.B, f))
	}
	l.Spend(1)
	_, bigA := a.(domain.BigValue)
	_, bigB := b.(domain.BigValue)
	if bigA != bigB {
		return nil
	}
	return f(a, b)
}

// guardedDivision is a bigint division whose divisor may be 0: the path on which it is 0 ends with the exception that
// JavaScript throws, and on the others the divisor is not 0. ok is false for anything else.
func (l *Lowering) guardedDivision(op domain.Operator, a, b domain.Value, at file.Idx, s *domain.State) (v domain.Value, ok bool) {
	x, okX := a.(domain.BigValue)
	y, okY := b.(domain.BigValue)
	if !okX || !okY || op != domain.Over && op != domain.Remainder || y.Lo.Sign() > 0 || y.Hi.Sign() < 0 {
		return nil, false
	}
	if y.Lo.Sign() == 0 && y.Hi.Sign() == 0 {
		panic(domain.Refuse("a bigint division by 0 (that throws)"))
	}
	w := domain.BigWidth(y.Lo, y.Hi)
	divisor := l.ExtendBig(y, w)
	zero := l.B.Eq(divisor, l.B.Uint(0, w))
	l.throwWhen(zero, "RangeError: Division by zero", at, s)
	safe := domain.BigValue{ID: l.B.Mux(zero, l.B.Uint(1, w), divisor), Lo: y.Lo, Hi: y.Hi}
	if y.Lo.Sign() == 0 {
		safe.Lo = domain.BigOne
	}
	if y.Hi.Sign() == 0 {
		safe.Hi = domain.BigOne
	}
	return l.BigQuotient(op, x, safe), true
}
