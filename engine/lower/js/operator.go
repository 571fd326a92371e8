package js

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/token"

	"simten.dev/engine/lower/domain"
)

func (l *Lowering) binaryExpression(e *ast.BinaryExpression, s *domain.State, sc *domain.Scope) domain.Value {
	switch e.Operator {
	case token.LOGICAL_AND, token.LOGICAL_OR, token.COALESCE:
		a, left := l.Condition(e.Left, s, sc)
		return l.Logical(operators[e.Operator], a, s, func(s *domain.State) domain.Value {
			l.Refine(left, e.Operator == token.LOGICAL_AND, s, sc)
			return l.Expression(e.Right, s, sc)
		})
	case token.INSTANCEOF:
		a := l.Expression(e.Left, s, sc)
		return l.isInstance(a, l.Expression(e.Right, s, sc), s)
	}
	a := l.Expression(e.Left, s, sc)
	b := l.Expression(e.Right, s, sc)
	if e.Operator == token.IN {
		return l.HasProperty(b, a, false, s)
	}
	l.NoteCompared(e, a, b)
	op, ok := operators[e.Operator]
	if !ok {
		panic(domain.Refuse("the operator %s", e.Operator))
	}
	return l.guarded(op, a, b, e.Idx0(), s)
}

func (l *Lowering) unaryExpression(e *ast.UnaryExpression, s *domain.State, sc *domain.Scope) domain.Value {
	switch e.Operator {
	case token.INCREMENT, token.DECREMENT:
		op := domain.Plus
		if e.Operator == token.DECREMENT {
			op = domain.Minus
		}
		t := l.target(e.Operand, s, sc, false)
		old := l.Each(t.read(s, false), l.ToNumber)
		updated := l.Each(old, func(v domain.Value) domain.Value {
			if _, ok := v.(domain.BigValue); ok {
				return l.Arithmetic(op, v, l.Bigint(domain.BigOne))
			}
			return l.Arithmetic(op, v, l.Integer(1))
		})
		t.write(s, updated)
		if e.Postfix {
			return old
		}
		return updated
	case token.TYPEOF:
		return l.Each(l.Expression(e.Operand, s, sc), func(v domain.Value) domain.Value { return domain.ConstString{S: domain.TypeOf(v)} })
	case token.DELETE:
		return l.deleteProperty(e.Operand, s, sc)
	}
	v := l.Expression(e.Operand, s, sc)
	switch e.Operator {
	case token.NOT:
		return l.Not(v)
	case token.MINUS:
		return l.Each(v, l.Negate)
	case token.PLUS:
		return l.Each(v, func(v domain.Value) domain.Value {
			if _, ok := v.(domain.BigValue); ok {
				panic(domain.Refuse("unary + of a bigint (that throws)"))
			}
			if c, ok := v.(domain.CharValue); ok {
				return l.CharToNumber(c)
			}
			return l.ToNumber(v)
		})
	case token.BITWISE_NOT:
		return l.Each(v, l.Complement)
	case token.VOID:
		return domain.UndefinedValue{}
	}
	panic(domain.Refuse("the operator %s", e.Operator))
}
